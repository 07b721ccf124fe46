import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { createAcceptedRequest, createFiledRequest, getGovernedPeople, putPersonInPerson } from '#test/governance.ts'
import { putInstance, putSettings } from '#test/instances.ts'
import { sessionFor } from '#test/system.ts'
import { makeSecret } from '#core/secrets.ts'
import { defineStatement } from '#db/builder.ts'
import { INTEGRATION_KINDS as REQUESTED_KINDS, KINDS_WITH_CLIENT } from '../access_requests/states.ts'
import { KIND_NAMES, kindNamed } from './kinds.ts'

const app = await useApp()
const { requester, manager, provisioner, engineer } = await getGovernedPeople(app)
const bot = await putPersonInPerson(app, { role: 'agent', name: 'Integration bot' })
const stranger = await putPersonInPerson(app, { role: 'agent', name: 'Sam Stranger' })
await setUp(app, { access: { integration_bot_id: bot.id } })
const atRequester = await sessionFor(app, requester.id)

let named = 0
const CONFIG: Readonly<Record<string, object>> = {
  oauth: { service: 'Ledger', owner_contact: 'ledger@example.com' },
  webhook: { service: 'Pager', target_url: 'https://hooks.example.com/in', owner_contact: 'pager@example.com' },
  mailbox: { address: 'invoices@example.com', folder: 'Invoices', server: 'imap.example.com', password: 'correct horse mailbox' },
  chat: { workspace: 'acme', channel: '#support', owner_contact: 'chat@example.com' },
  generic: { description: 'The warehouse copies tickets each night', owner_contact: 'warehouse@example.com' },
}
const acceptRequest = async (kind: string, given: object = {}) =>
  (await createAcceptedRequest(app, { kind: 'integration', integration_kind: kind, scopes: ['tickets:read', 'users:read'], ...given }))
    .request
const make = (who: { api: typeof app.api }, access_request_id: number, kind: string, given: object = {}) =>
  who.api.post('/api/v2/integrations', {
    integration: { access_request_id, kind, name: `${kind} ${++named}`, config: CONFIG[kind], ...given },
  })
const sentence = (answer: { body: any }) => JSON.stringify(answer.body)
const readIntegration = async (id: number) => (await app.api.get(`/api/v2/integrations/${id}`)).body.integration
const tick = (who: { api: typeof app.api }, id: number, key: string, step: object = {}) =>
  who.api.post(`/api/v2/integrations/${id}/steps/${key}`, { step })

/** Creates an integration, and returns it with its request and the response. */
async function makeIntegration(kind: string, given: object = {}, asked: object = {}): Promise<any> {
  const request = await acceptRequest(kind, asked)
  const answer = await make(bot, request.id, kind, given)
  assert.equal(answer.status, 201, sentence(answer))
  return { request, answer, ...answer.body.integration }
}

/** Opens the one-time secret of an integration as its requester. */
async function openSecret(integration: { shared_secret_id: number }): Promise<string> {
  const { status, body } = await atRequester.post('/api/v2/shared_secrets/open', { open: { id: integration.shared_secret_id } })
  assert.equal(status, 200, JSON.stringify(body))
  return body.value
}

// @source docs/reference/specification.md §5.5.5
test('the kinds of integrations are those that can be requested, each with its own two checklists', async () => {
  assert.deepEqual([...KIND_NAMES].sort(), [...REQUESTED_KINDS].sort())
  assert.deepEqual(
    KIND_NAMES.filter((kind) => kindNamed(kind).issues === 'oauth_client'),
    KINDS_WITH_CLIENT,
  )
  const { status, body } = await stranger.api.get('/api/v2/integrations/kinds')
  assert.equal(status, 200)
  assert.equal(body.kinds.length, KIND_NAMES.length)
  for (const list of ['creation', 'revocation']) {
    const checklists = body.kinds.map((kind: any) => JSON.stringify(kind[list].map((step: any) => [step.key, step.how])))
    assert.equal(new Set(checklists).size, KIND_NAMES.length, 'each kind has a procedure of its own')
    for (const kind of body.kinds) {
      assert.ok(
        kind[list].some((step: any) => !step.automatic),
        `${kind.kind} has nothing for a person to do`,
      )
      for (const step of kind[list]) assert.ok(step.how.length > 20 && step.title !== '', `${kind.kind} ${step.key}`)
    }
  }
  assert.equal((await app.as({}).get('/api/v2/integrations/kinds')).status, 401)
})

// @source docs/reference/specification.md §5.5.3
test('only the integration-bot agent makes an integration', async () => {
  const { id } = await acceptRequest('chat')
  for (const who of [requester, manager, provisioner, engineer, stranger, { api: app.inPerson }]) {
    const answer = await make(who, id, 'chat')
    assert.equal(answer.status, 403)
    assert.match(sentence(answer), /Only the integration-bot agent/)
  }
  assert.equal((await make({ api: app.as({}) }, id, 'chat')).status, 401)
  await setUp(app, { access: { integration_bot_id: null } })
  assert.match(sentence(await make(bot, id, 'chat')), /has none yet/)
  await setUp(app, { access: { integration_bot_id: bot.id } })
  const byToken = app.as({ email: bot.email, token: app.admin.token })
  assert.match(sentence(await make({ api: byToken }, id, 'chat')), /This must be done in person/)
  const answer = await make(bot, id, 'chat')
  assert.equal(answer.status, 201)
  assert.equal(answer.headers.get('location'), answer.body.integration.url)
  assert.equal(answer.body.integration.bot_user_id, bot.id)
  assert.equal((await app.api.get(`/api/v2/access_requests/${id}`)).body.access_request.state, 'issued')
})

// @source docs/reference/specification.md §5.6.4
// @source docs/reference/specification.md §5.6.1
test('an integration is created once for an accepted request for an integration', async () => {
  const filed = (await createFiledRequest(app, { kind: 'integration', integration_kind: 'chat' })).request
  const forToken = (await createAcceptedRequest(app)).request
  for (const [id, why] of [
    [filed.id, /waits for the approval of its manager/],
    [forToken.id, /must be an accepted request for an integration/],
    [999_999_999, /must be an accepted request for an integration/],
    [null, /must be an accepted request for an integration/],
  ] as const) {
    const answer = await make(bot, id as number, 'chat')
    assert.equal(answer.status, 422)
    assert.match(answer.body.details.access_request_id[0].description, why)
  }
  const { id } = await acceptRequest('chat')
  const answers = await Promise.all([1, 2, 3].map(() => make(bot, id, 'chat')))
  assert.deepEqual(
    answers.map(({ status }) => status).sort((one, other) => one - other),
    [201, 422, 422],
  )
  assert.match(sentence(await make(bot, id, 'chat')), /has been issued/)
  assert.equal((await bot.api.post('/api/v2/integrations', {})).status, 400)
})

// @source docs/reference/specification.md §5.5.4
test('an account of the government deployment refuses integrations, with the reason', async () => {
  const two = await putInstance(app, { subdomain: 'government', deployment: 'government' })
  await putSettings(app, two.id, { access: { integration_bot_id: two.owner_id } })
  const answer = await two.api.post('/api/v2/integrations', {
    integration: { access_request_id: 1, kind: 'chat', name: 'Chat', config: {} },
  })
  assert.equal(answer.status, 422)
  assert.match(answer.body.description, /not supported on the government deployment at present, for security reasons/)
})

test('scopes, state, owner and role come from the request and the bot, whatever the body says', async () => {
  const sent = {
    scopes: ['read', 'write'],
    role: 'admin',
    owner_id: 1,
    state: 'active',
    bot_user_id: 1,
    requester_id: 1,
    integration_id: 7,
  }
  const integration = await makeIntegration('oauth', sent)
  assert.deepEqual(integration.scopes, ['tickets:read', 'users:read'])
  assert.deepEqual([integration.state, integration.bot_user_id, integration.requester_id], ['creating', bot.id, requester.id])
  assert.match(integration.answer.headers.get('x-zendesk-api-warn'), /integration\.scopes/)
  const changed = await engineer.api.put(`/api/v2/integrations/${integration.id}`, { integration: { ...sent, kind: 'chat' } })
  assert.deepEqual([changed.body.integration.scopes, changed.body.integration.kind], [['tickets:read', 'users:read'], 'oauth'])
})

// @source docs/reference/specification.md §5.5.1
test('an OAuth-based integration owns a client that acts as the bot within the requested scopes; only the requester gets its credentials', async () => {
  const integration = await makeIntegration('oauth')
  const { answer } = integration
  assert.deepEqual(Object.keys(answer.body), ['integration', 'shared_secret'])
  assert.equal(answer.body.shared_secret.reader_id, requester.id)
  const [client_id] = integration.owned.oauth_clients
  const { client } = (await app.api.get(`/api/v2/oauth/clients/${client_id}`)).body
  assert.deepEqual([client.scopes, client.user_id, client.kind], [['tickets:read', 'users:read'], bot.id, 'confidential'])
  const credentials = JSON.parse(await openSecret(integration))
  assert.deepEqual(Object.keys(credentials), ['client_id', 'client_secret', 'access_token', 'scope', 'token_url'])
  for (const secret of [credentials.client_secret, credentials.access_token]) assert.ok(!sentence(answer).includes(secret))
  const bearer = app.as({ bearer: credentials.access_token })
  assert.equal((await bearer.get('/api/v2/users')).status, 200)
  assert.equal((await bearer.get('/api/v2/users/me')).body.user.id, bot.id)
  assert.equal((await bearer.get('/api/v2/groups')).status, 403, 'beyond the scopes')
  const grant = (scope: string) =>
    app.as({}).post('/oauth/tokens', {
      grant_type: 'client_credentials',
      client_id: credentials.client_id,
      client_secret: credentials.client_secret,
      scope,
    })
  assert.equal((await grant('tickets:read')).status, 200)
  assert.equal((await grant('read write')).body.error, 'invalid_scope')
})

test('the client of an integration can be narrowed, but neither widened nor made to act as another user', async () => {
  const { owned } = await makeIntegration('oauth')
  const put = (client: object) => app.api.put(`/api/v2/oauth/clients/${owned.oauth_clients[0]}`, { client })
  for (const scopes of [null, ['read', 'write'], ['tickets:read', 'users:read', 'users:write']])
    assert.equal((await put({ scopes })).body.details.scopes[0].error, 'InvalidValue', JSON.stringify(scopes))
  assert.ok((await put({ user_id: app.admin.id })).body.details.user_id)
  assert.deepEqual((await put({ scopes: ['tickets:read'] })).body.client.scopes, ['tickets:read'])
})

test('an OAuth-based integration needs scopes: none is created for an old request without scopes', async () => {
  const { id } = await acceptRequest('oauth')
  await app.database.database.run(
    defineStatement("update access_requests set scopes = '{}' where account_id = $1 and id = $2")(app.account_id, id),
  )
  const answer = await make(bot, id, 'oauth')
  assert.match(answer.body.details.access_request_id[0].description, /has no scopes/)
})

test('secrets are sealed and never shown: the signing secret of a webhook, the password of a mailbox', async () => {
  const webhook = await makeIntegration('webhook')
  const signing = await openSecret(webhook)
  assert.match(signing, /^dhw_\w{39}$/)
  assert.deepEqual(webhook.sealed, ['signing_secret'])
  const mailbox = await makeIntegration('mailbox')
  assert.equal(mailbox.answer.body.shared_secret, null)
  assert.deepEqual([mailbox.sealed, mailbox.config.password], [['password'], undefined])
  const rows = await app.database.database.all(
    defineStatement<{ text: string }>('select i::text as text from integrations i where i.account_id = $1')(app.account_id),
  )
  const log = (await app.api.get('/api/v2/audit_logs?filter[source_type]=integration&per_page=100')).body
  const texts = [
    ...rows.map(({ text }) => text),
    JSON.stringify(log),
    JSON.stringify(await readIntegration(webhook.id)),
    sentence(mailbox.answer),
  ]
  for (const text of texts)
    for (const secret of [signing, 'correct horse mailbox'])
      assert.ok(!text.includes(secret) && !text.includes(Buffer.from(secret).toString('hex')))
})

test('the configuration is checked by its kind: missing members, invalid addresses and addresses that are not public', async () => {
  const expectInvalid = async (kind: string, config: object, member: string, error: string) => {
    const { id } = wanted.get(kind) ?? (wanted.set(kind, await acceptRequest(kind)), wanted.get(kind))
    const answer = await make(bot, id, kind, { config: { ...CONFIG[kind], ...config } })
    assert.equal(answer.status, 422, sentence(answer))
    assert.equal(answer.body.details[member]?.[0].error, error, sentence(answer))
  }
  const wanted = new Map<string, any>()
  await expectInvalid('webhook', { target_url: '' }, 'config.target_url', 'BlankValue')
  for (const target_url of [
    'http://hooks.example.com',
    'https://127.0.0.1/x',
    'https://[::1]/',
    'https://169.254.169.254/',
    'https://a:b@example.com/',
  ])
    await expectInvalid('webhook', { target_url }, 'config.target_url', 'InvalidFormat')
  await expectInvalid('webhook', { target_url: 7 }, 'config.target_url', 'InvalidValue')
  await expectInvalid('webhook', { owner_contact: 'nobody' }, 'config.owner_contact', 'InvalidFormat')
  await expectInvalid('oauth', { redirect_uri: 'https://localhost/back' }, 'config.redirect_uri', 'InvalidFormat')
  await expectInvalid('mailbox', { server: '10.0.0.5' }, 'config.server', 'InvalidFormat')
  await expectInvalid('mailbox', { password: null }, 'config.password', 'BlankValue')
  await expectInvalid('generic', { description: 'x'.repeat(2001) }, 'config.description', 'TooLong')
  await expectInvalid('generic', { description: `Calls with ${makeSecret('dhp')}` }, 'config.description', 'InvalidValue')
  const { id } = await acceptRequest('chat')
  assert.match(sentence(await make(bot, id, 'webhook')), /the access request asks for chat/)
  assert.match(sentence(await make(bot, id, 'chat', { name: ' ' })), /cannot be blank/)
  const first = await make(bot, id, 'chat', { name: 'Night watch', config: { ...CONFIG.chat, extra: 'x' } })
  assert.deepEqual(Object.keys(first.body.integration.config), ['workspace', 'channel', 'owner_contact'])
  const second = await acceptRequest('chat')
  assert.equal((await make(bot, second.id, 'chat', { name: 'NIGHT WATCH' })).body.details.name[0].error, 'DuplicateValue')
})

test('ticking the last creation step activates the integration and its request; automatic steps cannot be ticked', async () => {
  const { id, request } = await makeIntegration('chat')
  assert.equal((await tick(stranger, id, 'install_app')).status, 404, 'a stranger does not see it')
  assert.equal((await tick(provisioner, id, 'install_app')).status, 403)
  assert.match(sentence(await tick(requester, id, 'install_app')), /The requester of an integration may not work on it/)
  const byToken = app.as({ email: engineer.email, token: app.admin.token })
  assert.match(sentence(await tick({ api: byToken }, id, 'install_app')), /This must be done in person/)
  assert.equal((await tick(engineer, id, 'no_such_step')).status, 404)
  assert.equal((await tick(engineer, id, 'uninstall_app')).status, 422, 'its revocation has not begun')
  assert.equal((await tick(engineer, id, 'remove_credentials')).status, 422, 'that is done by the service')
  assert.equal((await tick(engineer, id, 'install_app', { note: 'x'.repeat(2001) })).body.details.note[0].error, 'TooLong')
  assert.equal((await tick(engineer, id, 'install_app', { note: makeSecret('dhc') })).body.details.note[0].error, 'InvalidValue')
  const noted = await tick(engineer, id, 'install_app', { note: ' By Kim, today ' })
  const [step] = noted.body.integration.creation_steps
  assert.deepEqual([step.key, step.done_by_id, step.note], ['install_app', engineer.id, 'By Kim, today'])
  assert.equal((await tick(bot, id, 'install_app', { done: false })).body.integration.creation_steps[0].done_at, null)
  for (const key of ['install_app', 'limit_channel']) await tick(bot, id, key)
  const last = await tick({ api: app.inPerson }, id, 'verify_message', { done: 'true' })
  assert.equal(last.body.integration.state, 'active')
  assert.equal((await app.api.get(`/api/v2/access_requests/${request.id}`)).body.access_request.state, 'active')
  assert.match(sentence(await tick(engineer, id, 'install_app', { done: false })), /closed/)
})

test('name and configuration can change, an absent secret stays, and changes are audited', async () => {
  const { id } = await makeIntegration('mailbox')
  const put = (who: { api: typeof app.api }, integration: object) => who.api.put(`/api/v2/integrations/${id}`, { integration })
  assert.equal((await put(stranger, { name: 'Mine' })).status, 404)
  assert.equal((await put(provisioner, { name: 'Mine' })).status, 403)
  assert.equal((await put(requester, { name: 'Mine' })).status, 403)
  assert.equal((await put(engineer, { config: { address: 'nobody' } })).status, 422)
  const changed = await put(engineer, { name: 'Invoices', config: { folder: 'Paid' } })
  assert.deepEqual(
    [changed.body.integration.name, changed.body.integration.config.folder, changed.body.integration.sealed],
    ['Invoices', 'Paid', ['password']],
  )
  const moved = await put(engineer, { config: { server: 'imap.example.net' } })
  assert.deepEqual([moved.status, Object.keys(moved.body.details)], [422, ['config.password']], 'a password was given for one host')
  await put(engineer, { config: { password: 'another one entirely' } })
  await put(engineer, { name: 'Invoices' })
  const log = (await app.api.get(`/api/v2/audit_logs?filter[source_type]=integration&filter[source_id]=${id}&sort=created_at`)).body
    .audit_logs
  assert.deepEqual(log.map((entry: { change_description: string }) => entry.change_description).slice(1), [
    'Changed: folder, name',
    'Changed: password',
  ])
})

test('administrators, engineers, provisioners and the bot see all integrations, requesters only their own, others none', async () => {
  const { id } = await makeIntegration('chat')
  const ids = async (who: { api: typeof app.api }, query = '?sort=-id&page[size]=100') =>
    (await who.api.get(`/api/v2/integrations${query}`)).body.integrations.map((integration: { id: number }) => integration.id)
  for (const who of [{ api: app.inPerson }, engineer, provisioner, bot, requester]) assert.ok((await ids(who)).includes(id))
  assert.deepEqual(await ids(stranger), [])
  assert.equal((await stranger.api.get(`/api/v2/integrations/${id}`)).status, 404)
  assert.equal((await app.api.get('/api/v2/integrations/999999999')).status, 404)
  assert.equal((await app.api.get('/api/v2/integrations/mine')).status, 400)
  assert.equal((await app.as({}).get('/api/v2/integrations')).status, 401)
  const list = await app.api.get('/api/v2/integrations?filter[kind]=chat&filter[state]=creating&per_page=1')
  assert.deepEqual(Object.keys(list.body), ['integrations', 'next_page', 'previous_page', 'count'])
  assert.ok(list.body.integrations.every((each: any) => each.kind === 'chat' && each.state === 'creating'))
  assert.deepEqual((await readIntegration(id)).allowed_acts, ['change', 'tick', 'attach', 'revoke'])
  assert.deepEqual((await requester.api.get(`/api/v2/integrations/${id}`)).body.integration.allowed_acts, ['revoke'])
  assert.deepEqual((await provisioner.api.get(`/api/v2/integrations/${id}`)).body.integration.allowed_acts, [])
})

// @source docs/reference/access_governance.md §3
test('a user who decided on the request of an integration cannot enter its secrets, but can change the rest', async () => {
  const { id } = await makeIntegration('mailbox')
  assert.equal((await app.inPerson.put(`/api/v2/users/${manager.id}`, { user: { role: 'admin' } })).status, 200)
  const put = (config: object) => manager.api.put(`/api/v2/integrations/${id}`, { integration: { config } })
  const refused = await put({ password: 'one the manager knows' })
  assert.equal(refused.status, 403, sentence(refused))
  assert.match(sentence(refused), /The manager who approved an access request/)
  assert.equal((await put({ folder: 'Paid' })).status, 200)
})
