import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suspend } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import {
  createAcceptedRequest,
  createFiledRequest,
  getGovernedPeople,
  putDuties,
  putPersonInPerson as putPerson,
  stepAs,
} from '#test/governance.ts'
import { putInstance } from '#test/instances.ts'

const app = await useApp()
const path = '/api/v2/access_requests'
const { requester, manager, provisioner, engineer } = await getGovernedPeople(app)
const outsider = await putPerson(app, { role: 'agent', name: 'Otto Outsider' })
const TEXTS = { kind: 'api_token', title: 'Nightly export', business_reason: 'Sales reads it', use_case: 'A script' }

const file = (access_request: unknown, api = requester.api) => api.post(path, { access_request })
const setTrackers = (tracker_urls: string[]) => app.inPerson.put('/api/v2/deskhand/settings', { settings: { access: { tracker_urls } } })
const audits = async (id: number) =>
  (await app.api.get(`/api/v2/audit_logs?filter[source_type]=access_request&filter[source_id]=${id}`)).body.audit_logs as {
    action: string
    actor_name: string
    change_description: string
  }[]

// @source docs/reference/specification.md §5.6.1
test('a filed request has its own page and waits for the manager of its requester', async () => {
  const { status, body, headers } = await file({ ...TEXTS, lifetime_days: 90 })
  assert.equal(status, 201)
  const { access_request: request } = body
  assert.equal(headers.get('location'), request.url)
  assert.equal(request.page_url, `${app.base_url}/access_requests/${request.id}`)
  const { state, requester_id, manager_id, lifetime_days, allowed_steps, advice } = request
  assert.deepEqual([state, requester_id, manager_id, lifetime_days], ['submitted', requester.id, manager.id, 90])
  assert.deepEqual([allowed_steps, advice], [['withdraw'], null])
  const [entry] = await audits(request.id)
  assert.deepEqual([entry?.action, entry?.actor_name, entry?.change_description], ['create', 'Rita Requester', 'Filed for an API token'])
  const shown = (await manager.api.get(`${path}/${request.id}.json?include=users`)).body
  assert.deepEqual(shown.access_request, { ...request, allowed_steps: ['approve', 'reject'] })
  assert.deepEqual(
    shown.users.map((user: object) => Object.keys(user)),
    [
      ['id', 'name', 'email', 'role'],
      ['id', 'name', 'email', 'role'],
    ],
  )
})

test('all missing members of a request are reported at once', async () => {
  const empty = await file({ kind: '', title: ' ' })
  assert.equal(empty.status, 422)
  assert.deepEqual(Object.keys(empty.body.details).sort(), ['business_reason', 'kind', 'title', 'use_case'])
  const wrong: readonly [object, string][] = [
    [{ kind: 'password' }, 'kind'],
    [{ title: 'x'.repeat(256) }, 'title'],
    [{ use_case: 'x'.repeat(10_001) }, 'use_case'],
    [{ integration_kind: 'oauth' }, 'integration_kind'],
    [{ kind: 'integration', integration_kind: 'fax' }, 'integration_kind'],
    [{ kind: 'integration' }, 'scopes'],
    [{ kind: 'integration', integration_kind: 'oauth', scopes: [] }, 'scopes'],
    [{ kind: 'integration', scopes: ['two words'] }, 'scopes'],
    [{ kind: 'integration', scopes: ['tickets:read', 'ticket:read'] }, 'scopes'],
    [{ lifetime_days: 0 }, 'lifetime_days'],
    [{ external_url: 'https://issues.example.com/1' }, 'external_url'],
  ]
  for (const [given, member] of wrong) {
    const { status, body } = await file({ ...TEXTS, ...given })
    assert.deepEqual([status, Object.keys(body.details ?? {})], [422, [member]], JSON.stringify(given).slice(0, 80))
  }
  assert.equal((await requester.api.post(path, {})).status, 400)
  assert.equal((await file({ ...TEXTS, lifetime_days: 'long' })).status, 400)
})

test('a request whose text contains a token is refused, so that the token is not stored', async () => {
  const reason = 'Found in a script, please deactivate'
  const made = await app.api.post('/api/v2/oauth/clients', {
    client: { name: 'Leaky', identifier: 'leaky', kind: 'confidential', redirect_uri: 'https://example.org' },
  })
  const client_id = made.body.client.id as number
  const { token } = (await app.api.post('/api/v2/oauth/tokens', { token: { client_id, scopes: ['read'] } })).body
  const { status, body } = await file({ ...TEXTS, use_case: `It uses ${token.full_token} today` })
  assert.equal(status, 422)
  assert.match(body.details.use_case[0].description, /secret/)
  assert.ok(!JSON.stringify(body).includes(token.full_token))
  const { request } = await createFiledRequest(app)
  const comment = await requester.api.post(`${path}/${request.id}/comments`, { comment: { body: `${reason}: ${token.full_token}` } })
  assert.equal(comment.status, 422)
})

// @source docs/reference/specification.md §5.4.1
test('a request for a token of a lower level is refused with the reason', async () => {
  for (const [member, value] of Object.entries({
    role: 'agent',
    level: 'read-only',
    permission: 'light',
    scope: 'read',
    scopes: ['tickets:read'],
    permissions: 'read',
    access: 'read',
    read_only: true,
    admin: false,
  })) {
    const { status, body } = await file({ ...TEXTS, [member]: value })
    assert.equal(status, 422, member)
    assert.match(body.details[member][0].description, /every API token is administrator-level/)
  }
  assert.equal((await file({ ...TEXTS, role: 'administrator', scopes: 'read write' })).status, 201)
})

// @source docs/reference/specification.md §5.5.4
// @source docs/reference/specification.md §5.5.4
test('a government deployment refuses requests for integrations with the reason, and takes those for tokens', async () => {
  const government = await putInstance(app, { deployment: 'government' })
  const boss = (await government.api.post('/api/v2/users', { user: { name: 'Boss', email: 'boss@gov.example.com', role: 'agent' } })).body
    .user
  const named = await government.inPerson.put(`/api/v2/access_people/${government.owner_id}`, { access_person: { manager_id: boss.id } })
  assert.equal(named.status, 200)
  const refused = await government.inPerson.post(path, { access_request: { ...TEXTS, kind: 'integration' } })
  assert.equal(refused.status, 422)
  assert.match(refused.body.details.kind[0].description, /not supported on the government deployment at present, for security reasons/)
  const { kinds } = (await government.inPerson.get(`${path}/new`)).body.new_access_request
  assert.match(
    kinds.find((each: { kind: string }) => each.kind === 'integration').problem,
    /government deployment at present, for security/,
  )
  assert.equal(kinds.find((each: { kind: string }) => each.kind === 'api_token').problem, null)
  assert.equal((await government.inPerson.post(path, { access_request: TEXTS })).status, 201)
})

// @source docs/reference/specification.md §5.5.2
// @source docs/reference/specification.md §5.5.2
test('a request for an integration where a token would be enough gets advice and is not refused', async () => {
  const scopes = ['tickets:read']
  const advice = async (given: object) => (await file({ ...TEXTS, kind: 'integration', scopes, ...given })).body.access_request.advice
  assert.match(await advice({ integration_kind: 'generic', scopes: [] }), /^Prefer an API token: .*much harder to revoke/)
  assert.match(await advice({ integration_kind: 'oauth', lifetime_days: 7 }), /limited time/)
  assert.equal(await advice({ integration_kind: 'oauth' }), null)
})

test('without a manager who may sign in no request can be filed, and the refusal says who can help', async () => {
  const alone = await file(TEXTS, outsider.api)
  assert.equal(alone.status, 422)
  assert.match(alone.body.details.manager_id[0].description, /an administrator must name one/)
  // an administrator gets the place to fix it
  const asAdmin = (await file(TEXTS, app.inPerson)).body.details.manager_id[0].description
  assert.equal(asAdmin, 'Manager: you have none who could approve the request; name one at People, Access duties')
  const asking = await putPerson(app, { role: 'agent' })
  const leaving = await putPerson(app, { role: 'agent' })
  await putDuties(app, asking.id, [], leaving.id)
  await suspend(app, leaving.id)
  assert.equal((await file(TEXTS, asking.api)).status, 422)
})

test('an issue of a configured external tracker can stand for a request, and for one request only', async () => {
  await setTrackers(['https://issues.example.com/access/'])
  const external_url = 'https://issues.example.com/access/17'
  const unusual = await file({ ...TEXTS, external_url: 'https://ISSUES.example.com/access/x/../17' })
  assert.equal(unusual.body.details.external_url[0].description, `External URL: must be written as ${external_url}`)
  const made = await file({ ...TEXTS, external_url })
  assert.deepEqual([made.status, made.body.access_request.external_url], [201, external_url])
  assert.equal((await file({ ...TEXTS, external_url })).body.details.external_url[0].error, 'DuplicateValue')
  for (const wrong of [
    'https://issues.example.com/access/',
    'https://issues.example.com.evil.example/access/1',
    'access/17',
    'https://issues.example.com/access/../17',
  ])
    assert.equal((await file({ ...TEXTS, external_url: wrong })).status, 422, wrong)
  const other = (await file({ ...TEXTS, external_url: `${external_url}8` })).body.access_request
  const moved = await requester.api.put(`${path}/${other.id}`, { access_request: { external_url } })
  assert.equal(moved.body.details.external_url[0].error, 'DuplicateValue')
})

test('an end user needs an invitation to file requests, and sees only their own', async () => {
  const person = await putPerson(app, { role: 'end-user' })
  const { request } = await createFiledRequest(app)
  assert.equal((await file(TEXTS, person.api)).status, 403)
  assert.equal((await person.api.get(path)).status, 403)
  await putDuties(app, person.id, ['requester'], manager.id)
  const made = await file(TEXTS, person.api)
  assert.equal(made.status, 201)
  assert.deepEqual(
    (await person.api.get(path)).body.access_requests.map((row: { id: number }) => row.id),
    [made.body.access_request.id],
  )
  assert.equal((await person.api.get(`${path}/${request.id}`)).status, 404)
  const own = `${path}/${made.body.access_request.id}`
  await putDuties(app, person.id, [])
  const text = { access_request: { title: 'Another' } }
  for (const uninvited of [
    await person.api.get(own),
    await person.api.get(`${own}/events`),
    await person.api.get(`${own}/impact`),
    await person.api.put(own, text),
    await person.api.post(`${own}/comments`, { comment: { body: 'Hello' } }),
    await person.api.post(`${own}/withdraw`),
  ])
    assert.equal(uninvited.status, 403, 'the invitation was taken back')
  await putDuties(app, person.id, ['requester'], manager.id)
  assert.equal((await stepAs(person, made.body.access_request.id, 'withdraw')).state, 'withdrawn')
})

test('a request is not found for uninvolved users; users with a duty and administrators see all requests', async () => {
  const { request } = await createFiledRequest(app)
  const one = `${path}/${request.id}`
  for (const call of [
    () => outsider.api.get(one),
    () => outsider.api.put(one, { access_request: { title: 'Mine' } }),
    () => outsider.api.get(`${one}/events`),
    () => outsider.api.get(`${one}/comments`),
    () => outsider.api.post(`${one}/comments`, { comment: { body: 'Hello' } }),
    ...['approve', 'review', 'accept', 'reject', 'withdraw'].map(
      (step) => () => outsider.api.post(`${one}/${step}`, { step: { reason: 'x' } }),
    ),
  ])
    assert.equal((await call()).status, 404)
  assert.deepEqual((await outsider.api.get(path)).body.access_requests, [])
  const operations = await putPerson(app, { role: 'agent' })
  await putDuties(app, operations.id, ['support_operations'])
  for (const who of [requester, manager, provisioner, engineer, operations, app]) assert.equal((await who.api.get(one)).status, 200)
})

test('the requester can change the texts of a request until it is approved, and the manager is notified', async () => {
  const { request } = await createFiledRequest(app)
  const put = (change: object, api = requester.api) => api.put(`${path}/${request.id}`, { access_request: change })
  const { status, body } = await put({ title: 'Weekly export', use_case: 'Another script', kind: 'integration' })
  assert.deepEqual([status, body.access_request.title, body.access_request.kind], [200, 'Weekly export', 'api_token'])
  assert.equal((await put({ title: 'Weekly export' })).status, 200)
  const { events } = (await requester.api.get(`${path}/${request.id}/events`)).body
  assert.deepEqual(
    events.map((event: { type: string }) => event.type),
    ['submit', 'edit'],
  )
  assert.equal(events[1].body, `Title changed from "${request.title}" to "Weekly export". Use case changed`)
  assert.equal((await put({ title: '' })).status, 422)
  assert.equal((await put({ title: 'Hijacked' }, manager.api)).status, 403)
  assert.equal((await put({ title: 'Hijacked' }, app.inPerson)).status, 403)
  assert.equal((await app.as({}).put(`${path}/${request.id}`, {})).status, 401)
  assert.equal((await put({})).status, 200)
  await stepAs(manager, request.id, 'approve')
  const late = await put({ title: 'Daily export' })
  assert.equal(late.status, 422)
  assert.match(late.body.details.base[0].description, /cannot be changed: it waits for its security review/)
})

test('an administrator can name another manager until the request is approved, but never the requester', async () => {
  const { request } = await createFiledRequest(app)
  const put = (manager_id: number, api = app.inPerson) => api.put(`${path}/${request.id}`, { access_request: { manager_id } })
  const endUser = await putPerson(app, { role: 'end-user' })
  await suspend(app, (await putPerson(app, { role: 'agent' })).id)
  for (const wrong of [requester.id, endUser.id, 999_999_999])
    assert.deepEqual(Object.keys((await put(wrong)).body.details), ['manager_id'], String(wrong))
  assert.equal((await put(outsider.id, requester.api)).status, 403)
  assert.equal((await put(outsider.id, manager.api)).status, 403)
  const named = await put(outsider.id)
  assert.deepEqual([named.status, named.body.access_request.manager_id], [200, outsider.id])
  assert.equal((await manager.api.post(`${path}/${request.id}/approve`, {})).status, 404)
  const { events } = (await requester.api.get(`${path}/${request.id}/events`)).body
  assert.deepEqual([events.at(-1).type, events.at(-1).body], ['edit', 'Manager changed from Max Manager to Otto Outsider'])
  assert.equal((await audits(request.id))[0]?.change_description, 'Manager changed from Max Manager to Otto Outsider')
  assert.equal((await stepAs(outsider, request.id, 'approve')).approved_by_id, outsider.id)
  assert.equal((await put(manager.id)).status, 422)
})

test('everyone who sees a request can write and read its comments', async () => {
  const { request } = await createFiledRequest(app)
  const comments = `${path}/${request.id}/comments`
  const { status, body, headers } = await provisioner.api.post(comments, { comment: { body: ' Which tickets does it read? ' } })
  assert.equal(status, 201)
  assert.equal(headers.get('location'), `${app.base_url}${comments}.json`)
  assert.deepEqual([body.comment.body, body.comment.author_name], ['Which tickets does it read?', 'Paula Provisioner'])
  await requester.api.post(comments, { comment: { body: 'Those of yesterday' } })
  const listed = await manager.api.get(`${comments}?page[size]=1`)
  assert.deepEqual([listed.body.comments, listed.body.meta.has_more], [[body.comment], true])
  const { events } = (await manager.api.get(`${path}/${request.id}/events.json`)).body
  assert.deepEqual(
    events.map((event: { type: string; actor_name: string }) => [event.type, event.actor_name]),
    [
      ['submit', 'Rita Requester'],
      ['comment', 'Paula Provisioner'],
      ['comment', 'Rita Requester'],
    ],
  )
  assert.equal((await requester.api.post(comments, { comment: { body: ' ' } })).status, 422)
  assert.equal((await requester.api.post(comments, { comment: { body: 'x'.repeat(10_001) } })).status, 422)
  assert.equal((await requester.api.post(comments, {})).status, 400)
  assert.equal((await app.as({}).post(comments, { comment: { body: 'x' } })).status, 401)
  assert.equal((await app.as({}).get(comments)).status, 401)
  assert.equal((await app.as({}).get(`${path}/${request.id}/events`)).status, 401)
})

test('a list can be searched by words of the title in any order and case', async () => {
  const { request, requester } = await createFiledRequest(app, { title: '100% of Quarterly_Figures' })
  const findIds = async (words: string, role = 'mine') => {
    const { status, body } = await requester.api.get(`/api/v2/access_requests?role=${role}&filter[title]=${encodeURIComponent(words)}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body.access_requests.map(({ id }: { id: number }) => id)
  }
  for (const words of ['figures quarterly', ' 100% ', 'RLY_F', ' ']) assert.ok((await findIds(words)).includes(request.id), words)
  for (const words of ['quarterly nonsense', '100%q', 'quarterly-figures']) assert.deepEqual(await findIds(words), [], words)
  assert.deepEqual(await findIds('figures', 'to_approve'), [])
  assert.equal((await requester.api.get(`/api/v2/access_requests?filter[title]=${'a'.repeat(300)}`)).status, 400)
})

test('each list contains the requests that wait for the caller in a given part', async () => {
  const submitted = (await createFiledRequest(app)).request
  const approved = (await createFiledRequest(app)).request
  await stepAs(manager, approved.id, 'approve')
  const accepted = (await createAcceptedRequest(app)).request
  const ids = async (who: { api: typeof app.api }, query: string) =>
    (await who.api.get(`${path}?per_page=100&${query}`)).body.access_requests.map((row: { id: number }) => row.id) as number[]
  const holds = async (who: { api: typeof app.api }, role: string) => {
    const list = await ids(who, `role=${role}`)
    return [submitted, approved, accepted].filter((request) => list.includes(request.id)).map((request) => request.state as string)
  }
  assert.deepEqual(await holds(requester, 'mine'), ['submitted', 'submitted', 'accepted'])
  assert.deepEqual(await holds(manager, 'to_approve'), ['submitted'])
  assert.deepEqual(await holds(provisioner, 'to_approve'), [])
  assert.deepEqual(await holds(provisioner, 'to_review'), ['submitted'])
  assert.deepEqual(await holds(engineer, 'to_review'), [])
  assert.deepEqual(await holds(engineer, 'to_issue'), ['accepted'])
  assert.deepEqual(await holds(app, 'to_issue'), [])
  assert.deepEqual(await holds(outsider, 'all'), [])
  assert.ok((await ids(app, 'filter[state]=accepted,rejected')).includes(accepted.id))
  assert.deepEqual(await ids(app, 'filter[state]=active'), [])
  assert.ok(!(await ids(app, 'filter[kind]=integration')).includes(accepted.id))
  assert.deepEqual(await ids(app, `filter[requester_id]=${outsider.id}`), [])
  const page = await app.api.get(`${path}?page[size]=2&sort=created_at&include=users`)
  assert.deepEqual([page.body.access_requests.length, page.body.meta.has_more], [2, true])
  assert.ok(page.body.users.some((user: { id: number }) => user.id === requester.id))
  assert.equal((await app.api.get(`${path}?role=king`)).status, 400)
  assert.equal((await app.as({}).get(path)).status, 401)
  assert.equal((await app.api.get(`${path}/999999999`)).status, 404)
  assert.equal((await app.api.get(`${path}/mine`)).status, 400)
})
