import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { lastEvent, putMembership, putPerson, putTicket, ticketMember, userMember } from '#test/records.ts'

const app = await useApp()
const path = '/api/v2/organizations'
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })
const post = (organization: Record<string, unknown>) => app.api.post(path, { organization })
const make = async (name: string, members: Record<string, unknown> = {}) => (await post({ name, ...members })).body.organization

const KEYS = [
  'url',
  'id',
  'name',
  'shared_tickets',
  'shared_comments',
  'external_id',
  'created_at',
  'updated_at',
  'domain_names',
  'details',
  'notes',
  'group_id',
  'tags',
  'organization_fields',
]

test('an organization is created with the recorded keys, changed and removed', async () => {
  for (const [key, type] of [
    ['plan', 'text'],
    ['seats', 'integer'],
  ])
    await app.api.post('/api/v2/organization_fields', { organization_field: { key, type, title: key } })
  const made = await post({
    id: '',
    name: ' Acme ',
    domain_names: ['@Acme.example', 'acme.example', 'acme.test'],
    tags: ['B', 'a'],
    shared_tickets: 'true',
    organization_fields: { plan: 'gold' },
  })
  assert.equal(made.status, 201)
  assert.equal(made.headers.get('location'), made.body.organization.url)
  assert.deepEqual(Object.keys(made.body.organization), KEYS)
  const { id, name, domain_names, tags, shared_tickets, external_id } = made.body.organization
  assert.deepEqual(
    { name, domain_names, tags, shared_tickets, external_id },
    { name: 'Acme', domain_names: ['acme.example', 'acme.test'], tags: ['a', 'b'], shared_tickets: true, external_id: null },
  )
  const changed = await app.api.put(`${path}/${id}.json`, {
    organization: { id, details: 'D', domain_names: [], organization_fields: { seats: 3 } },
  })
  assert.equal(changed.status, 200)
  assert.deepEqual(changed.body.organization.organization_fields, { plan: 'gold', seats: 3 })
  assert.deepEqual(
    [changed.body.organization.details, changed.body.organization.domain_names, changed.body.organization.tags],
    ['D', [], ['a', 'b']],
  )
  assert.equal((await app.api.delete(`${path}/${id}.json`, { organization: { id } })).status, 204)
  assert.equal((await app.api.get(`${path}/${id}`)).status, 404)
})

test('names and external ids are unique ignoring case, and errors have the documented texts', async () => {
  await make('Unique', { external_id: 'Ext-1' })
  const blank = await post({ name: '  ' })
  assert.equal(blank.status, 422)
  assert.deepEqual(blank.body, {
    error: 'RecordInvalid',
    description: 'Record validation errors',
    details: { name: [{ description: 'Name: cannot be blank', error: 'BlankValue' }] },
  })
  assert.deepEqual((await post({ name: 'UNIQUE' })).body.details, {
    name: [{ description: 'Name: has already been taken', error: 'DuplicateValue' }],
  })
  assert.deepEqual((await post({ name: 'Other', external_id: 'eXT-1' })).body.details, {
    name: [{ description: 'External has already been taken' }],
    external_id: [{ description: 'External has already been taken', error: 'DuplicateValue' }],
  })
  const other = await make('Other')
  assert.equal((await app.api.put(`${path}/${other.id}`, { organization: { name: 'unique' } })).status, 422)
  assert.equal((await app.api.put(`${path}/${other.id}`, { organization: { name: 'OTHER' } })).body.organization.name, 'OTHER')
  assert.equal((await post({ name: 'Group of number 0', group_id: 0 })).body.organization.group_id, null)
  assert.deepEqual((await post({ name: 'No group', group_id: 999999 })).body.details, {
    group_id: [{ description: 'Group: is invalid', error: 'InvalidValue' }],
  })
})

test('two concurrent creations with the same name create one organization', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => post({ name: 'Racing' })))
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, 422, 422])
})

test('create_or_update finds an organization by id or external id, not by name', async () => {
  const upsert = (organization: Record<string, unknown>) => app.api.post(`${path}/create_or_update`, { organization })
  const made = await upsert({ name: 'Upserted', external_id: 'Up-1' })
  assert.equal(made.status, 201)
  const { id } = made.body.organization
  const again = await upsert({ name: 'Upserted anew', external_id: 'up-1' })
  assert.deepEqual([again.status, again.body.organization.id, again.body.organization.external_id], [200, id, 'up-1'])
  assert.equal((await upsert({ id, notes: 'N' })).body.organization.notes, 'N')
  assert.equal((await upsert({ name: 'upserted ANEW' })).status, 422)
  assert.equal((await app.api.post(`${path}/create_or_update`, {})).status, 400)
})

test('concurrent create_or_update calls create one organization, and none is refused', async () => {
  const upsert = (organization: Record<string, unknown>) => app.api.post(`${path}/create_or_update`, { organization })
  for (const names of [
    ['Once', 'Once', 'Once', 'Once'],
    ['Once A', 'Once B', 'Once C', 'Once D'],
  ]) {
    const answers = await Promise.all(names.map((name) => upsert({ name, external_id: `once-${names[0]}` })))
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 200, 200, 201])
    assert.equal(new Set(answers.map((answer) => answer.body.organization.id)).size, 1)
  }
})

test('an agent restricted to their organizations gets no information about others, by any identifier', async () => {
  const own = await make('In sight')
  const other = await make('Out of sight', { external_id: 'out-of-sight' })
  const { email } = await makeWith(app.api).agent({ ticket_restriction: 'organization', organization_id: own.id })
  const restricted = app.as({ email, token: app.admin.token })
  const upsert = async (organization: Record<string, unknown>) => {
    const { status, body } = await restricted.post(`${path}/create_or_update`, { organization })
    return [status, body]
  }
  assert.deepEqual(await upsert({ external_id: 'OUT-OF-SIGHT', notes: 'x' }), await upsert({ external_id: 'nowhere', notes: 'x' }))
  assert.deepEqual(await upsert({ id: other.id, notes: 'x' }), await upsert({ id: 987_654_321, notes: 'x' }))
  assert.equal((await upsert({ id: own.id, notes: 'x' }))[0], 200)
  await makeWith(app.api).agent({ organization_id: other.id })
  assert.deepEqual(
    (await restricted.get('/api/v2/users?per_page=100&include=organizations')).body.organizations.map((row: { id: number }) => row.id),
    [own.id],
  )
  for (const query of ['search?external_id=', 'show_many?external_ids='])
    for (const external_id of ['out-of-sight', 'nowhere'])
      assert.equal((await restricted.get(`${path}/${query}${external_id}`)).status, 403)
})

test('lists are paged in both styles, and the count is a separate call', async () => {
  for (const name of ['Page one', 'Page two', 'Page three']) await make(name)
  const offset = await app.api.get(`${path}.json?per_page=2`)
  assert.deepEqual(Object.keys(offset.body), ['organizations', 'next_page', 'previous_page', 'count'])
  assert.equal((await app.api.get(`${path}/count`)).body.count.value, offset.body.count)
  const seen: number[] = []
  let next: string | null = `${path}?page[size]=2`
  while (next !== null) {
    const { body } = await app.api.get(next)
    assert.equal('count' in body, false)
    seen.push(...body.organizations.map((row: { id: number }) => row.id))
    next = body.links.next === null ? null : body.links.next.slice(app.base_url.length)
  }
  assert.equal(seen.length, offset.body.count)
  assert.deepEqual(
    seen,
    [...seen].sort((one, other) => one - other),
  )
  assert.equal((await app.api.get(`${path}?page[size]=2&sort=details`)).status, 400)
})

test('many organizations are shown by ids or external ids; unknown ones are left out', async () => {
  const one = await make('Show one', { external_id: 'show-1' })
  const two = await make('Show two', { external_id: 'show-2' })
  const names = async (query: string) =>
    (await app.api.get(`${path}/show_many.json?${query}`)).body.organizations.map((row: { name: string }) => row.name)
  assert.deepEqual(await names(`ids=${two.id},${one.id},999999`), ['Show one', 'Show two'])
  assert.deepEqual(await names('external_ids=SHOW-2,nope'), ['Show two'])
  assert.deepEqual(Object.keys((await app.api.get(`${path}/show_many?ids=${one.id}`)).body), [
    'organizations',
    'next_page',
    'previous_page',
    'count',
  ])
  assert.equal((await app.api.get(`${path}/show_many?ids=${Array.from({ length: 101 }, (_none, index) => index).join(',')}`)).status, 400)
  assert.equal((await app.api.get(`${path}/show_many?ids=x`)).status, 400)
})

test('search is exact ignoring case; autocomplete finds prefixes', async () => {
  await make('Zebra Works', { external_id: 'zeb%_1' })
  await make('Zebra Trade')
  const listNames = async (answer: Promise<{ body: { organizations: { name: string }[] } }>) =>
    (await answer).body.organizations.map((row) => row.name)
  assert.deepEqual(await listNames(app.api.get(`${path}/search?name=zebra%20works&external_id=`)), ['Zebra Works'])
  assert.deepEqual(await listNames(app.api.get(`${path}/search?external_id=ZEB%25_1`)), ['Zebra Works'])
  assert.deepEqual(await listNames(app.api.get(`${path}/search?name=zebra`)), [])
  assert.equal((await app.api.get(`${path}/search?name=a&external_id=b`)).status, 400)
  assert.equal((await app.api.get(`${path}/search`)).status, 400)
  assert.deepEqual(await listNames(app.api.get(`${path}/autocomplete.json?name=ZEB`)), ['Zebra Trade', 'Zebra Works'])
  assert.deepEqual(await listNames(app.api.post(`${path}/autocomplete`, { name: 'zebra w' })), ['Zebra Works'])
  assert.deepEqual(await listNames(app.api.get(`${path}/autocomplete?name=ze%25`)), [])
  assert.equal((await app.api.get(`${path}/autocomplete?name=z`)).status, 400)
})

test('tags are set, added and removed, and every answer contains the resulting tags', async () => {
  const { id } = await make('Tagged')
  const tags = `${path}/${id}/tags`
  const set = await agent.api.post(`${tags}.json`, { tags: ['VIP', 'two words'] })
  assert.deepEqual([set.status, set.body], [201, { tags: ['two', 'vip', 'words'] }])
  assert.equal((await app.api.post(tags, {})).status, 400)
  const added = await app.api.put(tags, { tags: ['new'] })
  assert.deepEqual([added.status, added.body.tags], [200, ['new', 'two', 'vip', 'words']])
  assert.deepEqual((await app.api.delete(tags, { tags: ['VIP', 'two'] })).body.tags, ['new', 'words'])
  assert.deepEqual((await app.api.delete(`${tags}?tags=words`)).body.tags, ['new'])
  assert.deepEqual((await app.api.get(tags)).body, { tags: ['new'] })
})

test('related counts tickets and users', async () => {
  const { id } = await make('Related')
  const person = await putPerson(app, { role: 'end-user' })
  await putMembership(app, person.id, id, true)
  await putTicket(app, { id: 500, organization_id: id })
  const { status, body } = await app.api.get(`${path}/${id}/related`)
  assert.deepEqual([status, body], [200, { organization_related: { tickets_count: 1, users_count: 1 } }])
})

test('when an organization is removed its members get another default or none, and its tickets lose it with an audit', async () => {
  const gone = await make('Gone')
  const kept = await make('Kept')
  const alone = await putPerson(app, { role: 'end-user' })
  const both = await putPerson(app, { role: 'end-user' })
  await putMembership(app, alone.id, gone.id, true)
  await putMembership(app, both.id, gone.id, true)
  await putMembership(app, both.id, kept.id, false)
  await putTicket(app, { id: 501, organization_id: gone.id, status: 'closed' })
  assert.equal((await app.api.delete(`${path}/${gone.id}`)).status, 204)
  assert.equal(await userMember(app, alone.id, 'organization_id'), null)
  assert.equal(await userMember(app, both.id, 'organization_id'), kept.id)
  await waitFor(() => ticketMember(app, 501, 'organization_id'), null)
  const { field_name, value, previous_value } = await lastEvent(app, 501)
  assert.deepEqual({ field_name, value, previous_value }, { field_name: 'organization_id', value: null, previous_value: String(gone.id) })
})

test('agents read organizations and change only their notes; end users and anonymous callers see nothing', async () => {
  const { id, name } = await make('Guarded')
  assert.equal((await app.as({}).get(path)).status, 401)
  assert.equal((await agent.api.get(path)).status, 200)
  assert.equal((await agent.api.put(`${path}/${id}`, { organization: { name, notes: 'Seen' } })).body.organization.notes, 'Seen')
  const body = { organization: { name: 'Mine' } }
  for (const refused of [
    agent.api.put(`${path}/${id}`, body),
    agent.api.post(path, body),
    agent.api.post(`${path}/create_or_update`, body),
    agent.api.delete(`${path}/${id}`),
  ])
    assert.equal((await refused).status, 403)
  for (const address of [
    path,
    `${path}/count`,
    `${path}/${id}`,
    `${path}/${id}/related`,
    `${path}/${id}/tags`,
    `${path}/search?name=x`,
    `${path}/autocomplete?name=xx`,
    `${path}/show_many?ids=${id}`,
  ])
    assert.equal((await customer.api.get(address)).status, 403, address)
  assert.equal((await customer.api.put(`${path}/${id}/tags`, { tags: ['x'] })).status, 403)
})

test('unknown ids are 404, malformed ones 400, and a wrong type of member 400', async () => {
  const huge = `${path}/9223372036854775807`
  for (const missing of [
    app.api.get(huge),
    app.api.put(huge, { organization: { name: 'x' } }),
    app.api.delete(huge),
    app.api.get(`${huge}/related`),
    app.api.put(`${huge}/tags`, { tags: [] }),
  ]) {
    assert.deepEqual((await missing).body, { error: 'RecordNotFound', description: 'Not found' })
  }
  assert.equal((await app.api.get(`${path}/abc`)).status, 400)
  assert.equal((await post({ name: 'Typed', group_id: 'x' })).status, 400)
  assert.equal((await app.api.post(path, {})).status, 400)
})

test('concurrent changes do not overwrite each other', async () => {
  const { id } = await make('Written at once')
  const tags = Array.from({ length: 8 }, (_none, index) => `together_${index}`)
  const answers = await Promise.all([
    ...tags.map((tag) => app.api.put(`${path}/${id}/tags`, { tags: [tag] })),
    app.api.put(`${path}/${id}`, { organization: { notes: 'noted' } }),
    app.api.put(`${path}/${id}`, { organization: { details: 'detailed' } }),
    app.api.put(`${path}/${id}`, { organization: { domain_names: ['together.example'] } }),
  ])
  assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [200])
  const { organization } = (await app.api.get(`${path}/${id}`)).body
  assert.deepEqual(organization.tags, tags)
  assert.deepEqual([organization.notes, organization.details, organization.domain_names], ['noted', 'detailed', ['together.example']])
})

test('a change concurrent with the removal either succeeds or gets 404', async () => {
  for (const name of ['Going one', 'Going two', 'Going three']) {
    const { id } = await make(name)
    const [removal, ...changes] = await Promise.all([
      app.api.delete(`${path}/${id}`),
      app.api.put(`${path}/${id}`, { organization: { notes: 'late' } }),
      app.api.put(`${path}/${id}/tags`, { tags: ['late'] }),
    ])
    assert.equal(removal.status, 204)
    for (const { status } of changes) assert.ok(status === 200 || status === 404, String(status))
  }
})

test('end users do not get the notes and details of their organization', async () => {
  const inner = { notes: 'Verschlusssache', details: 'Verschlusssache', tags: ['verschlusssache'], external_id: 'Verschlusssache' }
  const { id, name } = await make('Seen by its members', inner)
  const member = await putPerson(app, { role: 'end-user' })
  await putMembership(app, member.id, id, true)
  for (const where of ['users/me', `users/${member.id}`, 'organization_memberships', `users/${member.id}/organization_memberships`]) {
    const { status, body } = await member.api.get(`/api/v2/${where}?include=organizations,users,identities,groups,roles`)
    assert.equal(status, 200, where)
    assert.deepEqual(body.organizations, [{ id, name }], where)
  }
  const { organizations } = (await app.api.get(`/api/v2/users/${member.id}?include=organizations`)).body
  assert.equal(organizations[0].notes, inner.notes)
})
