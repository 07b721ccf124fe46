/** Users who filed, approved or reviewed an access request never see or create its credential's value, whatever duties they get later. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { setUp } from '../access.ts'
import { useApp } from '../app.ts'
import type { Client, Answer } from '../client.ts'
import { createAcceptedRequest, type GovernedPerson, getGovernedPeople, putDuties, putPersonInPerson } from '../governance.ts'
import { sessionFor } from '../system.ts'

const app = await useApp()
const { requester, manager, provisioner } = await getGovernedPeople(app)
const issuer = await putPersonInPerson(app, { role: 'admin', name: 'Ines Issuer' })
const bot = await putPersonInPerson(app, { role: 'admin', name: 'Integration bot' })

/** The users who took part, with as many rights as possible without owning the account. */
const PARTS: readonly [string, GovernedPerson, RegExp][] = [
  ['requester', requester, /The requester of an access request/],
  ['approving manager', manager, /The manager who approved an access request/],
  ['reviewer', provisioner, /A person who reviewed an access request/],
]

async function setDuties(strong: boolean): Promise<void> {
  await putDuties(app, requester.id, strong ? ['engineer'] : [], manager.id)
  await putDuties(app, manager.id, strong ? ['engineer'] : [])
  await putDuties(app, provisioner.id, strong ? ['provisioner', 'engineer', 'support_operations'] : ['provisioner'])
}

before(async () => {
  await putDuties(app, issuer.id, ['engineer'])
  await setUp(app, { access: { integration_bot_id: bot.id } })
  for (const { id } of [requester, manager, provisioner])
    assert.equal((await app.inPerson.put(`/api/v2/users/${id}`, { user: { role: 'admin' } })).status, 200)
  await setDuties(true)
})

const OAUTH = { kind: 'integration', integration_kind: 'oauth', scopes: ['read', 'write'] }
let named = 0

async function acceptRequest(overrides: object = {}): Promise<any> {
  return (await createAcceptedRequest(app, overrides as Record<string, unknown>)).request
}

/** Creates a request whose token was issued; returns its id, the token's, and the value shown to the issuer. */
async function issueToken(mode: 'show' | 'hand_over' = 'hand_over') {
  const { id } = await acceptRequest()
  const { status, body } = await issuer.api.post(`/api/v2/access_requests/${id}/issue`, { issue: { mode } })
  assert.equal(status, 201, JSON.stringify(body))
  return { id, api_token_id: body.api_token.id, value: body.api_token.token, shared_secret_id: body.shared_secret?.id }
}

/** Creates a request that has led to an integration with an OAuth client. */
async function createIntegration() {
  const { id } = await acceptRequest(OAUTH)
  const config = { service: 'Ledger', owner_contact: 'ledger@example.com' }
  const integration = { access_request_id: id, kind: 'oauth', name: `Ledger ${++named}`, config }
  const { status, body } = await bot.api.post('/api/v2/integrations', { integration })
  assert.equal(status, 201, JSON.stringify(body))
  return { id, integration_id: body.integration.id, client_id: body.integration.owned.oauth_clients[0] }
}

type Act = (as: Client) => Promise<Answer>

/** For each route that returns a value or puts one into a one-time secret: the call, on a credential prepared for it. */
const ACTS: Readonly<Record<string, () => Promise<Act | readonly Act[]>>> = {
  'access_requests/issue': async () => {
    const { id } = await acceptRequest()
    return ['show', 'hand_over'].map((mode) => (as: Client) => as.post(`/api/v2/access_requests/${id}/issue`, { issue: { mode } }))
  },
  'access_requests/hand_over': async () => {
    const { id, value } = await issueToken('show')
    return (as) => as.post(`/api/v2/access_requests/${id}/hand_over`, { hand_over: { value } })
  },
  'access_requests/rotate': async () => {
    const ids = [(await issueToken()).id, (await createIntegration()).id]
    return ids.map((id) => (as: Client) => as.post(`/api/v2/access_requests/${id}/rotate`, { rotation: {} }))
  },
  'api_tokens/create': async () => {
    const { page_url } = await acceptRequest()
    return (as) => as.post('/api/v2/api_tokens', { api_token: { description: page_url } })
  },
  'api_tokens/rotate': async () => {
    const { api_token_id } = await issueToken()
    return (as) => as.post(`/api/v2/api_tokens/${api_token_id}/rotate`, { rotation: { silent_days: 7 } })
  },
  'oauth_clients/generate_secret': async () => {
    const { client_id } = await createIntegration()
    return (as) => as.put(`/api/v2/oauth/clients/${client_id}/generate_secret`)
  },
  'oauth_tokens/create': async () => {
    const { client_id } = await createIntegration()
    return (as) => as.post('/api/v2/oauth/tokens', { token: { client_id, scopes: ['read'] } })
  },
  'integrations/attach': async () => {
    const { integration_id } = await createIntegration()
    return (as) => as.post(`/api/v2/integrations/${integration_id}/owned`, { owned: { api_token_id: 1 } })
  },
}

/** Uncached routes that return no value of a request's credential, with the reason. */
const OTHERS: Readonly<Record<string, string>> = {
  'shared_secrets/create': 'a value the caller brings; that of a token of a request goes to its requester alone, see below',
  'shared_secrets/open': 'shows the requester what is theirs, and nobody else anything, see below',
  'oauth_tokens/grant': 'takes a code, a secret or a refresh token the caller holds already',
  'oauth_tokens/introspect': 'says what is known of a value the caller brings',
  'oauth_clients/create': 'a client of the caller’s own',
  'oauth_authorizations/create': 'a code for the client, by the consent of the person the client will act as',
  'leaked_secrets/create': 'says whether values the caller brings are ours',
  'oauth_authorizations/new': 'a question',
  'oauth_tokens/revoke_by_client': 'answers nothing',
  'webhooks/show_signing_secret': 'signs what is sent outside; of no request',
  'webhooks/reset_signing_secret': 'the same, new',
  'second_factor/create': 'the caller’s own',
  'second_factor/confirm': 'the caller’s own',
  'second_factor/recovery_codes': 'the caller’s own',
  'access/sign_in': 'the caller’s own',
  'access/second_factor': 'the caller’s own',
  'access/verify_address': 'an address',
  'access/forgotten_password': 'nothing',
  'instances/create': 'the first API token of a new instance',
  'access/password_link': 'whose password a mailed link is for',
  'access/password_link/update': 'an address',
}

// @source docs/reference/access_governance.md §3
test('no route shows or creates a value for users who took part in its request', async () => {
  for (const [name, prepare] of Object.entries(ACTS)) {
    const acts = [await prepare()].flat() as Act[]
    for (const [part, person, why] of PARTS)
      for (const act of acts) {
        const { status, body } = await act(person.api)
        assert.equal(status, 403, `${name} by the ${part}: ${JSON.stringify(body)}`)
        if (name !== 'oauth_clients/generate_secret' && name !== 'integrations/attach')
          assert.match(JSON.stringify(body), why, `${name} by the ${part}`)
        assert.doesNotMatch(JSON.stringify(body), /dh[a-z]_\w/, `${name} by the ${part}`)
      }
  }
})

test('an engineer without another part may do each of these acts, so it is the part that is refused', async () => {
  for (const name of [
    'access_requests/hand_over',
    'access_requests/rotate',
    'api_tokens/create',
    'api_tokens/rotate',
    'oauth_tokens/create',
  ]) {
    const [act] = [await (ACTS[name] as () => Promise<Act | readonly Act[]>)()].flat() as Act[]
    const { status, body } = await (act as Act)(issuer.api)
    assert.ok(status === 200 || status === 201, `${name}: ${JSON.stringify(body)}`)
  }
})

test('every uncached route is tested here, or returns no value of a request', async () => {
  const files = (await readdir('server/modules', { recursive: true })).filter((path) => path.endsWith('routes.ts'))
  const names: string[] = []
  for (const file of files) {
    const text = await readFile(join('server/modules', file), 'utf8')
    for (const part of text.split(/\broute\(\{/).slice(1))
      if (/\bforbidCaching\(|\banswerSignIn\(/.test(part)) names.push(/name: '([^']+)'/.exec(part)?.[1] ?? part.slice(0, 80))
  }
  assert.ok(names.length > 15)
  const unknown = names.filter((name) => !(name in ACTS) && !(name in OTHERS))
  assert.deepEqual(unknown, [])
})

test('the allowed acts of the request and of the token are consistent', async () => {
  const { id, api_token_id } = await issueToken('show')
  const { integration_id } = await createIntegration()
  const actsOf = async ({ api }: GovernedPerson) => [
    (await api.get(`/api/v2/access_requests/${id}`)).body.access_request.allowed_acts,
    (await api.get(`/api/v2/api_tokens/${api_token_id}`)).body.api_token.allowed_acts,
    (await api.get(`/api/v2/integrations/${integration_id}`)).body.integration.allowed_acts.includes('attach'),
  ]
  assert.deepEqual(await actsOf(issuer), [['hand_over', 'rotate'], ['rotate'], true])
  for (const [part, person] of PARTS) assert.deepEqual(await actsOf(person), [[], [], false], part)
  const listed = (await manager.api.get('/api/v2/api_tokens?per_page=100')).body.api_tokens
  assert.deepEqual(listed.find((token: { id: number }) => token.id === api_token_id).allowed_acts, [])
})

test('the one-time secret opens for the requester and for no one else involved', async () => {
  const { shared_secret_id } = await issueToken()
  const open = async (person: GovernedPerson) =>
    (await sessionFor(app, person.id)).post('/api/v2/shared_secrets/open', { open: { id: shared_secret_id } })
  for (const person of [manager, provisioner, issuer, bot]) assert.ok([403, 404].includes((await open(person)).status), person.name)
  assert.equal((await open(requester)).status, 200)
})

test('an engineer can send a shown value by one-time secret to its requester only', async () => {
  const { id, value } = await issueToken('show')
  const send = (person: GovernedPerson, reader: GovernedPerson, text: string) =>
    person.api.post('/api/v2/shared_secrets', { shared_secret: { reader_id: reader.id, label: 'For you', value: text } })
  const another = (await issueToken('show')).value
  for (const [reader, text] of [
    [manager, value],
    [provisioner, `The token is ${value}.`],
    [requester, `${value} and ${another}`],
  ] as const) {
    const { status, body } = await send(issuer, reader, text)
    assert.equal(status, 422, JSON.stringify(body))
    assert.match(body.details.value[0].description, /hand it over at the access request/)
  }
  for (const person of [manager, provisioner]) {
    const { status, body } = await send(person, requester, value)
    assert.equal(status, 403, JSON.stringify(body))
    assert.match(JSON.stringify(body), /who (approved|reviewed) an access request/)
  }
  const sent = await send(issuer, requester, value)
  assert.deepEqual([sent.status, sent.body.shared_secret.access_request_id], [201, id])
})

// Only where the instance allows it, and it is logged. @source docs/reference/access_governance.md §3
test('where the account lets the engineer be the reviewer, a rotation by the reviewer is done and logged as such', async () => {
  const { id, api_token_id } = await issueToken()
  const { id: integrationRequest, integration_id } = await createIntegration()
  await setUp(app, { access: { engineer_may_review: true } })
  try {
    for (const request of [id, integrationRequest]) {
      assert.equal((await manager.api.post(`/api/v2/access_requests/${request}/rotate`, {})).status, 403)
      assert.equal((await provisioner.api.post(`/api/v2/access_requests/${request}/rotate`, {})).status, 201)
    }
    const token = (await app.api.get(`/api/v2/access_requests/${id}`)).body.access_request.api_token_id
    assert.notEqual(token, api_token_id)
    for (const [type, source] of [
      ['apitoken', token],
      ['integration', integration_id],
    ]) {
      const path = `/api/v2/audit_logs?filter[source_type]=${type}&filter[source_id]=${source}&sort=-created_at`
      assert.match((await app.api.get(path)).body.audit_logs[0].change_description, /By the engineer who also reviewed it/)
    }
  } finally {
    await setUp(app, { access: { engineer_may_review: false } })
  }
})

test('where the account lets the engineer be the reviewer, each other act of theirs on a value is logged as such', async () => {
  const shown = await issueToken('show')
  const withClient = await createIntegration()
  const { body: made } = await provisioner.api.post('/api/v2/oauth/clients', {
    client: {
      name: 'Own',
      identifier: 'own-of-the-reviewer',
      redirect_uri: ['https://own.example.com/callback'],
      scopes: ['read', 'write'],
    },
  })
  const oauth_client_id: number = made.client.id
  const mailbox = (await acceptRequest({ ...OAUTH, integration_kind: 'mailbox' })).id
  const config = { address: 'invoices@example.com', folder: 'In', server: 'imap.example.com', password: 'made for this only' }
  const draft = { access_request_id: mailbox, kind: 'mailbox', name: 'Invoices', config }
  const { body: kept } = await bot.api.post('/api/v2/integrations', { integration: draft })
  const mailbox_id: number = kept.integration.id
  const readNewestChange = async (type: string, source: number) => {
    const path = `/api/v2/audit_logs?filter[source_type]=${type}&filter[source_id]=${source}&sort=-created_at`
    return (await app.api.get(path)).body.audit_logs[0].change_description as string
  }
  const api = provisioner.api
  const entered = { integration: { config: { password: 'another one entirely' } } }
  const acts: readonly [string, () => Promise<Answer>, string, (body: any) => number][] = [
    [
      'hand_over',
      () => api.post(`/api/v2/access_requests/${shown.id}/hand_over`, { hand_over: { value: shown.value } }),
      'shared_secret',
      (body) => body.shared_secret.id,
    ],
    ['change', () => api.put(`/api/v2/integrations/${mailbox_id}`, entered), 'integration', () => mailbox_id],
    [
      'attach',
      () => api.post(`/api/v2/integrations/${withClient.integration_id}/owned`, { owned: { oauth_client_id } }),
      'integration',
      () => withClient.integration_id,
    ],
    ['generate_secret', () => api.put(`/api/v2/oauth/clients/${oauth_client_id}/generate_secret`), 'oauth_client', () => oauth_client_id],
    [
      'oauth_tokens/create',
      () => api.post('/api/v2/oauth/tokens', { token: { client_id: oauth_client_id, scopes: ['read'] } }),
      'oauth_token',
      (body) => body.token.id,
    ],
  ]
  await setUp(app, { access: { engineer_may_review: true } })
  try {
    for (const [name, act, type, idOf] of acts) {
      const { status, body } = await act()
      assert.ok(status < 300, `${name}: ${status} ${JSON.stringify(body)}`)
      assert.match(await readNewestChange(type, idOf(body)), /By the engineer who also reviewed it/, name)
    }
  } finally {
    await setUp(app, { access: { engineer_may_review: false } })
  }
})
