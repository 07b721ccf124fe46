/** Who may make an API token, and on what ground. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueUrl, setUp, TRACKER } from '../../../test/access.ts'
import { useApp } from '../../../test/app.ts'
import { acceptedRequest, filedRequest, putDuties, stepAs, putPersonInPerson as putPerson } from '../../../test/governance.ts'

const app = await useApp({ DESKHAND_TRUSTED_PROXIES: '127.0.0.1' })
const admin = await putPerson(app, { role: 'admin' })
const adminEngineer = await putPerson(app, { role: 'admin', name: 'Erika Engineer' })
await putDuties(app, adminEngineer.id, ['engineer'])

const createAs = (who: { api: typeof app.api }, api_token: object) => who.api.post('/api/v2/api_tokens', { api_token })
const problemOf = (answer: { body: any }, member = 'description') => answer.body.details?.[member]?.[0].description as string
const audits = async (type: string, id: number): Promise<any[]> =>
  (await app.api.get(`/api/v2/audit_logs?filter[source_type]=${type}&filter[source_id]=${id}&sort=created_at`)).body.audit_logs

// @source spec §5.6 step 4 and rule 1 for tokens
test('an engineer creates the token of an accepted request; its description is the URL of the request', async () => {
  const { request, requester } = await acceptedRequest(app)
  const made = await createAs(adminEngineer, { description: request.page_url })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, description, access_request_id, token } = made.body.api_token
  assert.deepEqual([description, access_request_id], [request.page_url, request.id])
  assert.equal((await app.as({ email: requester.email, token }).get('/api/v2/groups')).status, 200)
  const { access_request } = (await requester.api.get(`/api/v2/access_requests/${request.id}`)).body
  assert.deepEqual([access_request.state, access_request.api_token_id, access_request.issued_by_id], ['issued', id, adminEngineer.id])
  assert.equal((await audits('apitoken', id))[0].change_description, `Created for the access request ${request.page_url}`)
})

test('a request makes one token and no second', async () => {
  const { request } = await acceptedRequest(app)
  assert.equal((await createAs(adminEngineer, { description: request.page_url })).status, 201)
  const again = await createAs(adminEngineer, { description: request.page_url })
  assert.equal(again.status, 422)
  assert.match(problemOf(again), /cannot be issued: it has been issued/)
  const { request: contended } = await acceptedRequest(app)
  const answers = await Promise.all([1, 2, 3, 4].map(() => createAs(adminEngineer, { description: contended.page_url })))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 422, 422, 422])
})

// @source spec §5.6 steps 1 to 4
test('no token is made before the request has been approved, reviewed and accepted, and the refusal says what it waits for', async () => {
  const { request, manager, provisioner } = await filedRequest(app)
  const refused = async () => problemOf(await createAs(adminEngineer, { description: request.page_url }))
  assert.match(await refused(), /waits for the approval of its manager/)
  await stepAs(manager, request.id, 'approve')
  assert.match(await refused(), /waits for its security review/)
  await stepAs(provisioner, request.id, 'review', 'Sound')
  assert.match(await refused(), /waits for the decision/)
  await stepAs(provisioner, request.id, 'reject', 'Too broad')
  assert.match(await refused(), /has been rejected/)
})

// @source spec §5.6 step 4
test('being an administrator makes nobody an engineer, and no engineer issues what he asked for himself', async () => {
  const { request } = await acceptedRequest(app)
  const refused = await createAs(admin, { description: request.page_url })
  assert.equal(refused.status, 403)
  assert.match(refused.body.error.message, /only an engineer may issue it/)
  await putDuties(app, adminEngineer.id, ['engineer'], (await acceptedRequest(app)).manager.id)
  const { people, id, page_url } = await ownRequest()
  await stepAs(people.manager, id, 'approve')
  await stepAs(people.provisioner, id, 'review', 'Sound')
  await stepAs(people.provisioner, id, 'accept', 'Needed')
  const own = await createAs(adminEngineer, { description: page_url })
  assert.equal(own.status, 403)
  assert.match(own.body.error.message, /Whoever filed an access request may not issue it/)
})

async function ownRequest() {
  const { request: _other, ...people } = await filedRequest(app)
  const access_request = { kind: 'api_token', title: 'My own', business_reason: 'Mine', use_case: 'Mine' }
  const { body } = await adminEngineer.api.post('/api/v2/access_requests', { access_request })
  return { people, id: body.access_request.id as number, page_url: body.access_request.page_url as string }
}

test('a token ends when the time it was asked for is over, and no later end can be given', async () => {
  const { request } = await acceptedRequest(app, { lifetime_days: 10 })
  const late = await createAs(adminEngineer, { description: request.page_url, expires_at: '2090-01-01' })
  assert.match(problemOf(late, 'expires_at'), /accepted for 10 days/)
  const { id, expires_at, created_at } = (await createAs(adminEngineer, { description: request.page_url })).body.api_token
  assert.equal((Date.parse(expires_at) - Date.parse(created_at)) / 86_400_000, 10)
  for (const value of ['2090-01-01', null])
    assert.match(problemOf(await app.api.put(`/api/v2/api_tokens/${id}`, { api_token: { expires_at: value } }), 'expires_at'), /10 days/)
})

test('a URL that names no accepted request and no tracker of the instance is no ground', async () => {
  await setUp(app, { access: { tracker_urls: [`${TRACKER}access/`] } })
  const wrong = [
    'https://elsewhere.example.com/1',
    'https://issues.example.com.evil.example/1',
    'https://issues.example.com@evil.example/1',
    TRACKER,
    `${TRACKER}access/../other/1`,
    `${TRACKER}other/1`,
    `${app.base_url}/access_requests/999999`,
    `${app.base_url}/admin`,
  ]
  for (const description of wrong) {
    const { status, body } = await createAs({ api: app.inPerson }, { description })
    assert.equal(status, 422, description)
    assert.equal(body.details.description[0].error, 'InvalidValue', description)
  }
  assert.match(
    problemOf(await createAs({ api: app.inPerson }, { description: wrong[0] })),
    /\/access_requests\/ or https:\/\/issues\.example\.com\/access\//,
  )
})

// @source spec §5.6 rule 1 for tokens
test('an issue of a tracker that the instance names is a ground of its own, unless a request stands for it', async () => {
  await setUp(app, { access: { tracker_urls: [TRACKER] } })
  assert.equal((await createAs(adminEngineer, { description: `${TRACKER}access/77` })).status, 201)
  const { request } = await filedRequest(app, { external_url: `${TRACKER}access/78` })
  for (const description of [request.external_url, `${request.external_url}/`, `${request.external_url}#comment-1`])
    assert.match(problemOf(await createAs(adminEngineer, { description })), /waits for the approval/, description)
})

// @source spec §5.6 step 4
test('who makes a token for an issue of a tracker is an engineer: being an administrator is not enough', async () => {
  await setUp(app, { access: { tracker_urls: [TRACKER] } })
  const description = issueUrl()
  const refused = await createAs(admin, { description })
  assert.deepEqual([refused.status, /Only an engineer may do this/.test(refused.body.error.message)], [403, true])
  const byToken = await createAs({ api: app.as({ email: adminEngineer.email, token: app.admin.token }) }, { description })
  assert.match(byToken.body.error.message, /in person/)
  const made = await createAs(adminEngineer, { description })
  assert.equal(made.status, 201, 'a refusal takes nothing of the issue')
})

// @source spec §5.6 rule 1 for tokens
test('an issue of a tracker is the ground of one token, whatever becomes of it and however its URL is spelt', async () => {
  await setUp(app, { access: { tracker_urls: [TRACKER] } })
  const description = issueUrl()
  const again = async (spelt = description) => {
    const answer = await createAs(adminEngineer, { description: spelt })
    assert.deepEqual([answer.status, answer.body.details?.description[0].error], [422, 'DuplicateValue'], spelt)
    assert.match(problemOf(answer), /made for this issue already/)
  }
  const { id } = (await createAs(adminEngineer, { description })).body.api_token
  for (const spelt of [description, `${description}/`, `${description}#note`, description.replace('https://issues', 'HTTPS://Issues')])
    await again(spelt)
  const rotated = await adminEngineer.api.post(`/api/v2/api_tokens/${id}/rotate`, { rotation: { silent_days: 1 } })
  assert.deepEqual(
    [rotated.status, rotated.body.api_token?.description],
    [201, description],
    'the next value has the ground of the one before',
  )
  for (const one of [id, rotated.body.api_token.id]) {
    assert.equal((await app.api.put(`/api/v2/api_tokens/${one}`, { api_token: { active: false } })).status, 200)
    await again()
    assert.equal((await app.api.delete(`/api/v2/api_tokens/${one}`)).status, 204)
    await again()
  }
})

test('of two tokens for one issue at the same time one is made', async () => {
  await setUp(app, { access: { tracker_urls: [TRACKER] } })
  const description = issueUrl()
  const answers = await Promise.all([1, 2, 3, 4].map(() => createAs(adminEngineer, { description })))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 422, 422, 422])
})

test('a token that is described anew takes the other issue, and keeps the first', async () => {
  await setUp(app, { access: { tracker_urls: [TRACKER] } })
  const [first, second, others] = [issueUrl(), issueUrl(), issueUrl()]
  const { id } = (await createAs(adminEngineer, { description: first })).body.api_token
  assert.equal((await createAs(adminEngineer, { description: others })).status, 201)
  const describe = (description: string) => app.api.put(`/api/v2/api_tokens/${id}`, { api_token: { description } })
  assert.match(problemOf(await describe(others)), /made for this issue already/)
  assert.deepEqual([(await describe(second)).status, (await describe(first)).status], [200, 200])
  for (const description of [first, second]) assert.equal((await createAs(adminEngineer, { description })).status, 422)
})

test('a request that stands for an issue is issued by its page where the issue has a token already', async () => {
  await setUp(app, { access: { tracker_urls: [TRACKER] } })
  const external_url = issueUrl()
  assert.equal((await createAs(adminEngineer, { description: external_url })).status, 201)
  const { request } = await acceptedRequest(app, { external_url })
  assert.match(problemOf(await createAs(adminEngineer, { description: external_url })), /made for this issue already/)
  assert.equal((await createAs(adminEngineer, { description: request.page_url })).status, 201)
})

// @source spec §5.6 rule 2 for tokens
// @source spec §5.6 rules for tokens 2
test('the two exceptions are for members of support operations, with a reason that the audit log keeps', async () => {
  const mine = { description: 'My scripts', exception: 'personal_use', reason: 'I try things out' }
  const refused = await createAs(admin, mine)
  assert.equal(refused.status, 403)
  assert.match(refused.body.error.message, /a member of support operations/)
  await putDuties(app, admin.id, ['support_operations'])
  for (const exception of ['personal_use', 'team_automation']) {
    assert.equal(problemOf(await createAs(admin, { ...mine, exception, reason: null }), 'reason'), 'Reason: cannot be blank')
    const made = await createAs(admin, { ...mine, exception })
    assert.equal(made.status, 201)
    const [entry] = await audits('apitoken', made.body.api_token.id)
    assert.equal(entry.change_description, `Created by the exception ${exception}: I try things out`)
    assert.equal(entry.actor_id, admin.id)
  }
})

// @source spec §5.4.1
test('a lower level is refused also for an accepted request, which stays accepted', async () => {
  const { request, requester } = await acceptedRequest(app)
  const { status, body } = await createAs(adminEngineer, { description: request.page_url, scopes: ['tickets:read'] })
  assert.equal(status, 422)
  assert.match(body.details.scopes[0].description, /every API token is administrator-level/)
  assert.equal((await requester.api.get(`/api/v2/access_requests/${request.id}`)).body.access_request.state, 'accepted')
})

// @source auth.md §2 Retirement
test('from the day on which creation ends no token is made on any ground, by the clock of the instance', async () => {
  await setUp(app, { access: { tracker_urls: [TRACKER] }, api: { token_creation_ends: '2030-10-27T00:00:00.000Z' } })
  const exception = { description: 'Late', exception: 'team_automation', reason: 'Late' }
  const before = await createAs({ api: app.inPerson }, exception)
  assert.equal(before.status, 201)
  await setUp(app, { clock: { mode: 'frozen', at: '2030-10-27T00:00:00.000Z' } })
  for (const api_token of [exception, { description: `${TRACKER}1` }]) {
    const { status, body } = await createAs({ api: app.inPerson }, api_token)
    assert.equal(status, 422)
    assert.equal(body.details.base[0].description, 'No API tokens are created any more since 2030-10-27: use an OAuth client')
  }
  const rotated = await app.inPerson.post(`/api/v2/api_tokens/${before.body.api_token.id}/rotate`, { rotation: { silent_days: 1 } })
  assert.equal(rotated.status, 422)
  await setUp(app, { clock: { mode: 'real' }, api: { token_creation_ends: null } })
  assert.equal((await createAs({ api: app.inPerson }, exception)).status, 201)
})

test('a deactivated token takes its access request with it, and neither comes back', async () => {
  const { request, requester } = await acceptedRequest(app)
  const { id } = (await createAs(adminEngineer, { description: request.page_url })).body.api_token
  const put = (api_token: object) => app.inPerson.put(`/api/v2/api_tokens/${id}`, { api_token })
  assert.match(problemOf(await put({ description: `${TRACKER}5` })), /the access request this token was issued for/)
  const off = await put({ active: false })
  assert.deepEqual([off.status, off.body.api_token.active], [200, false])
  assert.match(off.body.api_token.deactivated_at, /^\d{4}-/)
  assert.equal((await requester.api.get(`/api/v2/access_requests/${request.id}`)).body.access_request.state, 'revoked')
  const on = await put({ active: true })
  assert.equal(on.status, 422)
  assert.match(problemOf(on, 'base'), /has been revoked/)
})
