/** Who may make an API token, and on what basis. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueUrl, setUp, TRACKER } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { defineStatement } from '#db/builder.ts'
import { type TrackerIssue, trackerIssue } from '#lib/tracker_issue.ts'
import {
  createAcceptedRequest,
  createFiledRequest,
  getGovernedPeople,
  putDuties,
  stepAs,
  putPersonInPerson as putPerson,
} from '#test/governance.ts'

const app = await useApp({ DESKHAND_TRUSTED_PROXIES: '127.0.0.1' })
const admin = await putPerson(app, { role: 'admin' })
const adminEngineer = await putPerson(app, { role: 'admin', name: 'Erika Engineer' })
await putDuties(app, adminEngineer.id, ['engineer'])

const createAs = (who: { api: typeof app.api }, api_token: object) => who.api.post('/api/v2/api_tokens', { api_token })
const problemOf = (answer: { body: any }, member = 'description') => answer.body.details?.[member]?.[0].description as string
const audits = async (type: string, id: number): Promise<any[]> =>
  (await app.api.get(`/api/v2/audit_logs?filter[source_type]=${type}&filter[source_id]=${id}&sort=created_at`)).body.audit_logs

// @source docs/reference/specification.md §5.6.4, §5.6.5
test('an engineer creates the token of an accepted request; its description is the URL of the request', async () => {
  const { request, requester } = await createAcceptedRequest(app)
  const made = await createAs(adminEngineer, { description: request.page_url })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, description, access_request_id, token } = made.body.api_token
  assert.deepEqual([description, access_request_id], [request.page_url, request.id])
  assert.equal((await app.as({ email: requester.email, token }).get('/api/v2/groups')).status, 200)
  const { access_request } = (await requester.api.get(`/api/v2/access_requests/${request.id}`)).body
  assert.deepEqual([access_request.state, access_request.api_token_id, access_request.issued_by_id], ['issued', id, adminEngineer.id])
  assert.equal((await audits('apitoken', id))[0].change_description, `Created for the access request ${request.page_url}`)
})

test('an engineer who is an agent sees the tokens and makes that of an accepted request, on no other basis', async () => {
  const { request, engineer, manager } = await createAcceptedRequest(app)
  const made = await createAs(engineer, { description: request.page_url })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const path = `/api/v2/api_tokens/${made.body.api_token.id}`
  for (const read of ['/api/v2/api_tokens', path, `${path}/impact`]) {
    assert.equal((await engineer.api.get(read)).status, 200, read)
    assert.equal((await manager.api.get(read)).status, 403, read)
  }
  assert.equal((await createAs(manager, { description: request.page_url })).status, 403)
  await setUp(app, { access: { tracker_urls: [TRACKER] } })
  assert.equal((await createAs(engineer, { description: issueUrl() })).status, 403, 'approvals elsewhere cannot be checked')
  await setUp(app, { access: { tracker_urls: [] } })
  await putDuties(app, engineer.id, ['engineer', 'support_operations'])
  const exception = { description: 'mine', exception: 'personal_use', reason: 'Looking things up' }
  assert.equal((await createAs(engineer, exception)).status, 403)
  await putDuties(app, engineer.id, ['engineer'])
  const changes = [await engineer.api.put(path, { api_token: { active: false } }), await engineer.api.delete(path)]
  for (const { status } of changes) assert.equal(status, 403)
})

test('a request results in one token only', async () => {
  const { request } = await createAcceptedRequest(app)
  assert.equal((await createAs(adminEngineer, { description: request.page_url })).status, 201)
  const again = await createAs(adminEngineer, { description: request.page_url })
  assert.equal(again.status, 422)
  assert.match(problemOf(again), /cannot be issued: it has been issued/)
  const { request: contended } = await createAcceptedRequest(app)
  const answers = await Promise.all([1, 2, 3, 4].map(() => createAs(adminEngineer, { description: contended.page_url })))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 422, 422, 422])
})

// @source docs/reference/specification.md §5.6
test('no token is made before the request is approved, reviewed and accepted, and the refusal says what it waits for', async () => {
  const { request, manager, provisioner } = await createFiledRequest(app)
  const readRefusal = async () => problemOf(await createAs(adminEngineer, { description: request.page_url }))
  assert.match(await readRefusal(), /waits for the approval of its manager/)
  await stepAs(manager, request.id, 'approve')
  assert.match(await readRefusal(), /waits for its security review/)
  await stepAs(provisioner, request.id, 'review', 'Sound')
  assert.match(await readRefusal(), /waits for the decision/)
  await stepAs(provisioner, request.id, 'reject', 'Too broad')
  assert.match(await readRefusal(), /has been rejected/)
})

// @source docs/reference/specification.md §5.6.4
test('an administrator without the duty is no engineer, and no engineer issues their own request', async () => {
  const { request } = await createAcceptedRequest(app)
  const refused = await createAs(admin, { description: request.page_url })
  assert.equal(refused.status, 403)
  assert.match(refused.body.error.message, /only an engineer may issue it/)
  await putDuties(app, adminEngineer.id, ['engineer'], (await createAcceptedRequest(app)).manager.id)
  const { people, id, page_url } = await ownRequest()
  await stepAs(people.manager, id, 'approve')
  await stepAs(people.provisioner, id, 'review', 'Sound')
  await stepAs(people.provisioner, id, 'accept', 'Needed')
  const own = await createAs(adminEngineer, { description: page_url })
  assert.equal(own.status, 403)
  assert.match(own.body.error.message, /The requester of an access request may not issue it/)
})

async function ownRequest() {
  const { request: _other, ...people } = await createFiledRequest(app)
  const access_request = { kind: 'api_token', title: 'My own', business_reason: 'Mine', use_case: 'Mine' }
  const { body } = await adminEngineer.api.post('/api/v2/access_requests', { access_request })
  return { people, id: body.access_request.id as number, page_url: body.access_request.page_url as string }
}

test('a token ends after the requested lifetime, and no later end can be set', async () => {
  const { request } = await createAcceptedRequest(app, { lifetime_days: 10 })
  const late = await createAs(adminEngineer, { description: request.page_url, expires_at: '2090-01-01' })
  assert.match(problemOf(late, 'expires_at'), /accepted for 10 days/)
  const { id, expires_at, created_at } = (await createAs(adminEngineer, { description: request.page_url })).body.api_token
  assert.equal((Date.parse(expires_at) - Date.parse(created_at)) / 86_400_000, 10)
  for (const value of ['2090-01-01', null])
    assert.match(problemOf(await app.api.put(`/api/v2/api_tokens/${id}`, { api_token: { expires_at: value } }), 'expires_at'), /10 days/)
})

test('a URL that names no accepted request and no configured tracker is not accepted as a basis', async () => {
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

// @source docs/reference/specification.md §5.6.5
test('an issue of a configured tracker is a basis by itself, unless a request stands for it', async () => {
  await setUp(app, { access: { tracker_urls: [TRACKER] } })
  assert.equal((await createAs(adminEngineer, { description: `${TRACKER}access/77` })).status, 201)
  const { request } = await createFiledRequest(app, { external_url: `${TRACKER}access/78` })
  const upper = request.external_url.replace('access', 'ACCESS')
  for (const description of [
    request.external_url,
    `${request.external_url}/`,
    `${request.external_url}#comment-1`,
    `${request.external_url}?`,
    upper,
  ])
    assert.match(problemOf(await createAs(adminEngineer, { description })), /waits for the approval/, description)
})

// @source docs/reference/specification.md §5.6.4
test('a token for a tracker issue can only be made by an engineer: being an administrator is not enough', async () => {
  await setUp(app, { access: { tracker_urls: [TRACKER] } })
  const description = issueUrl()
  const refused = await createAs(admin, { description })
  assert.deepEqual([refused.status, /Only an engineer may do this/.test(refused.body.error.message)], [403, true])
  const byToken = await createAs({ api: app.as({ email: adminEngineer.email, token: app.admin.token }) }, { description })
  assert.match(byToken.body.error.message, /in person/)
  const made = await createAs(adminEngineer, { description })
  assert.equal(made.status, 201, 'a refusal takes nothing of the issue')
})

// @source docs/reference/specification.md §5.6.5
test('a tracker issue is the basis of one token only, whatever becomes of that token and in any spelling of the URL', async () => {
  await setUp(app, { access: { tracker_urls: [TRACKER] } })
  const description = issueUrl()
  const expectDuplicate = async (spelt = description) => {
    const answer = await createAs(adminEngineer, { description: spelt })
    assert.deepEqual([answer.status, answer.body.details?.description[0].error], [422, 'DuplicateValue'], spelt)
    assert.match(problemOf(answer), /made for this issue already/)
  }
  const spellings = ['/', '#note', '?', '?a=b', ';x', '%20', '.', '\u200b'].map((end) => description + end)
  spellings.push(description.replace('https://issues', 'HTTPS://Issues'), description.replace('access', '%61ccess'))
  spellings.push(
    description.replace('/access', '/x/../access'),
    description.replace('.com/', '.com:443/'),
    description.replace('/access/', '/access%2f'),
  )
  for (const spelt of spellings) {
    const answer = await createAs(adminEngineer, { description: spelt })
    assert.deepEqual([answer.status, answer.body.details?.description[0].error], [422, 'InvalidFormat'], spelt)
    assert.equal(problemOf(answer), `Description: must be written as ${description}`)
  }
  const { id } = (await createAs(adminEngineer, { description })).body.api_token
  for (const spelt of [description, description.replace('access', 'Access')]) await expectDuplicate(spelt)
  const rotated = await adminEngineer.api.post(`/api/v2/api_tokens/${id}/rotate`, { rotation: { silent_days: 1 } })
  assert.deepEqual(
    [rotated.status, rotated.body.api_token?.description],
    [201, description],
    'the next value has the ground of the one before',
  )
  for (const one of [id, rotated.body.api_token.id]) {
    assert.equal((await app.api.put(`/api/v2/api_tokens/${one}`, { api_token: { active: false } })).status, 200)
    await expectDuplicate()
    assert.equal((await app.api.delete(`/api/v2/api_tokens/${one}`)).status, 204)
    await expectDuplicate()
  }
})

test('of two concurrent tokens for one issue only one is made', async () => {
  await setUp(app, { access: { tracker_urls: [TRACKER] } })
  const description = issueUrl()
  const spellings = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? description : description.replace('access', 'ACCESS')))
  const answers = await Promise.all(spellings.map((spelt) => createAs(adminEngineer, { description: spelt })))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, ...Array.from({ length: 9 }, () => 422)])
})

// @source docs/reference/access_governance.md §3
test('an issue of a request can only be used through that request, also when it is the caller’s own, rejected or issued', async () => {
  await setUp(app, { access: { tracker_urls: [TRACKER] } })
  const { id } = (await createAs(adminEngineer, { description: issueUrl() })).body.api_token
  const expectRefusal = async (url: string, why: RegExp) => {
    for (const description of [url, url.replace('access', 'Access')]) {
      assert.match(JSON.stringify((await createAs(adminEngineer, { description })).body), why, description)
      const anew = await app.api.put(`/api/v2/api_tokens/${id}`, { api_token: { description } })
      assert.deepEqual([anew.status, /an access request of this instance stands for/.test(problemOf(anew))], [422, true])
    }
  }
  const own = issueUrl()
  const access_request = { kind: 'api_token', title: 'My own', business_reason: 'Mine', use_case: 'Mine', external_url: own }
  await putDuties(app, adminEngineer.id, ['engineer'], (await createFiledRequest(app)).manager.id)
  const filed = await adminEngineer.api.post('/api/v2/access_requests', { access_request })
  assert.equal(filed.status, 201, JSON.stringify(filed.body))
  await expectRefusal(own, /waits for the approval/)
  const { request: rejected, manager } = await createFiledRequest(app, { external_url: issueUrl() })
  await stepAs(manager, rejected.id, 'reject', 'No')
  await expectRefusal(rejected.external_url, /has been rejected/)
  const { request: accepted } = await createAcceptedRequest(app, { external_url: issueUrl() })
  const made = await createAs(adminEngineer, { description: accepted.external_url.replace('access', 'ACCESS') })
  assert.deepEqual([made.status, made.body.api_token?.description], [201, accepted.page_url], 'the record says what its URL is')
  await expectRefusal(accepted.external_url, /has been issued/)
})

// @source docs/reference/access_governance.md §3
test('a rejected issue cannot be used for a token through another of its page URLs', async () => {
  await setUp(app, { access: { tracker_urls: [TRACKER] } })
  const pages = {
    'browse/SEC-9': ['browse/SEC-09', 'projects/SEC/boards/1/SEC-9', 'servicedesk/customer/portal/1/SEC-9', 'issue/sec-9'],
    'g/p/-/issues/9': ['g/p/issues/9', 'g/p/-/issues/incident/9', 'g/p/-/issues/009', 'g/p/-/issues/9.json', 'g/p/-/issues/9-title'],
  }
  for (const [page, others] of Object.entries(pages)) {
    const { request, manager } = await createFiledRequest(app, { external_url: TRACKER + page })
    await stepAs(manager, request.id, 'reject', 'No')
    for (const other of others) {
      const answer = await createAs(adminEngineer, { description: TRACKER + other })
      assert.deepEqual([answer.status, /has been rejected/.test(JSON.stringify(answer.body))], [422, true], other)
    }
  }
  for (const other of ['browse/SEC-%D9%A9', 'browse/%C4%B1T-9'])
    assert.equal((await createAs(adminEngineer, { description: TRACKER + other })).status, 422, other)
})

test('a tracker URL that names no issue is not accepted as a basis, and the refusal says so', async () => {
  await setUp(app, { access: { tracker_urls: [TRACKER] } })
  const { requester } = await createFiledRequest(app)
  const wish = { kind: 'api_token', title: 'A token', business_reason: 'It is needed', use_case: 'It is used' }
  for (const path of ['p/_boards/board/t/Team/Stories', 'p/_workitems', 'api/v4/projects/77/issues/9']) {
    const made = await createAs(adminEngineer, { description: TRACKER + path })
    assert.deepEqual([made.status, problemOf(made)], [422, 'Description: names no issue: write the address of the page of the issue'])
    const filed = await requester.api.post('/api/v2/access_requests', { access_request: { ...wish, external_url: TRACKER + path } })
    assert.match(problemOf(filed, 'external_url'), /^External URL: names no issue/)
  }
  const board = await createAs(adminEngineer, { description: `${TRACKER}p/_boards/board/t/Team/Stories?workitem=9` })
  assert.equal(problemOf(board), `Description: must be written as ${TRACKER}p/_workitems/edit/9`)
})

test('the page URL of a request is recognised under every host name of the account, whatever host the call was sent to', async () => {
  const { port } = new URL(app.base_url)
  const path = (id: number) => `/access_requests/${id}`
  for (const host of ['localhost', '[::1]', '127.0.0.1']) {
    const { request } = await createAcceptedRequest(app)
    const made = await createAs(adminEngineer, { description: `http://${host}:${port}${path(request.id)}` })
    assert.deepEqual([made.status, made.body.api_token?.access_request_id], [201, request.id], host)
  }
  const { request } = await createAcceptedRequest(app)
  for (const elsewhere of [`http://localhost:1${path(request.id)}`, `http://localhost.example:${port}${path(request.id)}`]) {
    const refused = await createAs(adminEngineer, { description: elsewhere })
    assert.deepEqual(
      [refused.status, /below http:\/\/127\.0\.0\.1:\d+\/access_requests\//.test(problemOf(refused))],
      [422, true],
      elsewhere,
    )
  }
})

test('the page URL of a request is recognised in any spelling', async () => {
  const { request } = await createFiledRequest(app)
  for (const end of ['?', '#top', '/', ';x', '/events', '%20']) {
    const answer = await createAs(adminEngineer, { description: request.page_url + end })
    assert.match(problemOf(answer), /waits for the approval/, end)
  }
  assert.match(
    problemOf(await createAs(adminEngineer, { description: request.page_url.replace('access', '%61ccess') })),
    /waits for the approval/,
  )
})

test('the issue of a request must be in canonical form, and neither another request nor a token may have it', async () => {
  await setUp(app, { access: { tracker_urls: [TRACKER] } })
  const { requester } = await getGovernedPeople(app)
  const file = (external_url: string) => {
    const access_request = { kind: 'api_token', title: 'One', business_reason: 'One', use_case: 'One', external_url }
    return requester.api.post('/api/v2/access_requests', { access_request })
  }
  const url = issueUrl()
  for (const spelt of [`${url}?`, `${url}/`, `${url}#x`, url.replace('https', 'HTTPS')]) {
    const { status, body } = await file(spelt)
    assert.deepEqual([status, body.details?.external_url[0].description], [422, `External URL: must be written as ${url}`])
  }
  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => file(index % 2 === 0 ? url : url.replace('access', 'ACCESS'))))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, ...Array.from({ length: 9 }, () => 422)])
  const spent = issueUrl()
  assert.equal((await createAs(adminEngineer, { description: spent })).status, 201)
  const { status, body } = await file(spent)
  assert.deepEqual([status, body.details.external_url[0].error], [422, 'DuplicateValue'])
})

test('a token with a changed description takes the new issue and keeps the first', async () => {
  await setUp(app, { access: { tracker_urls: [TRACKER] } })
  const first = issueUrl()
  const second = issueUrl()
  const others = issueUrl()
  const { id } = (await createAs(adminEngineer, { description: first })).body.api_token
  assert.equal((await createAs(adminEngineer, { description: others })).status, 201)
  const describe = (description: string) => adminEngineer.api.put(`/api/v2/api_tokens/${id}`, { api_token: { description } })
  assert.match(problemOf(await describe(others)), /made for this issue already/)
  assert.deepEqual([(await describe(second)).status, (await describe(first)).status], [200, 200])
  for (const description of [first, second]) assert.equal((await createAs(adminEngineer, { description })).status, 422)
})

test('a request whose issue was used for a token after filing cannot be issued, neither by the issue nor by its page URL', async () => {
  await setUp(app, { access: { tracker_urls: [TRACKER] } })
  const external_url = issueUrl()
  const { request } = await createAcceptedRequest(app, { external_url })
  const issue = trackerIssue(external_url) as TrackerIssue
  // simulates a request filed and a token made at the same time, where neither transaction sees the other
  const put = defineStatement<unknown>(`insert into tracker_issues (account_id, key, url, api_token_id, created_at)
    values ($1, sha256(convert_to($2, 'UTF8')), $3, 1, now())`)
  await app.database.database.run(put(1, issue.key, issue.canonical))
  for (const description of [external_url, request.page_url])
    assert.match(problemOf(await createAs(adminEngineer, { description })), /made for this issue already/)
})

// @source docs/reference/specification.md §5.6.6
// @source docs/reference/specification.md §5.6.6
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

// @source docs/reference/specification.md §5.4.1
test('a lower level is also refused for an accepted request, which stays accepted', async () => {
  const { request, requester } = await createAcceptedRequest(app)
  const { status, body } = await createAs(adminEngineer, { description: request.page_url, scopes: ['tickets:read'] })
  assert.equal(status, 422)
  assert.match(body.details.scopes[0].description, /every API token is administrator-level/)
  assert.equal((await requester.api.get(`/api/v2/access_requests/${request.id}`)).body.access_request.state, 'accepted')
})

// @source docs/reference/authentication.md §2.4
test('from the day on which creation ends no token is made on any basis, by the clock of the account', async () => {
  await setUp(app, { access: { tracker_urls: [TRACKER] }, api: { token_creation_ends: '2030-10-27T00:00:00.000Z' } })
  const exception = { description: 'Late', exception: 'team_automation', reason: 'Late' }
  const before = await createAs({ api: app.inPerson }, exception)
  assert.equal(before.status, 201)
  await setUp(app, { clock: { mode: 'frozen', at: '2030-10-27T00:00:00.000Z' } })
  for (const api_token of [exception, { description: `${TRACKER}1` }]) {
    const { status, body } = await createAs({ api: app.inPerson }, api_token)
    assert.equal(status, 422)
    assert.equal(body.details.base[0].description, 'API tokens can no longer be created since 27 October 2030: use an OAuth client')
  }
  const rotated = await app.inPerson.post(`/api/v2/api_tokens/${before.body.api_token.id}/rotate`, { rotation: { silent_days: 1 } })
  assert.equal(rotated.status, 422)
  const access_request = { kind: 'api_token', title: 'Late', business_reason: 'Late', use_case: 'Late' }
  const filed = await (await getGovernedPeople(app)).requester.api.post('/api/v2/access_requests', { access_request })
  assert.deepEqual([filed.status, Object.keys(filed.body.details)], [422, ['kind']])
  assert.match(filed.body.details.kind[0].description, /^Kind: no API tokens are created any more since 27 October 2030/)
  await setUp(app, { clock: { mode: 'real' }, api: { token_creation_ends: null } })
  assert.equal((await createAs({ api: app.inPerson }, exception)).status, 201)
})

test('deactivating a token revokes its access request, and neither can be reactivated', async () => {
  const { request, requester } = await createAcceptedRequest(app)
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
