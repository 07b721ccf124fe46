import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inPerson, issueUrl, setUp, TRACKER } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { createAcceptedRequest, putDuties } from '#test/governance.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const PATH = '/api/scim/v2/Users'
const client = (await app.api.post('/api/v2/oauth/clients', { client: { name: 'Directory', identifier: 'directory' } })).body.client
const tokenWith = async (scopes: string[]) =>
  (await app.api.post('/api/v2/oauth/tokens', { token: { client_id: client.id, scopes } })).body.token.full_token as string
const scim = app.as({ bearer: await tokenWith(['read', 'write']) })
let made = 0
const resource = (given: object = {}) => {
  const userName = `staff${++made}@corp.example`
  const name = { givenName: 'Ada Maria', familyName: `Lovelace${made}` }
  return { schemas: [USER], userName, name, emails: [{ value: userName, type: 'work', primary: true }], active: true, ...given }
}
const provision = async (given: object = {}) => {
  const answer = await scim.post(PATH, resource(given))
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}
const patch = (id: string, ...Operations: object[]) => scim.patch(`${PATH}/${id}`, { schemas: [PATCH], Operations })
const asUser = (email: string) => app.as({ email, token: app.admin.token }).get('/api/v2/users/me')

test('a provisioned person is an agent who may sign in at once', async () => {
  const answer = await scim.post(PATH, JSON.stringify(resource({ externalId: 'okta-1', roles: [{ value: 'agent' }], locale: 'en_US' })), {
    'content-type': 'application/scim+json',
  })
  assert.equal(answer.status, 201)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/scim\+json/)
  assert.equal(answer.headers.get('location'), answer.body.meta.location)
  const { id, userName, displayName, name, active, externalId, userType } = answer.body
  assert.deepEqual(
    [displayName, name, active, externalId, userType],
    ['Ada Maria Lovelace1', { formatted: 'Ada Maria Lovelace1', givenName: 'Ada Maria', familyName: 'Lovelace1' }, true, 'okta-1', 'agent'],
  )
  const me = (await asUser(userName)).body.user
  assert.deepEqual([String(me.id), me.role, me.verified], [id, 'agent', true])
  const entries = (await app.api.get(`/api/v2/audit_logs?filter[source_type]=user&filter[source_id]=${id}`)).body.audit_logs
  assert.equal(entries[0].change_description, 'Created as agent')
})

test('a taken address or external id is a conflict, and invalid values are reported as SCIM errors', async () => {
  const { userName, externalId } = await provision({ externalId: 'okta-2' })
  const taken = await scim.post(PATH, resource({ userName }))
  assert.deepEqual([taken.status, taken.body.scimType, taken.body.status], [409, 'uniqueness', '409'])
  assert.deepEqual(taken.body.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error'])
  assert.equal((await scim.post(PATH, resource({ externalId }))).status, 409)
  for (const wrong of [
    { userName: 'no address', emails: [] },
    { roles: [{ value: 'owner' }] },
    { active: 'perhaps' },
    { userName: 5, emails: [{}] },
  ]) {
    const { status, body } = await scim.post(PATH, resource(wrong))
    assert.deepEqual([status, body.scimType], [400, 'invalidValue'], JSON.stringify(wrong))
  }
})

test('the list contains staff, with filters and paging', async () => {
  const { id, userName } = await provision({ externalId: 'okta-3' })
  const enduser = await putPerson(app, { role: 'end-user' })
  const findIds = async (filter: string) => {
    const { status, body } = await scim.get(`${PATH}?filter=${encodeURIComponent(filter)}`)
    assert.equal(status, 200, filter)
    return body.Resources.map((one: { id: string }) => one.id)
  }
  for (const filter of [
    `userName eq "${userName.toUpperCase()}"`,
    `emails[type eq "work"].value eq "${userName}"`,
    `emails[value eq "${userName}"]`,
    'externalId eq "okta-3" and active eq true',
    `id eq "${id}"`,
    `${USER}:userName eq "${userName}" and userType eq "agent"`,
    `userName sw "${userName.split('@')[0]}@" and displayName co "lovelace"`,
  ])
    assert.deepEqual(await findIds(filter), [id], filter)
  assert.deepEqual(await findIds('externalId eq "OKTA-3"'), [])
  assert.deepEqual(await findIds(`userName eq "${enduser.email}"`), [])
  assert.deepEqual(await findIds('active eq "yes"'), [])
  assert.ok((await findIds('externalId pr')).includes(id))
  assert.deepEqual(await findIds('userName co "%"'), [])
  const page = (await scim.get(`${PATH}?startIndex=2&count=1`)).body
  assert.deepEqual([page.startIndex, page.itemsPerPage, page.Resources.length], [2, 1, 1])
  assert.equal((await scim.get(`${PATH}?count=0`)).body.totalResults, page.totalResults)
  const narrow = (await scim.get(`${PATH}/${id}?attributes=userName`)).body
  assert.deepEqual(Object.keys(narrow), ['schemas', 'id', 'userName', 'meta'])
  assert.equal((await scim.get(`${PATH}/${id}?excludedAttributes=emails,name`)).body.emails, undefined)
})

test('filters that are not supported are refused, not ignored', async () => {
  for (const filter of [
    'userName',
    'userName eq',
    'userName gt "a"',
    'userName eq "a" or id eq "1"',
    'password eq "x"',
    'not (id eq "1")',
    'id eq "\\x"',
  ]) {
    const { status, body } = await scim.get(`${PATH}?filter=${encodeURIComponent(filter)}`)
    assert.deepEqual([status, body.scimType], [400, 'invalidFilter'], filter)
  }
  assert.equal((await scim.get(`${PATH}?startIndex=one`)).status, 400)
})

test('replacing a resource changes name, role and address; the old address no longer signs in', async () => {
  const before = await provision()
  const next = `renamed.${before.userName}`
  const { status, body } = await scim.put(`${PATH}/${before.id}`, {
    ...before,
    displayName: 'Ada King',
    userName: next,
    roles: [{ value: 'admin' }],
  })
  assert.equal(status, 200)
  assert.deepEqual([body.displayName, body.userName, body.userType, body.emails[0].value], ['Ada King', next, 'admin', next])
  assert.equal((await asUser(next)).body.user.email, next)
  assert.equal((await asUser(before.userName)).body.user.id, null)
})

test('an operation changes one attribute and keeps the rest', async () => {
  const { id, userName } = await provision({ externalId: 'okta-4' })
  const renamed = await patch(id, { op: 'Replace', path: 'name.familyName', value: 'Byron' })
  assert.deepEqual([renamed.status, renamed.body.displayName, renamed.body.externalId], [200, 'Ada Maria Byron', 'okta-4'])
  const azure = await patch(id, {
    op: 'add',
    value: { displayName: 'A. Byron', 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department': 'Tea' },
  })
  assert.equal(azure.body.displayName, 'A. Byron')
  const moved = await patch(id, { op: 'replace', path: 'emails[type eq "work"].value', value: `moved.${userName}` })
  assert.equal(moved.body.userName, `moved.${userName}`)
  const promoted = await patch(id, { op: 'replace', path: 'userType', value: 'admin' }, { op: 'remove', path: 'externalId' })
  assert.equal(promoted.body.userType, 'admin')
  for (const [operation, type] of [
    [{ op: 'explode', path: 'active' }, 'invalidSyntax'],
    [{ op: 'replace', path: 'a[b', value: 1 }, 'invalidPath'],
    [{ op: 'remove' }, 'noTarget'],
  ] as const) {
    const refused = await patch(id, { op: 'replace', path: 'displayName', value: 'Never' }, operation)
    assert.deepEqual([refused.status, refused.body.scimType], [400, type])
  }
  assert.notEqual((await scim.get(`${PATH}/${id}`)).body.displayName, 'Never')
  assert.equal((await patch(id)).status, 400)
})

test('deactivation ends all credentials of the person at once, and activation restores none of them', async () => {
  const { id, userName } = await provision({ roles: [{ value: 'admin' }] })
  const password = 'a long enough Passw0rd'
  assert.equal(
    (await app.as({ email: app.admin.email, password: app.admin.password }).post(`/api/v2/users/${id}/password`, { password })).status,
    200,
  )
  const session = await app.as({}).post('/access/sign_in', { email: userName, password })
  const cookie = (session.headers.get('set-cookie') ?? '').split(';')[0] as string
  const person = app.as({ email: userName, token: app.admin.token })
  const bearer = (await person.post('/api/v2/oauth/tokens', { token: { client_id: client.id, scopes: ['read'] } })).body.token.full_token
  const known = (
    await app.inPerson.post('/api/v2/api_tokens', {
      api_token: { description: 'Hers', exception: 'personal_use', reason: 'Her scripts', assigned_user_id: Number(id) },
    })
  ).body.api_token
  const others = [app.as({ bearer }), app.as({ email: userName, token: known.token })]
  for (const caller of others) assert.equal((await caller.get('/api/v2/groups')).status, 200)
  assert.equal((await app.as({}).get('/api/v2/groups', { cookie })).status, 200)
  const off = await patch(id, { op: 'replace', value: { active: 'False' } })
  assert.deepEqual([off.status, off.body.active], [200, false])
  assert.equal((await patch(id, { op: 'replace', path: 'active', value: true })).body.active, true)
  for (const caller of others) assert.equal((await caller.get('/api/v2/groups')).status, 401)
  assert.equal((await app.as({}).get('/api/v2/groups', { cookie })).status, 401)
  const token = (await app.api.get(`/api/v2/api_tokens/${known.id}`)).body.api_token
  assert.deepEqual(
    [token.active, token.deactivation_reason],
    [false, 'The identity provider has deactivated the person who knows this credential'],
  )
})

// @source docs/reference/access_governance.md §10
test('deactivation ends the tokens whose value the person was shown as engineer, and no others they issued', async () => {
  const { id, userName } = await provision({ roles: [{ value: 'admin' }] })
  await setUp(app, { access: { tracker_urls: [TRACKER] } })
  await putDuties(app, Number(id), ['engineer'])
  const engineer = await inPerson(app, Number(id))
  const tracked = (await engineer.post('/api/v2/api_tokens', { api_token: { description: issueUrl() } })).body.api_token
  const issueToken = async (mode: string) => {
    const { request } = await createAcceptedRequest(app)
    const answer = await engineer.post(`/api/v2/access_requests/${request.id}/issue`, { issue: { mode } })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.api_token
  }
  const postToken = async () => {
    const { request } = await createAcceptedRequest(app)
    return (await engineer.post('/api/v2/api_tokens', { api_token: { description: request.page_url } })).body.api_token
  }
  const rotateToken = async () => {
    const { id: old } = await postToken()
    return (await engineer.post(`/api/v2/api_tokens/${old}/rotate`, { rotation: { silent_days: 1 } })).body.api_token
  }
  const shown = await issueToken('show')
  const handed = await issueToken('hand_over')
  const byPage = await postToken()
  const next = await rotateToken()
  const off = await patch(id, { op: 'replace', path: 'active', value: false })
  assert.equal(off.status, 200, userName)
  const isActive = async (token: { id: number }) => (await app.api.get(`/api/v2/api_tokens/${token.id}`)).body.api_token.active
  for (const token of [tracked, shown, byPage, next]) assert.equal(await isActive(token), false, token.description)
  assert.equal(await isActive(handed), true, 'its value went straight into a one-time secret')
  assert.equal((await app.as({ email: app.admin.email, token: tracked.token }).get('/api/v2/groups')).status, 401)
})

test('a person can be deleted, but not the owner or the caller', async () => {
  const { id, userName } = await provision()
  assert.equal((await scim.delete(`${PATH}/${id}`)).status, 204)
  assert.equal((await scim.get(`${PATH}/${id}`)).status, 404)
  assert.equal((await asUser(userName)).body.user.id, null)
  const owner = await scim.delete(`${PATH}/${app.admin.id}`)
  assert.deepEqual([owner.status, owner.body.schemas], [400, ['urn:ietf:params:scim:api:messages:2.0:Error']])
  assert.equal((await patch(String(app.admin.id), { op: 'replace', path: 'active', value: false })).status, 400)
})

test('only an administrator with the scope may provision, and every refusal is a SCIM error', async () => {
  const { id } = await provision()
  const agent = await putPerson(app, { role: 'agent' })
  const enduser = await putPerson(app, { role: 'end-user' })
  const narrow = app.as({ bearer: await tokenWith(['scim:read', 'tickets']) })
  assert.equal((await narrow.get(PATH)).status, 200)
  assert.equal((await app.as({ bearer: await tokenWith(['tickets']) }).get(PATH)).status, 403)
  const calls = [
    ['get', PATH],
    ['post', PATH],
    ['get', `${PATH}/${id}`],
    ['put', `${PATH}/${id}`],
    ['patch', `${PATH}/${id}`],
    ['delete', `${PATH}/${id}`],
  ] as const
  for (const [method, path] of calls) {
    for (const [who, status] of [
      [app.as({}), 401],
      [app.as({ bearer: 'dho_wrong' }), 401],
      [agent.api, 403],
      ...(method === 'get' ? [] : [[narrow, 403] as const]),
    ] as const) {
      const answer = method === 'get' ? await who.get(path) : await who[method](path, resource())
      assert.deepEqual(
        [answer.status, answer.body.schemas?.[0]],
        [status, 'urn:ietf:params:scim:api:messages:2.0:Error'],
        `${method} ${path}`,
      )
    }
  }
  for (const unknown of [String(enduser.id), '999999999', 'x', '9'.repeat(30)])
    assert.equal((await scim.get(`${PATH}/${unknown}`)).status, 404)
})

test('the discovery documents need no credentials', async () => {
  const anyone = app.as({})
  assert.equal((await anyone.get('/api/scim/v2/ServiceProviderConfig')).body.patch.supported, true)
  assert.equal((await anyone.get('/api/scim/v2/ResourceTypes')).body.Resources[0].endpoint, '/Users')
  assert.equal((await anyone.get('/api/scim/v2/Schemas')).body.Resources[0].id, USER)
})

test('an administrator cannot change the address of the owner by provisioning, which would hand over the ownership', async () => {
  const admin = await putPerson(app, { role: 'admin' })
  const theirs = await inPerson(app, admin.id)
  const { body } = await theirs.get(`${PATH}/${app.admin.id}`)
  const { status } = await theirs.put(`${PATH}/${app.admin.id}`, { ...body, userName: 'taken.over@corp.example' })
  assert.equal(status, 403)
  assert.equal((await app.api.get('/api/v2/users/me')).body.user.email, app.admin.email)
})
