import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TestApp, useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { DEFAULT_SETTINGS } from '#accounts/settings.ts'
import { causeOf } from './anonymous.ts'

const app = await useApp()
const limited: TestApp = await useApp({ DESKHAND_RATE_LIMIT: 'on' })
const make = makeWith(app.api)
const stranger = app.as({})
let senderCount = 0

const requester = (email = `stranger${++senderCount}@example.org`) => ({ name: 'A Stranger', email })
const send = (request: Record<string, unknown> = {}) =>
  stranger.post('/api/v2/requests.json', {
    request: { subject: 'Help', comment: { body: 'It is broken' }, requester: requester(), ...request },
  })
const rules = async (end_users: Record<string, unknown>) => {
  const { status, body } = await app.inPerson.put('/api/v2/deskhand/settings', { settings: { end_users } })
  assert.equal(status, 200, JSON.stringify(body))
}
const suspendedOf = async (email: string) => {
  const { suspended_tickets } = (await app.api.get('/api/v2/suspended_tickets?per_page=100')).body
  return suspended_tickets.filter((one: { author: { email: string } }) => one.author.email === email)
}

test('an anonymous request with a name and an address creates the request and an unverified user', async () => {
  const { name, email } = requester()
  const { status, body } = await send({ requester: { name, email, locale_id: 1 } })
  assert.equal(status, 201, JSON.stringify(body))
  assert.equal(body.request.description, 'It is broken')
  const { requester_id } = (await app.api.get(`/api/v2/tickets/${body.request.id}`)).body.ticket
  const { user } = (await app.api.get(`/api/v2/users/${requester_id}`)).body
  assert.deepEqual([user.name, user.email, user.verified, user.role], [name, email, false, 'end-user'])
  const { ticket } = (await app.api.get(`/api/v2/tickets/${body.request.id}`)).body
  assert.deepEqual([ticket.submitter_id, ticket.via.channel], [user.id, 'web'])
})

test('an anonymous request with the address of an end user becomes theirs, and uses and reveals nothing of them', async () => {
  const ann = await make.user()
  const own = app.as({ email: ann.email, token: app.admin.token })
  const { request } = (await own.post('/api/v2/requests', { request: { subject: 'Mine', comment: 'Secret' } })).body
  await app.api.put(`/api/v2/tickets/${request.id}`, { ticket: { status: 'closed', assignee_id: app.admin.id } })
  const { status, body } = await send({
    requester: requester(ann.email),
    via_followup_source_id: request.id,
    email_ccs: [{ user_email: `copied.${ann.email}` }],
  })
  assert.equal(status, 201)
  assert.deepEqual([body.request.requester_id, body.request.followup_source_id, body.request.email_cc_ids], [null, null, []])
  const { ticket } = (await app.api.get(`/api/v2/tickets/${body.request.id}`)).body
  assert.deepEqual([ticket.requester_id, ticket.email_cc_ids], [ann.id, []])
})

test('an anonymous request needs a name and a valid address', async () => {
  const nameless = await send({ requester: { name: ' ', email: 'not an address' } })
  assert.equal(nameless.status, 422)
  assert.equal(nameless.body.details.requester.length, 2)
  assert.equal((await send({ requester: undefined })).status, 422)
  assert.deepEqual((await send({ subject: '', comment: { body: ' ' } })).body.details.base.length, 2)
})

test('an anonymous request cannot use the address of an agent, and those of suspended users are suspended', async () => {
  const agent = await make.agent()
  const ann = await make.user({ suspended: true })
  assert.equal((await send({ requester: requester(agent.email) })).status, 201)
  assert.equal((await suspendedOf(agent.email))[0].cause_id, 2)
  await send({ requester: requester(ann.email) })
  const [waiting] = await suspendedOf(ann.email)
  assert.deepEqual([waiting.cause, waiting.author.id, waiting.content], ['User is suspended', ann.id, 'It is broken'])
})

test('the response is the same for an unknown address, an end user with an organization, staff and a suspended user', async () => {
  const organization = await make.organization()
  const people = [
    requester(),
    await make.user({ organization_id: organization.id }),
    await make.agent(),
    await make.user({ suspended: true }),
    { email: app.admin.email },
  ]
  const told: unknown[] = []
  for (const { email } of people) {
    const { status, body, headers } = await send({ requester: { name: 'A Stranger', email } })
    const { id, url, created_at, updated_at, ...rest } = body.request
    assert.ok(Number.isInteger(id) && url.endsWith(`/requests/${id}.json`) && created_at === updated_at)
    assert.equal(headers.get('location'), url)
    told.push([status, Object.keys(body), [...headers.keys()].sort(), rest])
  }
  for (const one of told) assert.deepEqual(one, told[0])
})

test('when users must sign up, only requests of verified addresses become tickets', async () => {
  await rules({ must_sign_up: true })
  const known = await make.user()
  const unknown = requester().email
  assert.ok((await send({ requester: requester(known.email) })).body.request)
  assert.equal((await send({ requester: requester(unknown) })).status, 201)
  const [waiting] = await suspendedOf(unknown)
  assert.deepEqual([waiting.cause_id, waiting.author], [12, { id: null, name: 'A Stranger', email: unknown }])
  await rules({ must_sign_up: false })
})

test('requests of addresses on the blocklist are suspended', async () => {
  await rules({ blocklist: ['spam.example', ' Bad@Example.org'] })
  for (const email of ['x@spam.example', 'bad@example.org']) {
    assert.equal((await send({ requester: requester(email) })).status, 201)
    assert.equal((await suspendedOf(email)).length, 1)
  }
  assert.ok((await send()).body.request)
  const wrong = await app.inPerson.put('/api/v2/deskhand/settings', { settings: { end_users: { blocklist: ['two words'] } } })
  assert.deepEqual([wrong.status, Object.keys(wrong.body.details)], [422, ['end_users.blocklist']])
  await rules({ blocklist: [] })
})

test('the allowlist takes precedence over the blocklist, and a domain includes its subdomains', () => {
  const rulesWith = (given: object) => ({ ...DEFAULT_SETTINGS.end_users, ...given })
  const all = rulesWith({ blocklist: ['*'], allowlist: ['example.org'] })
  assert.equal(causeOf(all, 'a@mail.example.org', undefined), undefined)
  assert.equal(causeOf(all, 'a@badexample.org', undefined), 'not_on_allowlist')
  assert.equal(causeOf(rulesWith({ blocklist: ['example.org'] }), 'a@mail.example.org', undefined), 'blocklisted')
  assert.equal(causeOf(rulesWith({}), 'a@example.org', undefined), undefined)
})

test('anonymous requests can be switched off for an instance', async () => {
  await rules({ anonymous_requests: false })
  assert.equal((await send()).status, 401)
  await rules({ anonymous_requests: true })
  assert.equal((await send()).status, 201)
})

test('anonymous requests are limited by IP address and hour, whatever name they use, and signed-in users are not affected', async () => {
  const sendOne = () =>
    limited
      .as({})
      .post('/api/v2/requests', { request: { subject: 'Spam', comment: 'Spam', requester: requester() } })
      .then(({ status }) => status)
  const statuses = []
  for (let count = 0; count < 31; count += 1) statuses.push(await sendOne())
  assert.deepEqual([statuses.filter((status) => status === 201).length, statuses.at(-1)], [30, 429])
  assert.equal((await limited.api.post('/api/v2/requests', { request: { subject: 'Help', comment: 'Help' } })).status, 201)
})

test('a suspended request is limited to the sizes and brands that a ticket may have', async () => {
  await rules({ must_sign_up: true })
  const email = requester().email
  const readRefusal = async (request: Record<string, unknown>, name = 'A Stranger') => {
    const { status, body } = await send({ requester: { name, email }, ...request })
    assert.equal(status, 422, JSON.stringify(body).slice(0, 200))
    return (Object.values(body.details)[0] as { description: string }[])[0]?.description ?? ''
  }
  assert.equal(await readRefusal({ brand_id: 999_999_999 }), 'Brand: is invalid')
  assert.match(await readRefusal({ subject: 'x'.repeat(1001) }), /^Subject: is too long/)
  assert.match(await readRefusal({ recipient: 'x'.repeat(300_000) }), /^Recipient: is too long \(maximum is 255/)
  assert.match(await readRefusal({ comment: { html_body: 'x', body: 'x'.repeat(300_000) } }), /^Comment: is too long \(maximum is 65536/)
  const many = Array.from({ length: 5 }, (_none, id) => ({ id, value: 'x'.repeat(60_000) }))
  assert.match(await readRefusal({ custom_fields: many }), /^Request: is too long/)
  assert.match(await readRefusal({}, 'x'.repeat(256)), /^Requester Name: {2}is too long/)
  assert.deepEqual(await suspendedOf(email), [])
  await rules({ must_sign_up: false })
})

test('concurrent anonymous requests from one new address create one user', async () => {
  const from = requester()
  const answers = await Promise.all([1, 2, 3, 4].map(() => send({ requester: from })))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201, 201, 201],
  )
  assert.equal(new Set(answers.map(({ body }) => body.request.requester_id)).size, 1)
})

test('invalid ids and values of fields are ignored', async () => {
  for (const name of ['fields', 'custom_fields'])
    for (const id of [{ toString: 1 }, [{ toString: 1 }], [1], { valueOf: 1 }, null, true, '1e3', '', 'x'])
      assert.equal((await send({ requester: requester(), [name]: [{ id, value: { toString: 1 } }] })).status, 201, JSON.stringify(id))
})
