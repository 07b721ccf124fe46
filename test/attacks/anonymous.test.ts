/**
 * Attack: find out, without signing in, whose an address is: unknown, an end user's, an agent's, or a suspended user's. Every route that
 * accepts an address from an anonymous caller responds the same for all of them: the same status, the same headers, and the same body apart
 * from numbers, times and secrets. Response times are tested in test/attacks/timing.test.ts.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { allRoutes } from '#app/routes.ts'
import { putUser, setUp, suspend } from '../access.ts'
import { useApp } from '../app.ts'
import type { Answer, Client } from '../client.ts'
import { makeWith } from '../make.ts'
import { CALLBACK, registerClient } from '../oauth.ts'

const fieldOf = async (ticket_field: object): Promise<number> => {
  const { status, body } = await app.api.post('/api/v2/ticket_fields', { ticket_field })
  assert.equal(status, 201, JSON.stringify(body))
  return body.ticket_field.id
}
const app = await useApp({ DESKHAND_TRUSTED_PROXIES: '127.0.0.1' })
const make = makeWith(app.api)
const PASSWORD = 'correct horse battery'
const people: Record<string, string> = {}
let oauth = { client_id: '', client_secret: '' }
let calls = 0

/** Each call comes from a new address, so that no rate limit counts them together. */
const makeAddressHeader = () => ({ 'x-forwarded-for': `198.51.${Math.floor(calls / 250)}.${(calls++ % 250) + 1}` })

before(async () => {
  const organization = await make.organization()
  const suspended = await putUser(app, { role: 'end-user', password: PASSWORD })
  const suspendedAgent = await putUser(app, { role: 'agent', password: PASSWORD })
  for (const { id } of [suspended, suspendedAgent]) await suspend(app, id)
  const deleted = await make.user()
  assert.equal((await app.api.delete(`/api/v2/users/${deleted.id}`)).status, 200)
  Object.assign(people, {
    nobody: '',
    'an end user': (await putUser(app, { role: 'end-user', password: PASSWORD })).email,
    'an end user of an organization': (await make.user({ organization_id: organization.id })).email,
    'an end user whose address is not verified': (await putUser(app, { role: 'end-user', verified: false })).email,
    'an agent': (await putUser(app, { role: 'agent', password: PASSWORD })).email,
    'the owner': app.admin.email,
    'somebody suspended': suspended.email,
    'a suspended agent': suspendedAgent.email,
    'somebody deleted': deleted.email,
  })
  oauth = await registerClient(app)
})

/** The response with everything that differs between calls replaced: numbers, times, secrets, and the address that was sent. */
function shapeOf({ status, headers, body }: Answer, email: string): string {
  const text = JSON.stringify(body ?? null)
    .replaceAll(email, '<address>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/(?<="authenticity_token":")[^"]+/g, '<secret>')
    .replaceAll(/dhu_\w+|(?<=token\/)\w+|[0-9a-f-]{36}/g, '<secret>')
    .replaceAll(/\d+/g, '<number>')
  return JSON.stringify([status, [...headers.keys()].filter((name) => name !== 'date').sort(), text])
}

/** Sends the same request for each kind of address, each time as a new anonymous caller. @returns the status all of them got */
async function assertSameAnswers(way: string, ask: (email: string, anonymous: Client) => Promise<Answer>): Promise<number> {
  const responses = new Map<string, string[]>()
  let status = 0
  for (const [who, known] of Object.entries(people)) {
    const email = known === '' ? `nobody-${randomBytes(4).toString('hex')}@example.com` : known
    const answer = await ask(email, app.as({}))
    status = answer.status
    const shape = shapeOf(answer, email)
    responses.set(shape, [...(responses.get(shape) ?? []), who])
  }
  assert.equal(responses.size, 1, `${way}: ${[...responses].map(([shape, who]) => `\n${who.join(', ')}: ${shape}`).join('')}`)
  return status
}

const makeBasicAuth = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
})
const encodeQuery = encodeURIComponent

/** Every way to send an address without signing in, with its route. `status`: the expected status for all. */
const WAYS: readonly { route: string; status: number; ask: (email: string, anonymous: Client) => Promise<Answer> }[] = [
  {
    route: 'POST /access/sign_in',
    status: 401,
    ask: (email, anonymous) => anonymous.post('/access/sign_in', { email, password: 'a wrong password' }, makeAddressHeader()),
  },
  {
    route: 'GET /access/methods',
    status: 200,
    ask: (email, anonymous) =>
      anonymous.get(`/access/methods?email=${encodeQuery(email)}&login_hint=${encodeQuery(email)}`, makeAddressHeader()),
  },
  {
    // no provider exists: none can be found by an address
    route: 'GET /access/sso/:id',
    status: 404,
    ask: (email, anonymous) => anonymous.get(`/access/sso/1?login_hint=${encodeQuery(email)}`, makeAddressHeader()),
  },
  {
    route: 'GET /access/sso/callback',
    status: 302,
    ask: (email, anonymous) =>
      anonymous.get(`/access/sso/callback?state=${encodeQuery(email)}&code=x&email=${encodeQuery(email)}`, makeAddressHeader()),
  },
  {
    route: 'POST /access/second_factor',
    status: 410,
    ask: (email, anonymous) => anonymous.post('/access/second_factor', { challenge: email, code: '000000', email }, makeAddressHeader()),
  },
  {
    route: 'POST /access/verify_address',
    status: 410,
    ask: (email, anonymous) =>
      anonymous.post('/access/verify_address', { verification: { token: Buffer.from(email).toString('base64url') } }, makeAddressHeader()),
  },
  {
    route: 'POST /access/forgotten_password',
    status: 200,
    ask: (email, anonymous) => anonymous.post('/access/forgotten_password', { forgotten_password: { email } }, makeAddressHeader()),
  },
  ...(['POST', 'PUT'] as const).map((method) => ({
    route: `${method} /access/password_link`,
    status: 410,
    ask: (email: string, anonymous: Client) => {
      const password_link = { token: Buffer.from(email).toString('base64url'), password: PASSWORD }
      return method === 'POST'
        ? anonymous.post('/access/password_link', { password_link }, makeAddressHeader())
        : anonymous.put('/access/password_link', { password_link }, makeAddressHeader())
    },
  })),
  {
    route: 'GET /api/v2/users/me',
    status: 403,
    ask: (email, anonymous) =>
      anonymous.get(`/api/v2/users/me?email=${encodeQuery(email)}`, { ...makeAddressHeader(), 'x-on-behalf-of': email }),
  },
  {
    // with a wrong password or API token the caller is anonymous
    route: 'GET /api/v2/users/me',
    status: 200,
    ask: (email, anonymous) => anonymous.get('/api/v2/users/me', { ...makeAddressHeader(), ...makeBasicAuth(email, 'a wrong password') }),
  },
  {
    route: 'GET /api/v2/users/me',
    status: 200,
    ask: (email, anonymous) =>
      anonymous.get('/api/v2/users/me', { ...makeAddressHeader(), ...makeBasicAuth(`${email}/token`, 'a wrong token') }),
  },
  {
    route: 'POST /oauth/tokens',
    status: 400,
    ask: (email, anonymous) =>
      anonymous.post(
        '/oauth/tokens',
        { grant_type: 'password', ...oauth, username: email, password: 'wrong', scope: 'read' },
        makeAddressHeader(),
      ),
  },
  {
    route: 'POST /oauth/tokens',
    status: 401,
    ask: (email, anonymous) =>
      anonymous.post(
        '/oauth/tokens',
        { grant_type: 'client_credentials', client_id: email, client_secret: 'x', scope: 'read' },
        makeAddressHeader(),
      ),
  },
  {
    route: 'POST /oauth/tokens',
    status: 400,
    ask: (email, anonymous) =>
      anonymous.post(
        '/oauth/tokens',
        { grant_type: 'authorization_code', ...oauth, code: email, redirect_uri: CALLBACK },
        makeAddressHeader(),
      ),
  },
  {
    route: 'POST /oauth/revoke',
    status: 200,
    ask: (email, anonymous) => anonymous.post('/oauth/revoke', { ...oauth, token: email }, makeAddressHeader()),
  },
  {
    route: 'POST /oauth/introspect',
    status: 401,
    ask: (email, anonymous) =>
      anonymous.post('/oauth/introspect', { client_id: email, client_secret: 'x', token: email }, makeAddressHeader()),
  },
  {
    route: 'GET /api/v2/oauth/authorizations/new',
    status: 401,
    ask: (email, anonymous) =>
      anonymous.get(
        `/api/v2/oauth/authorizations/new?client_id=${oauth.client_id}&response_type=code&login_hint=${encodeQuery(email)}`,
        makeAddressHeader(),
      ),
  },
  {
    route: 'POST /api/v2/uploads',
    status: 201,
    ask: (email, anonymous) =>
      anonymous.post(`/api/v2/uploads?filename=a.txt&email=${encodeQuery(email)}`, 'x', {
        ...makeAddressHeader(),
        'content-type': 'text/plain',
      }),
  },
  {
    route: 'POST /api/v2/users',
    status: 401,
    ask: (email, anonymous) => anonymous.post('/api/v2/users', { user: { name: 'A', email } }, makeAddressHeader()),
  },
  {
    route: 'GET /api/v2/users/search',
    status: 401,
    ask: (email, anonymous) => anonymous.get(`/api/v2/users/search?query=${encodeQuery(email)}`, makeAddressHeader()),
  },
]

for (const { route, status, ask } of WAYS)
  test(`${route} responds ${status}, whoever has the address`, async () => assert.equal(await assertSameAnswers(route, ask), status))

/** Anonymous routes that accept no address: they take a number, a token, a language or nothing. */
const WITHOUT_ADDRESS = [/locales/, /openapi/, /scim/, /\.well-known/, /attachments/, /leaked_secrets/, /deskhand\/instances/]

test('every anonymous route is tested with an address, or takes none', () => {
  const tried = [...WAYS.map(({ route }) => route), 'POST /api/v2/requests']
  const open = allRoutes.filter((one) => one.anonymous === true).map(({ method, path }) => `${method} ${path}`)
  assert.ok(open.length > 10)
  assert.deepEqual(
    open.filter((one) => !tried.includes(one) && !WITHOUT_ADDRESS.some((pattern) => pattern.test(one))),
    [],
  )
})

const request =
  ({ requester = {}, ...more }: Readonly<Record<string, unknown>>) =>
  (email: string, anonymous: Client) =>
    anonymous.post(
      '/api/v2/requests',
      {
        request: { subject: 'Help', comment: { body: 'It is broken' }, requester: { name: 'A', email, ...(requester as object) }, ...more },
      },
      makeAddressHeader(),
    )

test('an anonymous request is accepted or refused the same way, no matter who has the address it names', async () => {
  const { id: ticket_form_id } = (await app.api.get('/api/v2/ticket_forms')).body.ticket_forms?.[0] ?? { id: 1 }
  const id = await fieldOf({
    type: 'regexp',
    title: 'Order',
    regexp_for_validation: '^[0-9]+$',
    visible_in_portal: true,
    editable_in_portal: true,
  })
  const cases: [string, Record<string, unknown>][] = [
    ['as it should be', {}],
    ['of a form', { ticket_form_id }],
    ['with a priority', { priority: 'high', type: 'question' }],
    ['with a priority there is none of', { priority: 'bananas' }],
    ['with a type there is none of', { type: 'bananas' }],
    ['without a subject', { subject: '' }],
    ['of an organization', { organization_id: 1 }],
    ['with a value its field refuses', { custom_fields: [{ id, value: 'no number' }] }],
    ['with a value its field takes', { custom_fields: [{ id, value: '17' }] }],
    ['of a brand there is none of', { brand_id: 999_999_999 }],
    ['with a file there is none of', { comment: { body: 'See', uploads: ['dhu_unknown'] } }],
    ['due some day', { type: 'task', due_at: '2030-01-01T00:00:00Z' }],
    ['with a language there is none of', { requester: { locale_id: 999_999 } }],
    ['following up another', { via_followup_source_id: 1 }],
  ]
  for (const [title, more] of cases) await assertSameAnswers(`a request ${title}`, request(more))
})

test('a form requires the same fields of everyone', async () => {
  const id = await fieldOf({
    type: 'text',
    title: 'Number',
    visible_in_portal: true,
    editable_in_portal: true,
    required_in_portal: true,
  })
  assert.equal(await assertSameAnswers('a request without what is required', request({})), 422)
  assert.equal(await assertSameAnswers('a request with it', request({ custom_fields: [{ id, value: 'x' }] })), 201)
  assert.equal((await app.api.delete(`/api/v2/ticket_fields/${id}`)).status, 204)
})

test('where end users must sign up, a request does not reveal who has', async () => {
  await setUp(app, { end_users: { must_sign_up: true } })
  assert.equal(await assertSameAnswers('a request', request({})), 201)
  assert.equal(await assertSameAnswers('a request that is refused', request({ priority: 'bananas' })), 422)
  await setUp(app, { end_users: { must_sign_up: false } })
})
