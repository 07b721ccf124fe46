/** Jobs have no more authority than the request that queued them, checked anew for each item. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueUrl, setUp, trackIssues } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { type Answer, type Client, makeClient } from '#test/client.ts'
import { basicToken } from '#test/instances.ts'
import { jobRun } from '#test/jobs.ts'
import { codeFor, CALLBACK, registerClient } from '#test/oauth.ts'
import { listQueuedJobs } from '#test/queue.ts'
import { putPerson } from '#test/records.ts'
import { signInUser } from '#test/session.ts'
import type { Account } from '#accounts/account.ts'
import { accountById } from '#accounts/directory.ts'
import { DEFAULT_SETTINGS } from '#accounts/settings.ts'
import { contextAsStarted } from '#auth/started_by.ts'
import { type Context, inTransaction, systemContext } from '#core/context.ts'
import { type BulkHandlers, runBulk } from '#modules/common/job_statuses/run.ts'
import { getJob } from '#modules/common/job_statuses/store.ts'
import { userHandlers } from '#modules/people/users/bulk.ts'

// no worker: each test runs what it has queued, and revokes through a second process
const app = await useApp({ DESKHAND_ROLE: 'web' })
const other = await app.another()
await trackIssues(app)
const sql = app.database.database.driver
const makeOtherClient = (headers: Record<string, string>) => makeClient(other.base_url, headers)
const boss = makeOtherClient(basicToken(app.admin.email, app.admin.token))
const ITEMS = 6
const AT = 3

let made = 0

/** An administrator who can sign in. */
async function administrator() {
  const email = `authority${++made}@example.com`
  const { status, body } = await app.inPerson.post('/api/v2/users', {
    user: { name: `Authority ${made}`, email, role: 'admin', verified: true },
  })
  assert.equal(status, 201, JSON.stringify(body))
  const { id } = body.user
  await sql`update users set password_hash = (select password_hash from users where id = ${app.admin.id}) where id = ${id}`
  await app.api.put(`/api/v2/users/${id}`, { user: { name: `Authority ${made} again` } })
  return { id: id as number, email, password: app.admin.password }
}
type Person = Awaited<ReturnType<typeof administrator>>

/** How a user calls, and how the audit log names their credential. */
interface Caller {
  readonly person: Person
  readonly api: Client
  readonly credential: { readonly kind: string; readonly id: number | null }
  readonly client_id?: number
  readonly refresh?: (scope: string) => Promise<Answer>
}

async function byApiToken(given: (person: Person) => object = () => ({})): Promise<Caller> {
  const person = await administrator()
  const { status, body } = await app.inPerson.post('/api/v2/api_tokens', {
    api_token: { description: issueUrl(), ...given(person) },
  })
  assert.equal(status, 201, JSON.stringify(body))
  const { id, token } = body.api_token
  return { person, api: app.as({ email: person.email, token }), credential: { kind: 'api_token', id } }
}

async function byOAuth(): Promise<Caller & { readonly refresh: NonNullable<Caller['refresh']> }> {
  const person = await administrator()
  const client = await registerClient(app, { redirect_uri: [CALLBACK] })
  const code = await codeFor(await signInUser(app, person), { client_id: client.client_id, scope: 'read write' })
  const { client_id, client_secret } = client
  const { body } = await app
    .as({})
    .post('/oauth/tokens', { grant_type: 'authorization_code', code, client_id, client_secret, redirect_uri: CALLBACK })
  const [row] = await sql<{ id: number }[]>`select id from oauth_tokens where client_id = ${client.id}`
  const id = row?.id ?? assert.fail(JSON.stringify(body))
  const refresh = (scope: string) =>
    makeOtherClient({}).post('/oauth/tokens', {
      grant_type: 'refresh_token',
      refresh_token: body.refresh_token,
      client_id,
      client_secret,
      scope,
    })
  return { person, api: app.as({ bearer: body.access_token }), credential: { kind: 'oauth', id }, client_id: client.id, refresh }
}

async function bySession(): Promise<Caller> {
  const person = await administrator()
  const session = await signInUser(app, person)
  const { id } = (await session.get('/api/v2/users/me/session')).body.session
  return { person, api: session, credential: { kind: 'session', id } }
}

async function byPassword(): Promise<Caller> {
  const person = await administrator()
  return { person, api: app.as(person), credential: { kind: 'password', id: null } }
}

async function system(): Promise<Context> {
  const { services, database, log } = app.running.server
  const account = (await accountById(services, app.account_id)) as Account
  return systemContext({ account, db: database, log, services, base_url: app.base_url })
}

/** Queues more administrators, and runs the job here; `meanwhile` is completed before item `AT` starts. */
async function runWith(caller: Caller, meanwhile: () => Promise<unknown>) {
  const mark = `made-by-${++made}`
  const users = Array.from({ length: ITEMS }, (_none, index) => ({
    name: mark,
    email: `${mark}-${index}@example.com`,
    role: 'admin',
  }))
  const answer = await caller.api.post('/api/v2/users/create_many', { users })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const { id } = answer.body.job_status
  const ctx = await system()
  const handlers: BulkHandlers = {
    ...userHandlers,
    // before the item locks anything, and after it has started: it is still done
    'users/create': async (tx: Context, item: never, index: number) => {
      if (index === AT - 1) await meanwhile()
      return userHandlers['users/create'](tx, item)
    },
  }
  await runBulk(ctx, { job_id: id }, jobRun(), handlers)
  const row = await getJob(ctx, id)
  const created = await sql<{ id: number }[]>`select id from users where name = ${mark} order by id`
  const entries = await sql<{ actor_id: number; credential: unknown }[]>`
    select actor_id, details->'credential' as credential from audit_logs
    where source_type = 'user' and action = 'create' and source_id in (select id from users where name = ${mark})`
  return { row, created, entries }
}

async function succeeds(answer: Promise<Answer>): Promise<void> {
  const { status, body } = await answer
  assert.ok(status < 300, `${status} ${JSON.stringify(body)}`)
}

const set = (change: object) => setUp(app, change)

/** A credential, how it is revoked, and the job's message then. `after` restores the instance. */
interface Revocation {
  readonly name: string
  readonly by: () => Promise<Caller>
  readonly revoke: (caller: Caller) => Promise<unknown>
  readonly after?: () => Promise<unknown>
  readonly says: RegExp
}

const suspend = ({ person }: Caller) => succeeds(boss.put(`/api/v2/users/${person.id}`, { user: { suspended: true } }))
const MAY_NOT = /^The one who started the job may no longer act$/
const TOKEN = /^The API token the job was started with/
const ACCESS_TOKEN = /^The access token the job was started with/
const REVOCATIONS: readonly Revocation[] = [
  {
    name: 'an API token that is deactivated',
    by: byApiToken,
    revoke: ({ credential }) => succeeds(boss.put(`/api/v2/api_tokens/${credential.id}`, { api_token: { active: false } })),
    says: TOKEN,
  },
  {
    name: 'an API token that is deleted',
    by: byApiToken,
    async revoke({ credential }) {
      await succeeds(boss.put(`/api/v2/api_tokens/${credential.id}`, { api_token: { active: false } }))
      await succeeds(boss.delete(`/api/v2/api_tokens/${credential.id}`))
    },
    says: TOKEN,
  },
  {
    name: 'an API token that expires',
    by: byApiToken,
    revoke: ({ credential }) => sql`update api_tokens set expires_at = now() - interval '1 second' where id = ${credential.id}`,
    says: TOKEN,
  },
  {
    name: 'an API token, when the instance switches them off',
    by: byApiToken,
    revoke: () => set({ api: { token_access: false } }),
    after: () => set({ api: { token_access: true } }),
    says: TOKEN,
  },
  {
    name: 'an API token that is bound to another address',
    by: byApiToken,
    revoke: ({ credential }) => sql`update api_tokens set allowed_ips = '{203.0.113.7/32}' where id = ${credential.id}`,
    says: /^This credential may not be used from the address/,
  },
  {
    name: 'an API token, on the day API tokens end',
    by: byApiToken,
    revoke: () => set({ api: { token_sunset: '2020-01-01T00:00:00.000Z', token_after_sunset: 'refuse' } }),
    after: () => set({ api: { token_sunset: DEFAULT_SETTINGS.api.token_sunset, token_after_sunset: 'header' } }),
    says: /^API tokens have been retired/,
  },
  { name: 'an API token whose person is suspended', by: byApiToken, revoke: suspend, says: MAY_NOT },
  {
    name: 'an access token that is revoked',
    by: byOAuth,
    revoke: ({ credential }) => succeeds(boss.delete(`/api/v2/oauth/tokens/${credential.id}`)),
    says: ACCESS_TOKEN,
  },
  {
    name: 'an access token whose client is deleted',
    by: byOAuth,
    revoke: ({ client_id }) => succeeds(boss.delete(`/api/v2/oauth/clients/${client_id}`)),
    says: ACCESS_TOKEN,
  },
  {
    name: 'an access token that expires',
    by: byOAuth,
    revoke: ({ credential }) => sql`update oauth_tokens set expires_at = now() - interval '1 second' where id = ${credential.id}`,
    says: ACCESS_TOKEN,
  },
  {
    name: 'an access token that is refreshed for less',
    by: byOAuth,
    revoke: ({ refresh }) => succeeds((refresh as (scope: string) => Promise<Answer>)('read')),
    says: /^The access token the job was started with has been refreshed for less$/,
  },
  {
    name: 'a session that an administrator ends',
    by: bySession,
    revoke: ({ person, credential }) => succeeds(boss.delete(`/api/v2/users/${person.id}/sessions/${credential.id}`)),
    says: /^The session the job was started in has been ended$/,
  },
  {
    name: 'a session that was left, when an administrator ends them all',
    by: bySession,
    async revoke({ person, api }) {
      await api.delete('/api/v2/users/me/logout')
      await succeeds(boss.delete(`/api/v2/users/${person.id}/sessions`))
    },
    says: /^The session the job was started in has been ended$/,
  },
  { name: 'a session whose person is suspended', by: bySession, revoke: suspend, says: MAY_NOT },
  {
    name: 'a password that is changed',
    by: byPassword,
    revoke: ({ person }) =>
      succeeds(
        app.as(person).put(`/api/v2/users/${person.id}/password`, {
          previous_password: person.password,
          password: 'another correct horse',
        }),
      ),
    says: /^The password the job was started with is no longer good/,
  },
]

for (const { name, by, revoke, after = async () => {}, says } of REVOCATIONS)
  test(`a job ends with its credential: ${name}`, async () => {
    const caller = await by()
    const { row, created, entries } = await runWith(caller, () => revoke(caller)).finally(after)
    assert.deepEqual([row.status, row.progress, (row.results as unknown[]).length, created.length], ['failed', AT, AT, AT])
    assert.match(row.message ?? '', says)
    // each item that was done records its actor and credential, as a direct request does
    const expected = { actor_id: caller.person.id, credential: caller.credential }
    assert.deepEqual(
      entries.map(({ actor_id, credential }) => ({ actor_id, credential })),
      created.map(() => expected),
    )
  })

test('a job queued in a session continues after a sign-out and after the session has expired', async () => {
  const leaving = await bySession()
  const left = await runWith(leaving, () => succeeds(leaving.api.delete('/api/v2/users/me/logout')))
  assert.deepEqual([left.row.status, left.created.length], ['completed', ITEMS])
  assert.equal((await leaving.api.get('/api/v2/sessions')).status, 401)
  assert.deepEqual((await boss.get(`/api/v2/users/${leaving.person.id}/sessions`)).body.sessions, [])
  const staying = await bySession()
  const over = await runWith(
    staying,
    () => sql`update sessions set expires_at = now() - interval '1 hour' where id = ${staying.credential.id}`,
  )
  assert.deepEqual([over.row.status, over.created.length], ['completed', ITEMS])
})

test('a job continues when its access token is refreshed with the same scopes', async () => {
  const caller = await byOAuth()
  const { row, created } = await runWith(caller, () => succeeds(caller.refresh('read write')))
  assert.deepEqual([row.status, created.length], ['completed', ITEMS])
})

test('a user demoted meanwhile is refused what they may no longer do, item by item', async () => {
  const caller = await bySession()
  const demote = () => succeeds(boss.put(`/api/v2/users/${caller.person.id}`, { user: { role: 'agent' } }))
  const { row, created } = await runWith(caller, demote)
  assert.deepEqual([row.status, row.progress, created.length], ['completed', ITEMS, AT])
  const refused = (row.results as { error?: string }[]).slice(AT)
  assert.deepEqual(
    refused.map(({ error }) => error),
    refused.map(() => 'Forbidden'),
  )
})

test('a job queued on behalf of an end user stops once the impersonator is no administrator', async () => {
  const { id, email } = await administrator()
  const client = await registerClient(app)
  const asAdmin = app.as({ email, token: app.admin.token })
  const scopes = ['read', 'write', 'impersonate']
  const { token } = (await asAdmin.post('/api/v2/oauth/tokens', { token: { client_id: client.id, scopes } })).body
  const endUser = await putPerson(app, { role: 'end-user' })
  const photo = { remote_photo_url: 'https://photos.example.com/me.png' }
  const onBehalf = app.as({ bearer: token.full_token })
  await succeeds(onBehalf.put('/api/v2/users/me', { user: photo }, { 'x-on-behalf-of': String(endUser.id) }))
  const job = (await listQueuedJobs(sql)).find(({ call }) => call.payload.user_id === endUser.id)
  const asAsked = async () =>
    inTransaction(await system(), (tx) => contextAsStarted(tx, job?.call.asked ?? assert.fail('nothing was queued')))
  const { actor, auth } = await asAsked()
  assert.deepEqual([actor.id, auth.impersonator?.id], [endUser.id, id])
  await succeeds(boss.put(`/api/v2/users/${id}`, { user: { role: 'agent' } }))
  await assert.rejects(asAsked, /may no longer act on behalf of this end user/)
})
