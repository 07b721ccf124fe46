/**
 * Invariant: a text that is compared has one form, wherever it is taken: keys of other systems, e-mail addresses, names, tags. What is
 * written in another form is found, is refused as a duplicate, and is never a second record.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Shape } from '#http/read_input.ts'
import { allRoutes } from '#app/routes.ts'
import { useApp } from '../app.ts'
import { waitForJob } from '../jobs.ts'
import { rawRequest } from '../raw_http.ts'
import { basicToken } from '../instances.ts'
import { bodyInputs, kindOf, queryInputs } from './input_fields.ts'

const app = await useApp()
const { api } = app

/** The form that members of these names have, wherever they are. */
const FORMS: readonly [name: RegExp, form: string][] = [
  [/^(?:.*\.)?(?:external_ids?|filter\[external_ids\])$/, 'key'],
  [/^(?:.*\.)?(?:email|user_email|owner_email|assignee_email|recipient)$/, 'address'],
  [/^(?:user|users\[\]|organization|organizations\[\]|group|brand|custom_object_record|custom_role|request\.requester)\.name$/, 'line'],
  [/^(?:ticket|tickets\[\]|request|message|side_conversation)\.(?:raw_)?subject$/, 'line'],
  [/^(?:.*\.)?(?:raw_)?title$/, 'line'],
  [/^(?:.*\.)?(?:tags|additional_tags|remove_tags)\[\]$/, 'letters'],
]
/** The address of a target may be a placeholder; a filter of titles is a search. */
const OTHERS = new Set(['target.email', 'side_conversation external_ids', 'filter[title]'])

test('each member that takes such a text has its form', () => {
  const wrong: string[] = []
  let count = 0
  for (const route of allRoutes)
    for (const { name, shape } of [...bodyInputs(route), ...queryInputs(route)]) {
      const [, form] = FORMS.find(([names]) => names.test(name)) ?? []
      if (form === undefined || kindOf(shape) !== 'string' || OTHERS.has(name)) continue
      count += 1
      if ((shape as Shape)['x-form'] !== form) wrong.push(`${route.method} ${route.path} ${name}`)
    }
  assert.deepEqual(wrong, [])
  assert.ok(count > 80, String(count))
})

const SPELLINGS = (key: string) => [key, `${key} `, ` ${key}`, `${key}\t`, `${key}\u00a0`]
const COMPOSED = 'Caf\u00e9'
const DECOMPOSED = 'Cafe\u0301'

test('a user is one, however blanks stand around the external id', async () => {
  const ids = new Set<number>()
  for (const external_id of SPELLINGS('A-17')) {
    const { status, body } = await api.post('/api/v2/users/create_or_update', { user: { name: 'Ann', external_id } })
    assert.ok(status < 300, JSON.stringify(body))
    assert.equal(body.user.external_id, 'A-17')
    ids.add(body.user.id)
  }
  assert.equal(ids.size, 1)
  const [id] = ids
  for (const spelling of SPELLINGS('A-17').map(encodeURIComponent)) {
    for (const path of [
      `users/show_many?external_ids=${spelling}`,
      `users/search?external_id=${spelling}`,
      `users?external_id=${spelling}`,
    ])
      assert.deepEqual(
        (await api.get(`/api/v2/${path}`)).body.users.map((user: { id: number }) => user.id),
        [id],
        path,
      )
  }
  const runJob = async (method: 'post' | 'put' | 'delete', path: string, body?: unknown) =>
    waitForJob(app, await api[method](`/api/v2/users/${path}`, body))
  const updated = await runJob('put', 'update_many', { users: [{ external_id: ' A-17', notes: 'Known' }] })
  assert.deepEqual([updated.results[0].id, updated.results[0].success], [id, true])
  const merged = await runJob('post', 'create_or_update_many', { users: [{ external_id: 'A-17\u00a0', name: 'Ann again' }] })
  assert.equal(merged.results[0].id, id)
  const taken = await api.post('/api/v2/users', { user: { name: 'Another', external_id: 'A-17 ' } })
  assert.deepEqual([taken.status, Object.keys(taken.body.details).toSorted()], [422, ['external_id', 'name']])
  assert.equal((await runJob('delete', 'destroy_many?external_ids=%20A-17%20')).results[0].id, id)
})

test('an organization is one, however blanks stand around its external id and accents in its name', async () => {
  const made = await api.post('/api/v2/organizations', { organization: { name: COMPOSED, external_id: 'O-17 ' } })
  assert.equal(made.body.organization.external_id, 'O-17')
  const { id } = made.body.organization
  for (const external_id of SPELLINGS('O-17')) {
    const again = await api.post('/api/v2/organizations/create_or_update', { organization: { external_id, notes: 'Known' } })
    assert.deepEqual([again.status, again.body.organization?.id], [200, id])
    const path = `/api/v2/organizations/show_many?external_ids=${encodeURIComponent(external_id)}`
    assert.deepEqual((await api.get(path)).body.organizations.length, 1)
  }
  const clash = await api.post('/api/v2/organizations', { organization: { name: 'Another', external_id: ' o-17' } })
  assert.deepEqual([clash.status, Object.keys(clash.body.details).toSorted()], [422, ['external_id', 'name']])
  const twin = await api.post('/api/v2/organizations', { organization: { name: DECOMPOSED } })
  assert.deepEqual([twin.status, Object.keys(twin.body.details)], [422, ['name']])
  for (const path of [`search?name=${encodeURIComponent(DECOMPOSED)}`, `autocomplete?name=${encodeURIComponent(DECOMPOSED)}`])
    assert.deepEqual((await api.get(`/api/v2/organizations/${path}`)).body.organizations.length, 1, path)
})

test('tickets are found by an external id with blanks around it', async () => {
  const made = await api.post('/api/v2/tickets', { ticket: { comment: { body: 'x' }, external_id: ' T-17 ' } })
  assert.equal(made.body.ticket.external_id, 'T-17')
  assert.equal((await api.get('/api/v2/tickets?external_id=T-17%20')).body.tickets.length, 1)
})

test('records of custom objects are one by their external id', async () => {
  await api.post('/api/v2/custom_objects', { custom_object: { key: 'machine', title: 'Machine', title_pluralized: 'Machines' } })
  const path = '/api/v2/custom_objects/machine/records'
  const put = (external_id: string) =>
    api.patch(`${path}?external_id=${encodeURIComponent(external_id)}`, { custom_object_record: { name: 'One', external_id } })
  const ids = new Set<string>()
  for (const spelling of SPELLINGS('M-17')) {
    const { status, body } = await put(spelling)
    assert.ok(status < 300, JSON.stringify(body))
    ids.add(body.custom_object_record.id)
  }
  assert.equal(ids.size, 1)
  const items = [{ name: 'One', external_id: ' M-17', custom_object_fields: {} }]
  const started = await api.post('/api/v2/custom_objects/machine/jobs', { job: { action: 'create_or_update_by_external_id', items } })
  const done = await waitForJob(app, { ...started, status: 200 })
  assert.equal(done.results[0].id, [...ids][0], JSON.stringify(done))
})

test('a record that is named by its name is one, however its accents and blanks are written', async () => {
  const object = { key: 'place', title: 'Place', title_pluralized: 'Places' }
  await api.post('/api/v2/custom_objects', { custom_object: object })
  const unique = { custom_object_field: { properties: { is_unique: true } } }
  const changed = await api.patch('/api/v2/custom_objects/place/fields/standard::name', unique)
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  const ids = new Set<string>()
  for (const name of [COMPOSED, DECOMPOSED, ` ${DECOMPOSED} `]) {
    const path = `/api/v2/custom_objects/place/records?name=${encodeURIComponent(name)}`
    const { status, body } = await api.patch(path, { custom_object_record: { custom_object_fields: {} } })
    assert.ok(status < 300, JSON.stringify(body))
    ids.add(body.custom_object_record.id)
  }
  assert.equal(ids.size, 1)
  const twin = await api.post('/api/v2/custom_objects/place/records', { custom_object_record: { name: DECOMPOSED } })
  assert.equal(twin.status, 422)
})

test('one tag is one, however its accents are written', async () => {
  const made = await api.post('/api/v2/tickets', { ticket: { comment: { body: 'x' }, tags: [COMPOSED, DECOMPOSED] } })
  assert.deepEqual(made.body.ticket.tags, [COMPOSED.toLowerCase()])
  const { id } = made.body.ticket
  assert.deepEqual((await api.delete(`/api/v2/tickets/${id}/tags`, { tags: [DECOMPOSED] })).body.tags, [])
})

const INVISIBLE = ['\u200b', '\ufeff', '\u200e', '\u202e', '\u00ad', '\u2060', '\u{e0041}', '\u2800']

test('an address with invisible characters is the address without them', async () => {
  const made = await api.post('/api/v2/users', { user: { name: 'Ida', email: 'ida@example.org', verified: true } })
  const { id } = made.body.user
  for (const mark of INVISIBLE) {
    const sent = [`ida@example.org${mark}`, `${mark}Ida@example.org`, `ida${mark}@exam${mark}ple.org`]
    for (const email of sent) {
      const what = JSON.stringify(email)
      assert.equal((await api.post('/api/v2/users', { user: { name: 'Twin', email } })).status, 422, what)
      assert.equal((await api.post('/api/v2/users/create_or_update', { user: { name: 'Ida', email } })).body.user.id, id, what)
      const ticket = { comment: { body: 'x' }, requester: { name: 'Ida', email }, email_ccs: [{ user_email: email }] }
      assert.equal((await api.post('/api/v2/tickets', { ticket })).body.ticket.requester_id, id, what)
      const found = await api.get(`/api/v2/users/search?query=${encodeURIComponent(email)}`)
      assert.deepEqual(
        found.body.users.map((user: { id: number }) => user.id),
        [id],
        what,
      )
    }
  }
  const user = await api.get('/api/v2/users/me')
  const { email, token } = app.admin
  assert.equal((await app.as({ email: `${email}\u200b`, token }).get('/api/v2/users/me')).body.user.id, user.body.user.id)
})

test('no address has an empty part in its domain, a line break or a second address', async () => {
  const scim = { ...basicToken(app.admin.email, app.admin.token), 'content-type': 'application/scim+json' }
  for (const email of ['a@b..org', 'a@.org', 'a@b.org.', 'a@b.org\nBcc: c@d.org', 'a@b.org,c@d.org', 'a@b\u0085.org']) {
    const places: Record<string, () => Promise<{ status: number }>> = {
      user: () => api.post('/api/v2/users', { user: { name: 'A', email } }),
      identity: () => api.post(`/api/v2/users/${app.admin.id}/identities`, { identity: { type: 'email', value: email } }),
      requester: () => api.post('/api/v2/tickets', { ticket: { comment: { body: 'x' }, requester: { name: 'A', email } } }),
      request: () =>
        app.as({}).post('/api/v2/requests', { request: { subject: 'x', comment: { body: 'x' }, requester: { name: 'A', email } } }),
      support: () => api.post('/api/v2/recipient_addresses', { recipient_address: { email } }),
      invitation: () => app.inPerson.post('/api/v2/deskhand/team_members', { team_member: { name: 'A', email, role: 'agent' } }),
      scim: () =>
        rawRequest(app.base_url, { method: 'POST', path: '/api/scim/v2/Users', headers: scim, body: JSON.stringify({ userName: email }) }),
    }
    for (const [place, send] of Object.entries(places)) {
      const { status } = await send()
      assert.ok(status === 400 || status === 422, `${place} ${JSON.stringify(email)}: ${status}`)
    }
  }
})

test('names and subjects are one line', async () => {
  const text = 'One\r\nTwo\u2028Three\u0007'
  const line = 'One Two Three '
  const { user } = (await api.post('/api/v2/users', { user: { name: text } })).body
  const { organization } = (await api.post('/api/v2/organizations', { organization: { name: text } })).body
  const { group } = (await api.post('/api/v2/groups', { group: { name: text } })).body
  assert.deepEqual([user.name, organization.name, group.name], [line.trim(), line.trim(), line.trim()])
  const { ticket } = (await api.post('/api/v2/tickets', { ticket: { subject: text, comment: { body: text } } })).body
  assert.deepEqual([ticket.subject.trim(), ticket.description], [line.trim(), text.replace('\r\n', '\n')])
})
