import assert from 'node:assert/strict'
import { test } from 'node:test'
import { putUser } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { putPerson } from '#test/records.ts'
import type { Account } from '#accounts/account.ts'
import { accountById } from '#accounts/directory.ts'
import { type Actor, inTransaction, systemContext } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { allRoutes } from '#app/routes.ts'
import { actorById } from './actors.ts'
import { isForEndUsers } from './on_behalf_of.ts'

const app = await useApp()
const { client } = (await app.api.post('/api/v2/oauth/clients', { client: { name: 'Portal', identifier: 'portal' } })).body
const bearer = async (scopes: string[], api = app.api) => {
  const made = await api.post('/api/v2/oauth/tokens', { token: { client_id: client.id, scopes } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return app.as({ bearer: made.body.token.full_token })
}
const impersonator = await bearer(['read', 'write', 'impersonate'])
const endUser = await putPerson(app, { role: 'end-user' })
const agent = await putUser(app, { role: 'agent' })
const makeHeaders = (name: string | number) => ({ 'x-on-behalf-of': String(name) })

// @source docs/reference/authentication.md §5
test('with impersonate an administrator acts as the end user named by e-mail or id', async () => {
  for (const name of [endUser.email, endUser.email.toUpperCase(), endUser.id, ` ${endUser.id} `]) {
    const { status, body } = await impersonator.get('/api/v2/users/me', makeHeaders(name))
    assert.deepEqual([status, body.user.id, body.user.role], [200, endUser.id, 'end-user'], String(name))
  }
  assert.equal((await impersonator.get('/api/v2/users/me')).body.user.id, app.admin.id)
  assert.equal((await impersonator.get('/api/v2/users/me', makeHeaders(''))).body.user.id, app.admin.id)
  const unverified = await putUser(app, { role: 'end-user', verified: false })
  assert.equal((await impersonator.get('/api/v2/users/me', makeHeaders(unverified.email))).body.user.id, unverified.id)
})

test("the impersonated call has the end user's permissions and no more", async () => {
  const renamed = await impersonator.put('/api/v2/users/me', { user: { name: 'By his hand', role: 'admin' } }, makeHeaders(endUser.id))
  assert.equal(renamed.status, 200, JSON.stringify(renamed.body))
  assert.deepEqual([renamed.body.user.id, renamed.body.user.name, renamed.body.user.role], [endUser.id, 'By his hand', 'end-user'])
})

test('without the scope, as another role or with another credential impersonation is refused', async () => {
  const unscoped = await (await bearer(['read', 'write'])).get('/api/v2/users/me', makeHeaders(endUser.id))
  assert.deepEqual(
    [unscoped.status, unscoped.body],
    [403, { error: 'Forbidden', description: 'You are missing the following required scopes: impersonate' }],
  )
  assert.equal((await (await bearer(['unrestricted'])).get('/api/v2/users/me', makeHeaders(endUser.id))).status, 403)
  const fallen = await putUser(app, { role: 'admin' })
  const theirs = await bearer(['read', 'impersonate'], app.as({ email: fallen.email, token: app.admin.token }))
  assert.equal((await theirs.get('/api/v2/users/me', makeHeaders(endUser.id))).status, 200)
  assert.equal((await app.api.put(`/api/v2/users/${fallen.id}`, { user: { role: 'agent' } })).status, 200)
  assert.equal((await theirs.get('/api/v2/users/me', makeHeaders(endUser.id))).status, 403)
  const { email, password } = app.admin
  for (const other of [app.api, app.as({ email, password }), app.as({})])
    assert.equal((await other.get('/api/v2/users/me', makeHeaders(endUser.id))).status, 403)
  const reader = await bearer(['impersonate'])
  assert.deepEqual(
    (await reader.get('/api/v2/users/me', makeHeaders(endUser.id))).body.description,
    'You are missing the following required scopes: users:read, read',
  )
})

test('only end users can be impersonated, and an unknown name answers invalid token, as the public service does', async () => {
  for (const name of [agent.id, agent.email, app.admin.id])
    assert.equal((await impersonator.get('/api/v2/users/me', makeHeaders(name))).status, 403)
  const suspended = await putUser(app, { role: 'end-user', suspended: true })
  for (const name of ['nobody@example.com', 999_999_999, suspended.id, suspended.email, 'x'.repeat(300), '1e3']) {
    const refused = await impersonator.get('/api/v2/users/me', makeHeaders(name))
    assert.deepEqual([refused.status, refused.body.error], [401, 'invalid_token'])
  }
})

test('staff endpoints, and those about credentials, cannot be called for an end user', async () => {
  for (const path of [
    '/api/v2/users',
    '/api/v2/tickets',
    `/api/v2/users/${endUser.id}`,
    '/api/v2/oauth/tokens',
    '/api/v2/users/me/session',
  ])
    assert.equal((await impersonator.get(path, makeHeaders(endUser.id))).status, 403, path)
  const { body } = await impersonator.post(
    '/api/v2/oauth/tokens',
    { token: { client_id: client.id, scopes: ['read'] } },
    makeHeaders(endUser.id),
  )
  assert.equal(body.error.message, 'This cannot be done on behalf of an end user.')
  const open = allRoutes.filter(isForEndUsers)
  assert.ok(open.length > 3)
  for (const { path } of open.filter((each) => !each.path.startsWith('/api/v2/uploads')))
    assert.doesNotMatch(path, /oauth|token|session|logout|password|second_factor|audit|access_/, path)
})

test('the request log and the audit log record the impersonator', async () => {
  await impersonator.put('/api/v2/users/me', { user: { name: 'Renamed again' } }, makeHeaders(endUser.id))
  await app.running.server.requestLog.flush()
  const lastCall = defineStatement<{ user_id: number; email: string }>(
    `select user_id, email from request_log where account_id = $1 and method = 'PUT' and route = '/api/v2/users/me' order by created_at desc limit 1`,
  )
  const { database } = app.database
  assert.deepEqual(await database.first(lastCall(app.account_id)), { user_id: app.admin.id, email: app.admin.email })
  const { services, log } = app.running.server
  const account = (await accountById(services, app.account_id)) as Account
  const [admin, person] = await Promise.all(
    [app.admin.id, endUser.id].map(async (id) => (await actorById(services, account, id))?.actor as Actor),
  )
  const acting = { ...systemContext({ account, db: database, log, services, base_url: app.base_url }), actor: person as Actor }
  const auth = {
    kind: 'oauth',
    credential_id: 1,
    client_id: client.id,
    scopes: ['impersonate'],
    is_personal: false,
    impersonator: admin as Actor,
  } as const
  await inTransaction({ ...acting, auth }, (tx) =>
    recordAudit(tx, {
      action: 'update',
      source_type: 'proof',
      source_id: 7,
      source_label: 'x',
      change_description: 'x',
      details: { kept: 1 },
    }),
  )
  const entry = await database.first(
    defineStatement<{ actor_id: number; details: unknown }>(
      `select actor_id, details from audit_logs where account_id = $1 and source_type = 'proof'`,
    )(account.id),
  )
  assert.deepEqual(entry, {
    actor_id: app.admin.id,
    details: { kept: 1, credential: { kind: 'oauth', id: 1 }, on_behalf_of_id: endUser.id },
  })
})
