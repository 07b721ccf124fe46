/** The credentials of an integration go only to its requester, end with it, and cannot be reactivated. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp, trackIssues, TRACKER } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { createAcceptedRequest, getGovernedPeople, putDuties, putPersonInPerson } from '#test/governance.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp()
const { engineer, manager, provisioner } = await getGovernedPeople(app)
const bot = await putPersonInPerson(app, { role: 'admin', name: 'Integration bot' })
await trackIssues(app)
await setUp(app, { access: { integration_bot_id: bot.id } })

let named = 0
const CONFIG: Readonly<Record<string, object>> = {
  oauth: { service: 'Ledger', owner_contact: 'ledger@example.com' },
  chat: { workspace: 'acme', channel: '#support', owner_contact: 'chat@example.com' },
}

/** Creates an integration with scopes wide enough to attach an API token. */
async function makeIntegration(kind: 'oauth' | 'chat'): Promise<any> {
  const { request } = await createAcceptedRequest(app, { kind: 'integration', integration_kind: kind, scopes: ['read', 'write'] })
  const integration = { access_request_id: request.id, kind, name: `${kind} ${++named}`, config: CONFIG[kind] }
  const answer = await bot.api.post('/api/v2/integrations', { integration })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.integration
}

const attach = (id: number, owned: object) => app.inPerson.post(`/api/v2/integrations/${id}/owned`, { owned })
const revoke = (id: number, name: string) =>
  engineer.api.post(`/api/v2/integrations/${id}/revoke`, { step: { reason: 'Over', confirm: name } })

// Only the requester sees the value. @source docs/reference/access_governance.md §8
test('neither administrators nor the bot can generate a secret for a client made for an integration', async () => {
  const { owned } = await makeIntegration('oauth')
  const [id] = owned.oauth_clients
  for (const who of [app.inPerson, app.api, bot.api]) {
    const answer = await who.put(`/api/v2/oauth/clients/${id}/generate_secret`)
    assert.equal(answer.status, 403, JSON.stringify(answer.body))
    assert.match(answer.body.error.message, /rotated at its access request/)
  }
})

test('only the user an attached client acts as can generate a new secret for it', async () => {
  const { id } = await makeIntegration('chat')
  const holder = await putPersonInPerson(app, { role: 'admin' })
  const other = await putPersonInPerson(app, { role: 'admin' })
  const given = { name: 'Attached', identifier: 'attached', scopes: ['read'] }
  const { client } = (await holder.api.post('/api/v2/oauth/clients', { client: given })).body
  assert.equal((await attach(id, { oauth_client_id: client.id })).status, 200)
  assert.equal((await other.api.put(`/api/v2/oauth/clients/${client.id}/generate_secret`)).status, 403)
  assert.equal((await holder.api.put(`/api/v2/oauth/clients/${client.id}/generate_secret`)).status, 200)
})

// @source docs/reference/specification.md §5.5.2; docs/reference/access_governance.md §10
test('an API token that ended with its integration cannot be reactivated', async () => {
  const { id, name } = await makeIntegration('chat')
  const given = { description: `${TRACKER}attached` }
  const { api_token } = (await app.inPerson.post('/api/v2/api_tokens', { api_token: given })).body
  assert.equal((await attach(id, { api_token_id: api_token.id })).status, 200)
  const switchToken = (active: boolean, by = app.inPerson) => by.put(`/api/v2/api_tokens/${api_token.id}`, { api_token: { active } })
  assert.deepEqual([(await switchToken(false)).status, (await switchToken(true)).status], [200, 200], 'while the integration goes on')
  assert.equal((await switchToken(false)).status, 200)
  const plain = await putPersonInPerson(app, { role: 'admin' })
  for (const by of [app.api, plain.api]) assert.equal((await switchToken(true, by)).status, 403, 'neither a token nor whoever makes none')
  await putDuties(app, provisioner.id, ['provisioner', 'engineer'])
  assert.equal((await app.inPerson.put(`/api/v2/users/${provisioner.id}`, { user: { role: 'admin' } })).status, 200)
  const reviewer = await switchToken(true, provisioner.api)
  assert.deepEqual([reviewer.status, /A person who reviewed/.test(JSON.stringify(reviewer.body))], [403, true])
  assert.equal((await revoke(id, name)).status, 200)
  const back = await switchToken(true)
  assert.equal(back.status, 422)
  assert.match(back.body.details.base[0].description, /integration .* has been revoked/)
  assert.equal((await app.as({ email: app.admin.email, token: api_token.token }).get('/api/v2/groups')).status, 401)
})

const reset = defineStatement<unknown>(
  `update access_requests set state = 'accepted', integration_id = null, deadline_at = '2090-01-01' where account_id = ${app.account_id} and id = $1`,
)
const markIssued = defineStatement<unknown>(
  `update access_requests set state = 'issued', integration_id = $2, deadline_at = null where account_id = ${app.account_id} and id = $1`,
)
const lockRequest = defineStatement<unknown>(`select id from access_requests where account_id = ${app.account_id} and id = $1 for update`)
const countLockWaits = defineStatement<{ count: number }>(
  'select count(*) as count from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
)

test('a request whose integration is created during its revocation is not revoked without the integration', async () => {
  const { database } = app.database
  const { id, access_request_id, name } = await makeIntegration('chat')
  await database.run(reset(access_request_id))
  const path = `/api/v2/access_requests/${access_request_id}/revoke`
  let answer: ReturnType<typeof engineer.api.post> | undefined
  await database.transaction(async (tx) => {
    await tx.first(lockRequest(access_request_id))
    answer = engineer.api.post(path, { step: { reason: 'Over' } })
    while ((await database.first(countLockWaits()))?.count === 0);
    await tx.run(markIssued(access_request_id, id))
  })
  assert.equal((await answer)?.status, 409)
  assert.equal((await app.api.get(`/api/v2/integrations/${id}`)).body.integration.state, 'creating')
  const again = await engineer.api.post(path, { step: { reason: 'Over', confirm: name } })
  assert.deepEqual([again.status, again.body.access_request?.state], [200, 'revoked'])
  assert.equal((await app.api.get(`/api/v2/integrations/${id}`)).body.integration.state, 'revoking')
})

// @source docs/reference/access_governance.md §3
test('a user who decided on the request of an integration cannot generate a secret for their client that was attached to it', async () => {
  const { id } = await makeIntegration('chat')
  assert.equal((await app.inPerson.put(`/api/v2/users/${manager.id}`, { user: { role: 'admin' } })).status, 200)
  const given = { name: 'Of the manager', identifier: 'of_the_manager', scopes: ['read'] }
  const { client } = (await manager.api.post('/api/v2/oauth/clients', { client: given })).body
  const generate = () => manager.api.put(`/api/v2/oauth/clients/${client.id}/generate_secret`)
  assert.equal((await generate()).status, 200, 'a client of nobody else’s')
  assert.equal((await attach(id, { oauth_client_id: client.id })).status, 200)
  const refused = await generate()
  assert.equal(refused.status, 403, JSON.stringify(refused.body))
  assert.match(JSON.stringify(refused.body), /The manager who approved an access request/)
})
