/** A one-time secret of an integration is opened a second time: someone other than its reader may have read it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { createAcceptedRequest, getGovernedPeople, putPersonInPerson } from '#test/governance.ts'
import { sessionFor } from '#test/system.ts'

const app = await useApp()
const { requester, engineer } = await getGovernedPeople(app)
const bot = await putPersonInPerson(app, { role: 'agent', name: 'Integration bot' })
await setUp(app, { access: { integration_bot_id: bot.id } })
const atRequester = await sessionFor(app, requester.id)

const CONFIG: Readonly<Record<string, object>> = {
  oauth: { service: 'Ledger', owner_contact: 'ledger@example.com' },
  webhook: { service: 'Hooks', target_url: 'https://hooks.example.com/in', owner_contact: 'hooks@example.com' },
}
let named = 0

async function makeIntegration(kind: 'oauth' | 'webhook') {
  const scopes = kind === 'oauth' ? { scopes: ['tickets:read', 'users:read'] } : {}
  const { request } = await createAcceptedRequest(app, { kind: 'integration', integration_kind: kind, ...scopes })
  const integration = { access_request_id: request.id, kind, name: `${kind} ${++named}`, config: CONFIG[kind] }
  const { status, body } = await bot.api.post('/api/v2/integrations', { integration })
  assert.equal(status, 201, JSON.stringify(body))
  return { id: body.integration.id as number, request: request.id as number, secret: body.shared_secret.id as number }
}

const open = (id: number) => atRequester.post('/api/v2/shared_secrets/open', { open: { id } })
const rotate = async (request: number) => {
  const { status, body } = await engineer.api.post(`/api/v2/access_requests/${request}/rotate`, { rotation: {} })
  assert.equal(status, 201, JSON.stringify(body))
  return body.shared_secret.id as number
}
const credentials = async (secret: number) => JSON.parse((await open(secret)).body.value)
const grant = ({ client_id, client_secret }: any) =>
  app.as({}).post('/oauth/tokens', { grant_type: 'client_credentials', client_id, client_secret, scope: 'tickets:read' })
const works = async (bearer: string) => (await app.as({ bearer }).get('/api/v2/tickets')).status
const entries = async (type: string, id: number): Promise<string> =>
  JSON.stringify((await app.api.get(`/api/v2/audit_logs?filter[source_type]=${type}&filter[source_id]=${id}`)).body.audit_logs)
const lastMail = async (): Promise<string> =>
  (await app.api.get('/api/v2/deskhand/mails?filter[topic]=shared_secret.reopened&sort=-id')).body.mails[0].body

// A second open revokes. @source docs/reference/access_governance.md §8
test('a second open revokes the client secret and the tokens of an integration', async () => {
  const { id, request, secret } = await makeIntegration('oauth')
  const first = await credentials(secret)
  const granted = (await grant(first)).body.access_token
  assert.deepEqual([await works(first.access_token), await works(granted)], [200, 200])
  assert.equal((await open(secret)).status, 410)
  assert.deepEqual([await works(first.access_token), await works(granted), (await grant(first)).status], [401, 401, 401])
  const [client] = (await app.api.get(`/api/v2/integrations/${id}`)).body.integration.owned.oauth_clients
  assert.match(await entries('oauth_client', client), new RegExp(`The one-time secret ${secret} was opened a second time`))
  assert.match(await lastMail(), /and all tokens granted by it no longer work/)
  const next = await credentials(await rotate(request))
  assert.deepEqual([await works(next.access_token), (await grant(next)).status], [200, 200])
  assert.equal((await open(secret)).status, 410)
  assert.equal(await works(next.access_token), 200, 'a third open ends nothing more')
})

test('a second open of a rotated secret ends the old credentials, and no newer ones', async () => {
  const { request, secret } = await makeIntegration('oauth')
  const first = await credentials(secret)
  const next = await credentials(await rotate(request))
  assert.deepEqual([await works(first.access_token), (await grant(first)).status], [200, 200])
  assert.equal((await open(secret)).status, 410)
  assert.deepEqual([await works(first.access_token), (await grant(first)).status], [401, 401])
  assert.deepEqual([await works(next.access_token), (await grant(next)).status], [200, 200])
})

test('a second open removes the signing secret it contained from its integration, and no newer one', async () => {
  const { id, request, secret } = await makeIntegration('webhook')
  const readSealed = async () => (await app.api.get(`/api/v2/integrations/${id}`)).body.integration.sealed
  assert.equal((await open(secret)).status, 200)
  assert.deepEqual(await readSealed(), ['signing_secret'])
  assert.equal((await open(secret)).status, 410)
  assert.deepEqual(await readSealed(), [])
  assert.match(await entries('integration', id), new RegExp(`The one-time secret ${secret} was opened a second time`))
  assert.match(await lastMail(), /signing secret in it no longer works/)
  const second = await rotate(request)
  assert.equal((await open(second)).status, 200)
  await rotate(request)
  assert.equal((await open(second)).status, 410)
  assert.deepEqual(await readSealed(), ['signing_secret'])
})
