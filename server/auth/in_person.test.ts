/** What counts as done in person: every act that demands it, with every kind of credential. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setUp, trackIssues, TRACKER } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import type { Answer, Client } from '#test/client.ts'
import { createAcceptedRequest, createFiledRequest, stepAs } from '#test/governance.ts'
import { codeFor, submitDecision, type RegisteredClient, registerClient, signInUser } from '#test/oauth.ts'
import { putPerson } from '#test/records.ts'
import { sessionFor } from '#test/system.ts'

const app = await useApp()
await trackIssues(app)
await setUp(app, { users: { admins_set_passwords: true } })
const owner = await signInUser(app, app.admin)

const REFUSED =
  /cannot be set with an API token|must be done (in person|by a person)|requires a browser session|only in a session|signed in with a browser/
const refuses = (answer: Answer, what = '') => {
  assert.equal(answer.status, 403, `${what} ${JSON.stringify(answer.body)}`)
  const { error } = answer.body
  assert.match(typeof error === 'string' ? error : error.message, REFUSED, what)
}
const grantOf = ({ client_id, client_secret }: RegisteredClient, more: object) =>
  app.as({}).post('/oauth/tokens', { client_id, client_secret, redirect_uri: 'https://app.example.com/callback', ...more })

/** A client that may ask for `in_person`, made by the owner in their session. */
const registerMarkedClient = (more: object = {}) => registerClient({ ...app, api: owner }, { may_act_in_person: true, ...more })
/** What the consent of `person` gives a client. */
async function grantConsent(person: Client, client: RegisteredClient, scope: string): Promise<any> {
  const code = await codeFor(person, { client_id: client.client_id, scope })
  const { status, body } = await grantOf(client, { grant_type: 'authorization_code', code })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const makeBearerClient = ({ access_token }: { access_token: string }) => app.as({ bearer: access_token })

/** Every scope a program can have without `in_person`. */
const EVERYTHING = 'read write unrestricted impersonate'
const program = makeBearerClient(await grantConsent(owner, await registerClient(app), EVERYTHING))
const decider = makeBearerClient(await grantConsent(owner, await registerMarkedClient(), 'read write in_person'))

const { request, engineer, manager, provisioner } = await createFiledRequest(app)
const accepted = await createAcceptedRequest(app)
const { api_token } = (await app.inPerson.post('/api/v2/api_tokens', { api_token: { description: `${TRACKER}1` } })).body
await app.inPerson.put(`/api/v2/api_tokens/${api_token.id}`, { api_token: { expires_at: '2099-01-01T00:00:00Z' } })
const someone = await putPerson(app, { role: 'agent' })
const client = await registerClient(app)
const handed = await createAcceptedRequest(app)
assert.equal((await handed.engineer.api.post(`/api/v2/access_requests/${handed.request.id}/issue`, {})).status, 201)
const provider = { name: 'Company', issuer: 'https://login.example.com', client_id: 'a', client_secret: 'b' }

const PEOPLE = { manager, engineer }
/** The programs of people, with all scopes that they can give one without `in_person`. */
const programOf = async ({ id }: { readonly id: number }) =>
  makeBearerClient(await grantConsent(await sessionFor(app, id), await registerClient(app), 'read write'))
const programs = { manager: await programOf(manager), engineer: await programOf(engineer) }

interface Act {
  readonly method: 'get' | 'post' | 'put'
  readonly path: string
  readonly body?: object
  /** The files whose guard refuses; each is named at least once in the table. */
  readonly guards: readonly string[]
  /** Whose act it is; the owner's unless it says so. */
  readonly by?: 'manager' | 'engineer'
  /** True: no token does it, not even one that acts in person. */
  readonly people_only?: true
}

const ACTS: readonly Act[] = [
  {
    method: 'put',
    path: '/api/v2/deskhand/settings',
    body: { settings: { access: { tracker_urls: [TRACKER] } } },
    guards: ['account/account_settings/instance.ts'],
  },
  {
    method: 'post',
    path: '/api/v2/api_tokens',
    body: { api_token: { description: `${TRACKER}2` } },
    guards: ['access/api_tokens/write.ts'],
  },
  {
    method: 'post',
    path: '/api/v2/api_tokens',
    body: { api_token: { description: 'Mine', exception: 'personal_use', exception_reason: 'Needed' } },
    guards: ['access/api_tokens/create.ts'],
  },
  {
    method: 'put',
    path: `/api/v2/api_tokens/${api_token.id}`,
    body: { api_token: { expires_at: null } },
    guards: ['access/api_tokens/change.ts'],
  },
  {
    method: 'post',
    path: `/api/v2/api_tokens/${api_token.id}/rotate`,
    body: { rotation: { silent_days: 7 } },
    guards: ['access/api_tokens/rotate.ts'],
  },
  {
    method: 'post',
    path: '/api/v2/access_requests',
    body: { access_request: { kind: 'api_token', title: 'A', business_reason: 'b', use_case: 'c' } },
    guards: ['access/access_requests/file.ts'],
  },
  {
    method: 'put',
    path: `/api/v2/access_requests/${request.id}`,
    body: { access_request: { manager_id: engineer.id } },
    guards: ['access/access_requests/change.ts'],
  },
  {
    method: 'post',
    path: `/api/v2/access_requests/${request.id}/approve`,
    by: 'manager',
    body: {},
    guards: ['access/access_requests/take_step.ts'],
  },
  {
    method: 'post',
    path: `/api/v2/access_requests/${request.id}/reject`,
    by: 'manager',
    body: { step: { reason: 'No' } },
    guards: ['access/access_requests/take_step.ts'],
  },
  {
    method: 'post',
    path: `/api/v2/access_requests/${accepted.request.id}/issue`,
    by: 'engineer',
    body: {},
    guards: ['access/access_requests/take_step.ts'],
  },
  {
    method: 'post',
    path: `/api/v2/access_requests/${handed.request.id}/rotate`,
    by: 'engineer',
    body: {},
    guards: ['access/access_requests/grants/people.ts'],
  },
  {
    method: 'put',
    path: `/api/v2/access_people/${someone.id}`,
    body: { access_person: { duties: [] } },
    guards: ['access/access_requests/people/change.ts'],
  },
  {
    method: 'post',
    path: '/api/v2/deskhand/team_members',
    body: { team_member: { name: 'New', email: 'new@example.com', role: 'agent' } },
    guards: ['access/team_members/invite.ts'],
  },
  {
    method: 'post',
    path: '/api/v2/integrations',
    body: { integration: { access_request_id: request.id } },
    guards: ['access/integrations/people.ts', 'access/integrations/create.ts'],
  },
  { method: 'post', path: `/api/v2/users/${someone.id}/password/link`, body: {}, guards: ['sign_in/password_links/link.ts'] },
  {
    method: 'post',
    path: '/api/v2/identity_providers',
    body: { identity_provider: provider },
    guards: ['sign_in/identity_providers/change.ts'],
  },
  {
    method: 'post',
    path: `/api/v2/users/${someone.id}/password`,
    body: { password: 'a good long password' },
    guards: ['people/users/passwords.ts'],
  },
  {
    method: 'post',
    path: '/api/v2/oauth/clients',
    body: { client: { name: 'Mine', identifier: 'mine', may_act_in_person: true } },
    guards: ['access/oauth_clients/marks.ts'],
    people_only: true,
  },
  {
    method: 'put',
    path: `/api/v2/oauth/clients/${client.id}`,
    body: { client: { may_act_in_person: true } },
    guards: ['access/oauth_clients/marks.ts'],
    people_only: true,
  },
  {
    method: 'post',
    path: '/api/v2/oauth/tokens',
    body: { token: { client_id: client.id, scopes: ['write', 'in_person'] } },
    guards: ['access/oauth_tokens/change.ts'],
    people_only: true,
  },
  {
    method: 'get',
    path: `/api/v2/oauth/authorizations/new?client_id=${client.client_id}&response_type=code`,
    guards: ['access/oauth_authorizations/consent.ts'],
    people_only: true,
  },
  {
    method: 'post',
    path: '/api/v2/shared_secrets/open',
    body: { open: { id: 1 } },
    guards: ['access/shared_secrets/open.ts'],
    people_only: true,
  },
  { method: 'post', path: '/api/v2/deskhand/mails/1/reveal', body: {}, guards: ['common/mails/reveal.ts'], people_only: true },
  { method: 'get', path: '/api/v2/users/me/second_factor', guards: ['sign_in/second_factors/routes.ts'], people_only: true },
  {
    method: 'post',
    path: '/api/v2/users/me/second_factor',
    body: { second_factor: { password: 'wrong' } },
    guards: ['sign_in/second_factors/enrol.ts'],
    people_only: true,
  },
]

/** Guards behind others: they are reached with the value of a token of a request, or after a state has been checked. */
const REACHED_DEEPER = [
  'access/shared_secrets/request_value.ts',
  'access/access_requests/grants/rotate.ts',
  'access/access_requests/grants/hand_over.ts',
]

test('no act that is done in person can be done by a program, whatever it was allowed', async () => {
  for (const { method, path, body, by, people_only } of ACTS) {
    const call = (who: Client) => (method === 'get' ? who.get(path) : who[method](path, body ?? {}))
    refuses(await call(by === undefined ? program : programs[by]), `${method} ${path} by a program`)
    refuses(
      await call(by === undefined ? app.api : app.as({ email: PEOPLE[by].email, token: app.admin.token })),
      `${method} ${path} by an API token`,
    )
    if (people_only === true) refuses(await call(decider), `${method} ${path} by a program that acts in person`)
  }
})

test('every file that demands a person has an act in that table', () => {
  const guards = /\b(?:requireInPerson|requireDuty|requireEngineer|requireIntegrationBot|requireHeldByUserOnly|requireSession)\(/
  const modules = join(import.meta.dirname, '../modules')
  const files = globSync('**/*.ts', { cwd: modules }).filter((file) => !file.endsWith('.test.ts'))
  const guarded = files.filter((file) => guards.test(readFileSync(join(modules, file), 'utf8')))
  const tried = new Set([...ACTS.flatMap(({ guards: names }) => names), ...REACHED_DEEPER])
  assert.deepEqual(guarded.toSorted(), [...tried].toSorted())
})

// @source docs/decisions/0047_scope_in_person.md
test('a program acts in person only with the scope, of a client that is marked, granted by the person', async () => {
  const path = `/api/v2/access_people/${someone.id}`
  const decide = (who: Client) => who.put(path, { access_person: { duties: [] } })
  assert.equal((await decide(decider)).status, 200)
  assert.equal((await decide(owner)).status, 200, 'a session')
  assert.equal((await decide(app.inPerson)).status, 200, 'a password')
  const plain = await registerClient(app)
  const readRefusal = async (person: Client, of: RegisteredClient, scope: string) =>
    (await submitDecision(person, { client_id: of.client_id, scope })).searchParams.get('error')
  assert.equal(await readRefusal(owner, plain, 'write in_person'), 'invalid_scope')
  const it = await registerMarkedClient({ scopes: ['read', 'write'] })
  // a ceiling, and no request for a scope, give it nothing
  refuses(await decide(makeBearerClient(await grantConsent(owner, it, 'read write'))))
  const code = await codeFor(owner, { client_id: it.client_id })
  assert.equal((await grantOf(it, { grant_type: 'authorization_code', code })).body.scope, 'read write')
  for (const scope of ['in_person', 'write in_person']) {
    const { status, body } = await grantOf(it, { grant_type: 'client_credentials', scope })
    assert.deepEqual([status, body.error], [400, 'invalid_scope'], scope)
  }
  const own = await grantOf(it, { grant_type: 'client_credentials' })
  refuses(await decide(makeBearerClient(own.body)))
  const byPassword = { grant_type: 'password', username: app.admin.email, password: app.admin.password, scope: 'write in_person' }
  assert.equal((await grantOf(plain, byPassword)).body.error, 'invalid_scope')
  assert.equal((await decide(makeBearerClient((await grantOf(it, byPassword)).body))).status, 200)
})

test('the consent says in words that it decides about access in one’s name', async () => {
  const it = await registerMarkedClient()
  const query = new URLSearchParams({ response_type: 'code', client_id: it.client_id, scope: 'write in_person' })
  const { body } = await owner.get(`/api/v2/oauth/authorizations/new?${query.toString()}`)
  const told = body.authorization.scopes.find(({ scope }: { scope: string }) => scope === 'in_person')
  assert.deepEqual(told, { scope: 'in_person', title: 'Decide about access in your name', is_broad: true, is_in_person: true })
})

test('a refresh, a token made with a token, and acting for another person never add it', async () => {
  const it = await registerMarkedClient()
  const first = await grantConsent(owner, it, 'read write')
  const wider = await grantOf(it, { grant_type: 'refresh_token', refresh_token: first.refresh_token, scope: 'write in_person' })
  assert.equal(wider.body.error, 'invalid_scope')
  const whole = await grantConsent(owner, it, 'read write in_person impersonate')
  const narrow = (await grantOf(it, { grant_type: 'refresh_token', refresh_token: whole.refresh_token, scope: 'write' })).body
  const decide = (who: Client) => who.put(`/api/v2/access_people/${someone.id}`, { access_person: { duties: [] } })
  refuses(await decide(makeBearerClient(narrow)))
  const again = (await grantOf(it, { grant_type: 'refresh_token', refresh_token: narrow.refresh_token })).body
  assert.equal(again.scope, 'read write in_person impersonate')
  assert.equal((await decide(makeBearerClient(again))).status, 200)
  const made = await makeBearerClient(again).post('/api/v2/oauth/tokens', { token: { client_id: it.id, scopes: ['write'] } })
  refuses(await decide(app.as({ bearer: made.body.token.full_token })))
  const inSession = await owner.post('/api/v2/oauth/tokens', { token: { client_id: it.id, scopes: ['write', 'in_person'] } })
  assert.equal((await decide(app.as({ bearer: inSession.body.token.full_token }))).status, 200)
  const unmarked = await owner.post('/api/v2/oauth/tokens', { token: { client_id: client.id, scopes: ['write', 'in_person'] } })
  assert.deepEqual([unmarked.status, unmarked.body.details.scopes[0].error], [422, 'InvalidValue'])
})

test('unmarking a client withdraws the scope at once and for good, and any administrator’s token may do it', async () => {
  const it = await registerMarkedClient()
  const granted = await grantConsent(owner, it, 'write in_person')
  const pending = await codeFor(owner, { client_id: it.client_id, scope: 'write in_person' })
  const put = (who: Client, change: object) => who.put(`/api/v2/oauth/clients/${it.id}`, { client: change })
  const decide = (who: Client) => who.put(`/api/v2/access_people/${someone.id}`, { access_person: { duties: [] } })
  assert.equal((await decide(makeBearerClient(granted))).status, 200)
  const { status, body } = await put(app.api, { may_act_in_person: false })
  assert.deepEqual([status, body.client.may_act_in_person], [200, false])
  refuses(await decide(makeBearerClient(granted)))
  assert.equal((await put(owner, { may_act_in_person: true })).status, 200)
  refuses(await decide(makeBearerClient(granted)), 'marking again gives nothing back')
  const after = (await grantOf(it, { grant_type: 'refresh_token', refresh_token: granted.refresh_token })).body
  assert.equal(after.scope, 'write')
  assert.equal((await grantOf(it, { grant_type: 'authorization_code', code: pending })).body.scope, 'write')
  const { audit_logs } = (
    await app.api.get(`/api/v2/audit_logs?filter[source_type]=oauth_client&filter[source_id]=${it.id}&sort=created_at`)
  ).body
  assert.deepEqual(audit_logs.map(({ change_description }: { change_description: string }) => change_description).slice(1), [
    'Changed: may_act_in_person; in_person withdrawn from 1 tokens',
    'Changed: may_act_in_person',
  ])
})

test('no program takes the place of a client that is marked', async () => {
  const it = await registerMarkedClient()
  const path = `/api/v2/oauth/clients/${it.id}`
  for (const who of [app.api, program, decider]) {
    for (const change of [
      { redirect_uri: ['https://evil.example/'] },
      { name: 'Payroll' },
      { kind: 'public' },
      { identifier: 'x' },
      { scopes: ['read'] },
    ])
      refuses(await who.put(path, { client: change }), JSON.stringify(change))
    refuses(await who.put(`${path}/generate_secret`, {}))
    assert.equal((await who.put(path, { client: { per_minute: 100 } })).status, 200)
  }
  assert.equal((await owner.put(path, { client: { name: 'Decisions' } })).status, 200)
  assert.equal((await owner.put(`${path}/generate_secret`, {})).status, 200)
})

test('no integration, ceiling or access request holds it', async () => {
  const ceiling = await owner.post('/api/v2/oauth/clients', { client: { name: 'C', identifier: 'ceiling', scopes: ['read', 'in_person'] } })
  assert.equal(ceiling.status, 422)
  assert.match(ceiling.body.details.scopes[0].description, /may_act_in_person/)
  const texts = { kind: 'integration', integration_kind: 'oauth', title: 'A', business_reason: 'b', use_case: 'c' }
  const asked = await (
    await createFiledRequest(app)
  ).requester.api.post('/api/v2/access_requests', {
    access_request: { ...texts, scopes: ['read', 'in_person'] },
  })
  assert.equal(asked.status, 422)
  assert.match(asked.body.details.scopes[0].description, /in_person/)
})

test('a manager who has connected a program with write is not spoken for by it', async () => {
  const session = await sessionFor(app, manager.id)
  const theirs = programs.manager
  const step = `/api/v2/access_requests/${request.id}/approve`
  refuses(await theirs.post(step, {}))
  const shown = (await theirs.get(`/api/v2/access_requests/${request.id}`)).body.access_request
  assert.deepEqual(shown.allowed_steps, [])
  assert.equal((await session.post(step, {})).status, 200)
  const theirSession = await sessionFor(app, provisioner.id)
  const allowed = makeBearerClient(await grantConsent(theirSession, await registerMarkedClient(), 'read write in_person'))
  await stepAs({ api: allowed }, request.id, 'review', 'The reason is sound')
})

test('grants at the moment in which a client is unmarked leave nothing that acts in person', async () => {
  const it = await registerMarkedClient()
  const held = await Promise.all(Array.from({ length: 6 }, () => grantConsent(owner, it, 'write in_person')))
  const codes = await Promise.all(Array.from({ length: 6 }, () => codeFor(owner, { client_id: it.client_id, scope: 'write in_person' })))
  const put = (may_act_in_person: boolean) => owner.put(`/api/v2/oauth/clients/${it.id}`, { client: { may_act_in_person } })
  const mint = () => owner.post('/api/v2/oauth/tokens', { token: { client_id: it.id, scopes: ['write', 'in_person'] } })
  const answers = await Promise.all([
    ...codes.slice(0, 3).map((code) => grantOf(it, { grant_type: 'authorization_code', code })),
    ...held.slice(0, 3).map(({ refresh_token }) => grantOf(it, { grant_type: 'refresh_token', refresh_token })),
    mint(),
    put(false),
    ...codes.slice(3).map((code) => grantOf(it, { grant_type: 'authorization_code', code })),
    ...held.slice(3).map(({ refresh_token }) => grantOf(it, { grant_type: 'refresh_token', refresh_token })),
    mint(),
  ])
  for (const { status } of answers) assert.ok(status < 500, String(status))
  assert.equal((await put(true)).status, 200)
  const { tokens } = (await owner.get(`/api/v2/oauth/tokens?client_id=${it.id}&all=true`)).body
  assert.ok(tokens.length > 0)
  for (const { scopes } of tokens) assert.ok(!scopes.includes('in_person'), scopes.join(' '))
  const bearers = answers.map(({ body }) => body.access_token ?? body.token?.full_token).filter((each) => typeof each === 'string')
  for (const bearer of bearers) {
    const { status } = await app.as({ bearer }).put(`/api/v2/access_people/${someone.id}`, { access_person: { duties: [] } })
    assert.ok(status === 401 || status === 403, String(status))
  }
})
