import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'

const app = await useApp()
const nobody = app.as({})

const FULL = [
  'id',
  'url',
  'name',
  'email',
  'created_at',
  'updated_at',
  'time_zone',
  'iana_time_zone',
  'phone',
  'shared_phone_number',
  'photo',
  'locale_id',
  'locale',
  'organization_id',
  'role',
  'verified',
  'external_id',
  'tags',
  'alias',
  'active',
  'shared',
  'shared_agent',
  'last_login_at',
  'two_factor_auth_enabled',
  'signature',
  'details',
  'notes',
  'role_type',
  'custom_role_id',
  'moderator',
  'ticket_restriction',
  'only_private_comments',
  'restricted_agent',
  'suspended',
  'default_group_id',
  'report_csv',
  'user_fields',
]
const SHORT = FULL.slice(0, 16)

let count = 0
async function make(user: Record<string, unknown> = {}) {
  const { status, body } = await app.api.post('/api/v2/users', { user: { name: `Person ${++count}`, ...user } })
  assert.equal(status, 201, JSON.stringify(body))
  return body.user
}
async function makePerson(role: string, more: Record<string, unknown> = {}) {
  const email = `${role}${++count}@people.example`
  const user = await make({ email, role, verified: true, ...more })
  return { user, client: app.as({ email, token: app.admin.token }) }
}
async function expectDetails(promise: Promise<{ status: number; body: any }>, details: object) {
  const { status, body } = await promise
  assert.equal(status, 422, JSON.stringify(body))
  assert.deepEqual(body.details, details)
}

test('a new end user has the recorded members in their order, with the defaults of the reference', async () => {
  const made = await app.api.post('/api/v2/users.json', { user: { name: 'Anna', id: '', email: 'Anna@Example.com', nonsense: 1 } })
  const { user } = made.body
  assert.equal(made.status, 201)
  assert.deepEqual(Object.keys(user), FULL)
  assert.equal(made.headers.get('location'), user.url)
  assert.match(made.headers.get('x-zendesk-api-warn') ?? '', /user\.nonsense/)
  const expected = {
    email: 'anna@example.com',
    role: 'end-user',
    verified: false,
    active: true,
    locale: 'en-US',
    locale_id: 1,
    time_zone: 'Eastern Time (US & Canada)',
    iana_time_zone: 'America/New_York',
  }
  for (const [member, value] of Object.entries({
    ...expected,
    ticket_restriction: 'requested',
    restricted_agent: true,
    role_type: null,
    report_csv: false,
    tags: [],
    user_fields: {},
    default_group_id: null,
    phone: null,
    shared_phone_number: null,
  }))
    assert.deepEqual(user[member], value, member)
  assert.deepEqual((await app.api.get(`/api/v2/users/${user.id}`)).body.user, user)
})

test('an agent without a group gets the default one, otherwise the one named; an admin has no restrictions', async () => {
  const [group] = (await app.api.get('/api/v2/groups')).body.groups.filter((one: { default: boolean }) => one.default)
  const agent = await make({ role: 'agent', ticket_restriction: 'groups' })
  assert.deepEqual([agent.default_group_id, agent.restricted_agent, agent.role_type], [group.id, true, null])
  const own = (await app.api.post('/api/v2/groups', { group: { name: 'Own' } })).body.group
  const light = await make({ role: 'agent', group_ids: [own.id], only_private_comments: true })
  assert.deepEqual([light.default_group_id, light.restricted_agent, light.role_type], [own.id, false, 1])
  const admin = await make({ role: 'admin', ticket_restriction: 'groups' })
  assert.deepEqual([admin.role_type, admin.report_csv, admin.ticket_restriction, admin.restricted_agent], [4, true, null, false])
  assert.deepEqual(
    (await app.api.get(`/api/v2/groups/${own.id}/users`)).body.users.map((user: { id: number }) => user.id),
    [light.id],
  )
  assert.equal((await app.api.get(`/api/v2/groups/${own.id}/users/count`)).body.count.value, 1)
})

test('validation errors of a new user are reported by member', async () => {
  await expectDetails(app.api.post('/api/v2/users', { user: { name: ' ', email: 'x' } }), {
    name: [{ description: 'Name:  is too short (minimum is 1 characters)', error: 'TooShort' }],
    email: [{ description: 'Email: x is not properly formatted', error: 'InvalidFormat' }],
  })
  await make({ email: 'twice@example.com', external_id: 'Twice' })
  await expectDetails(app.api.post('/api/v2/users', { user: { name: 'A', email: 'TWICE@example.com' } }), {
    email: [{ description: 'Email: twice@example.com is already being used by another user', error: 'DuplicateValue' }],
  })
  await expectDetails(app.api.post('/api/v2/users', { user: { name: 'A', external_id: 'tWICE' } }), {
    name: [{ description: 'External has already been taken', error: 'DuplicateValue' }],
    external_id: [{ description: 'External has already been taken', error: 'DuplicateValue' }],
  })
  const expectInvalid = (user: object, member: string, title: string) =>
    expectDetails(app.api.post('/api/v2/users', { user: { name: 'A', ...user } }), {
      [member]: [{ description: `${title}: is invalid`, error: 'InvalidValue' }],
    })
  await expectInvalid({ role: 'boss' }, 'role', 'Role')
  await expectInvalid({ time_zone: 'Atlantis' }, 'time_zone', 'Time zone')
  await expectInvalid({ locale_id: 777 }, 'locale', 'Locale')
  await expectInvalid({ organization_id: 99999 }, 'organization', 'Organization')
  await expectInvalid({ role: 'agent', group_ids: [99999] }, 'group', 'Group')
  await expectInvalid({ role: 'agent', ticket_restriction: 'none' }, 'ticket_restriction', 'Ticket restriction')
  assert.equal((await app.api.post('/api/v2/users', { user: { name: 'A', tags: 7 } })).status, 400)
  assert.equal((await app.api.post('/api/v2/users', {})).status, 400)
})

test('the organization is named by id or name, or found by the e-mail domain, and becomes the default membership', async () => {
  const { organization } = (await app.api.post('/api/v2/organizations', { organization: { name: 'Acme', domain_names: ['acme.example'] } }))
    .body
  const byId = await make({ organization_id: organization.id })
  const byName = await make({ organization: { name: 'ACME' } })
  const byDomain = await make({ email: 'joe@Acme.example' })
  const none = await make({ email: 'jim@acme.example', organization_id: null })
  assert.deepEqual(
    [byId, byName, byDomain, none].map((user) => user.organization_id),
    [organization.id, organization.id, organization.id, null],
  )
  const list = await app.api.get(`/api/v2/organizations/${organization.id}/users.json?sort_by=id&sort_order=desc`)
  assert.deepEqual(
    list.body.users.map((user: { id: number }) => user.id),
    [byDomain.id, byName.id, byId.id],
  )
  assert.equal((await app.api.get(`/api/v2/organizations/${organization.id}/users/count`)).body.count.value, 3)
  const memberships = (await app.api.get(`/api/v2/users/${byId.id}/organization_memberships`)).body.organization_memberships
  assert.deepEqual(
    memberships.map((one: { default: boolean }) => one.default),
    [true],
  )
  const other = (await app.api.post('/api/v2/organizations', { organization: { name: 'Other' } })).body.organization
  assert.equal((await app.api.put(`/api/v2/users/${byId.id}`, { user: { organization_id: other.id } })).body.user.organization_id, other.id)
  assert.equal((await app.api.get(`/api/v2/users/${byId.id}/organizations/count`)).body.count.value, 2)
  assert.equal((await app.api.put(`/api/v2/users/${byId.id}`, { user: { organization_id: null } })).body.user.organization_id, null)
  assert.equal((await app.api.get(`/api/v2/users/${byId.id}/organizations/count`)).body.count.value, 0)
  assert.equal((await app.api.get('/api/v2/organizations/99999/users')).status, 404)
})

test('lists are filtered by role, external id and custom role, and paged in both styles', async () => {
  const agent = await make({ role: 'agent', external_id: 'List-1' })
  const byRole = await app.api.get('/api/v2/users.json?role[]=agent&role[]=admin&per_page=100')
  assert.ok(byRole.body.users.every((user: { role: string }) => user.role !== 'end-user'))
  assert.ok(byRole.body.users.some((user: { id: number }) => user.id === agent.id))
  assert.deepEqual(
    (await app.api.get('/api/v2/users?external_id=LIST-1')).body.users.map((user: { id: number }) => user.id),
    [agent.id],
  )
  assert.equal((await app.api.get('/api/v2/users?permission_set=5')).body.count, 0)
  const total = (await app.api.get('/api/v2/users/count')).body.count.value
  const page = (await app.api.get('/api/v2/users?per_page=2&page=1')).body
  assert.deepEqual([page.users.length, page.count, page.next_page], [2, total, `${app.base_url}/api/v2/users.json?page=2&per_page=2`])
  const ids: number[] = []
  for (let next: string | null = '/api/v2/users?page[size]=3'; next !== null;) {
    const { body }: { body: { users: { id: number }[]; links: { next: string | null } } } = await app.api.get(next)
    ids.push(...body.users.map((user) => user.id))
    next = body.links.next?.slice(app.base_url.length) ?? null
  }
  assert.deepEqual([ids.length, ids], [total, [...ids].sort((a, b) => a - b)])
  assert.equal(
    (await app.api.get('/api/v2/users/count?role=admin')).body.count.value,
    (await app.api.get('/api/v2/users?role=admin')).body.count,
  )
})

test('included records are side-loaded, each once', async () => {
  const { organization } = (await app.api.post('/api/v2/organizations', { organization: { name: 'Along' } })).body
  const { user } = await makePerson('agent', { organization_id: organization.id })
  const { body } = await app.api.get(
    `/api/v2/users/${user.id}?include=organizations,groups,identities,open_ticket_count,roles,abilities,None`,
  )
  assert.deepEqual(Object.keys(body), ['user', 'organizations', 'groups', 'identities', 'open_ticket_count', 'roles', 'abilities'])
  assert.equal(body.organizations[0].id, organization.id)
  assert.equal(body.groups[0].id, user.default_group_id)
  assert.equal(body.identities[0].value, user.email)
  assert.deepEqual(body.open_ticket_count, { [user.id]: 0 })
  assert.deepEqual(body.abilities[0], {
    user_id: user.id,
    can_edit: true,
    can_delete: true,
    can_edit_password: true,
    can_manage_identities_of: true,
    can_verify_identities: true,
  })
  assert.deepEqual(body.user.abilities, body.abilities[0])
  const list = await app.api.get('/api/v2/users?include=identities&page[size]=100')
  assert.deepEqual(Object.keys(list.body), ['users', 'identities', 'meta', 'links'])
})

test('many users are shown by ids or external ids; unknown ones and, unless requested, deleted ones are left out', async () => {
  const one = await make({ external_id: 'many-1' })
  const two = await make({ external_id: 'many-2' })
  const showMany = async (query: string) => (await app.api.get(`/api/v2/users/show_many.json?${query}`)).body
  assert.deepEqual(
    (await showMany(`ids=${two.id},${one.id},99999999`)).users.map((user: { id: number }) => user.id),
    [one.id, two.id],
  )
  assert.deepEqual(Object.keys(await showMany('external_ids=MANY-1')), ['users', 'next_page', 'previous_page', 'count'])
  await app.api.delete(`/api/v2/users/${one.id}`)
  assert.equal((await showMany(`ids=${one.id}`)).count, 0)
  assert.equal((await showMany(`ids=${one.id}&include_deleted=true`)).users[0].active, false)
  assert.equal(
    (await app.api.get(`/api/v2/users/show_many?ids=${Array.from({ length: 101 }, (_none, index) => index + 1).join()}`)).status,
    400,
  )
})

test('an update changes what is sent; a second e-mail address is added to the first', async () => {
  for (const [key, type] of [
    ['plan', 'text'],
    ['seats', 'integer'],
  ])
    await app.api.post('/api/v2/user_fields', { user_field: { key, type, title: key } })
  const user = await make({ email: 'first@example.com', user_fields: { plan: 'a', seats: 3 } })
  const change = {
    name: 'New',
    phone: '+1 (555) 123-4567',
    locale: 'DE',
    time_zone: 'Berlin',
    tags: ['B', 'a b'],
    notes: 'n',
    user_fields: { plan: 'b' },
    email: 'second@example.com',
  }
  const { body, status } = await app.api.put(`/api/v2/users/${user.id}.json`, { user: change })
  assert.equal(status, 200)
  const expected = {
    name: 'New',
    phone: '+15551234567',
    shared_phone_number: false,
    locale: 'de',
    locale_id: 8,
    time_zone: 'Berlin',
    iana_time_zone: 'Europe/Berlin',
    tags: ['a', 'b'],
    notes: 'n',
    user_fields: { plan: 'b', seats: 3 },
    email: 'first@example.com',
  }
  for (const [member, value] of Object.entries(expected)) assert.deepEqual(body.user[member], value, member)
  const identities = (await app.api.get(`/api/v2/users/${user.id}/identities`)).body.identities
  assert.deepEqual(
    identities.map((one: { value: string; primary: boolean }) => [one.value, one.primary]),
    [
      ['first@example.com', true],
      ['+15551234567', true],
      ['second@example.com', false],
    ],
  )
  const same = await app.api.put(`/api/v2/users/${user.id}`, { user: body.user })
  assert.deepEqual(same.body.user, body.user)
  const shared = await make({ phone: '+15551234567' })
  assert.equal(shared.shared_phone_number, true)
  const gone = await app.api.put(`/api/v2/users/${user.id}`, { user: { phone: null } })
  assert.deepEqual([gone.body.user.phone, gone.body.user.shared_phone_number], [null, null])
  assert.equal((await app.api.put('/api/v2/users/99999999', { user: { name: 'x' } })).status, 404)
})

test('create_or_update finds a user by external id or e-mail address', async () => {
  const first = await app.api.post('/api/v2/users/create_or_update', { user: { name: 'Up', external_id: 'up-1', email: 'up@example.com' } })
  const second = await app.api.post('/api/v2/users/create_or_update', { user: { name: 'Upper', external_id: 'UP-1' } })
  const third = await app.api.post('/api/v2/users/create_or_update', { user: { name: 'Upmost', email: 'UP@example.com' } })
  assert.deepEqual([first.status, second.status, third.status], [201, 200, 200])
  assert.deepEqual([second.body.user.id, third.body.user.id], [first.body.user.id, first.body.user.id])
  assert.deepEqual([second.body.user.external_id, third.body.user.name], ['UP-1', 'Upmost'])
})

test('concurrent create_or_update calls create one user, and none is refused', async () => {
  for (const user of [
    { name: 'Once', external_id: 'once-1', email: 'once1@example.com' },
    { name: 'Once', email: 'once2@example.com' },
    { name: 'Once', external_id: 'once-3' },
  ]) {
    const answers = await Promise.all([1, 2, 3, 4].map(() => app.api.post('/api/v2/users/create_or_update', { user })))
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 200, 200, 201])
    assert.equal(new Set(answers.map((answer) => answer.body.user.id)).size, 1)
  }
})

test('only admins change roles, and losing a role ends group memberships; the owner keeps theirs', async () => {
  const { user, client } = await makePerson('agent')
  const down = (await app.api.put(`/api/v2/users/${user.id}`, { user: { role: 'end-user' } })).body.user
  assert.deepEqual([down.role, down.default_group_id, down.ticket_restriction], ['end-user', null, 'requested'])
  assert.equal((await app.api.get(`/api/v2/users/${user.id}/groups/count`)).body.count.value, 0)
  const up = (await app.api.put(`/api/v2/users/${user.id}`, { user: { role: 'agent' } })).body.user
  assert.deepEqual([up.role, up.default_group_id, up.ticket_restriction], ['agent', user.default_group_id, null])
  assert.equal((await client.put(`/api/v2/users/${user.id}`, { user: { role: 'admin' } })).status, 403)
  assert.equal((await client.put('/api/v2/users/me', { user: { name: 'Self', role: 'agent' } })).body.user.name, 'Self')
  await expectDetails(app.api.put(`/api/v2/users/${app.admin.id}`, { user: { role: 'agent' } }), {
    role: [{ description: "Role: of the account's owner cannot be changed", error: 'InvalidValue' }],
  })
  const { client: otherAdmin } = await makePerson('admin')
  assert.equal((await otherAdmin.put(`/api/v2/users/${app.admin.id}`, { user: { email: 'mine@example.com' } })).status, 403)
  await expectDetails(otherAdmin.put(`/api/v2/users/${app.admin.id}`, { user: { suspended: true } }), {
    suspended: [{ description: "Suspended: the account's owner cannot be suspended", error: 'InvalidValue' }],
  })
})

test('agents change end users, not colleagues; restricted ones see only their organizations', async () => {
  const { organization } = (await app.api.post('/api/v2/organizations', { organization: { name: 'Circle' } })).body
  const { user: colleague } = await makePerson('agent')
  const { client } = await makePerson('agent')
  const customer = (await client.post('/api/v2/users', { user: { name: 'Customer' } })).body.user
  assert.equal((await client.put(`/api/v2/users/${customer.id}`, { user: { notes: 'x' } })).status, 200)
  assert.equal((await client.post('/api/v2/users', { user: { name: 'A', role: 'agent' } })).status, 403)
  assert.equal((await client.put(`/api/v2/users/${colleague.id}`, { user: { notes: 'x' } })).status, 403)
  assert.equal((await client.put(`/api/v2/users/${customer.id}`, { user: { role: 'agent' } })).status, 403)
  for (const call of [
    client.delete(`/api/v2/users/${customer.id}`),
    client.post('/api/v2/users/create_or_update', { user: { name: 'A' } }),
    client.post('/api/v2/users/create_many', { users: [{ name: 'A' }] }),
    client.post(`/api/v2/users/logout_many?ids=${customer.id}`),
  ])
    assert.equal((await call).status, 403)
  const { client: restricted } = await makePerson('agent', { ticket_restriction: 'organization', organization_id: organization.id })
  const inside = await make({ organization_id: organization.id })
  assert.equal((await restricted.get(`/api/v2/users/${inside.id}`)).status, 200)
  assert.equal((await restricted.get(`/api/v2/users/${customer.id}`)).status, 404)
  assert.equal((await restricted.put(`/api/v2/users/${customer.id}`, { user: { notes: 'x' } })).status, 404)
  assert.deepEqual(
    (await restricted.get('/api/v2/users?role=end-user')).body.users.map((user: { id: number }) => user.id),
    [inside.id],
  )
})

test('end users see and change only themselves, in the short form', async () => {
  const { user, client } = await makePerson('end-user')
  const shown = await client.get(`/api/v2/users/${user.id}`)
  assert.deepEqual(Object.keys(shown.body.user), SHORT)
  const changed = await client.put(`/api/v2/users/${user.id}`, {
    user: { name: 'Myself', role: 'admin', notes: 'x', verified: false, locale: 'fr' },
  })
  assert.deepEqual(
    [changed.body.user.name, changed.body.user.role, changed.body.user.locale, changed.body.user.verified],
    ['Myself', 'end-user', 'fr', true],
  )
  assert.equal((await app.api.get(`/api/v2/users/${user.id}`)).body.user.notes, null)
  const other = await make()
  for (const call of [
    client.get('/api/v2/users'),
    client.get('/api/v2/users/count'),
    client.get(`/api/v2/users/${other.id}`),
    client.put(`/api/v2/users/${other.id}`, { user: { name: 'x' } }),
    client.post('/api/v2/users', { user: { name: 'x' } }),
    client.get('/api/v2/users/show_many?ids=1'),
    client.get('/api/v2/users/search?query=x'),
    client.get('/api/v2/users/autocomplete?name=xx'),
    client.get(`/api/v2/users/${other.id}/related`),
    client.get('/api/v2/deleted_users'),
    client.get('/api/v2/deleted_users/count'),
    client.get('/api/v2/deleted_users/1'),
    client.get('/api/v2/users/me/settings'),
    client.get(`/api/v2/users/${user.id}/tags`),
    client.put(`/api/v2/users/${user.id}/tags`, { tags: ['x'] }),
    client.delete(`/api/v2/users/${user.id}`),
  ])
    assert.equal((await call).status, 403)
})

test('without credentials everything but users/me answers 401; malformed ids answer 404 or 400', async () => {
  for (const path of [
    'users',
    'users/count',
    'users/1',
    'users/show_many?ids=1',
    'users/search?query=a',
    'users/autocomplete?name=aa',
    'users/1/related',
    'users/1/tags',
    'users/me/settings',
    'deleted_users',
    'deleted_users/count',
    'deleted_users/1',
    'groups/1/users',
    'groups/1/users/count',
    'organizations/1/users',
    'organizations/1/users/count',
    'users/1/password/requirements',
  ])
    assert.equal((await nobody.get(`/api/v2/${path}`)).status, 401, path)
  for (const path of [
    'users',
    'users/create_or_update',
    'users/create_many',
    'users/create_or_update_many',
    'users/logout_many',
    'users/autocomplete',
    'users/1/tags',
    'users/1/password',
  ])
    assert.equal((await nobody.post(`/api/v2/${path}`, {})).status, 401, path)
  for (const path of ['users/1', 'users/me', 'users/update_many', 'users/1/merge', 'users/1/tags', 'users/1/password', 'users/me/settings'])
    assert.equal((await nobody.put(`/api/v2/${path}`, {})).status, 401, path)
  for (const path of ['users/1', 'users/destroy_many?ids=1', 'users/1/tags', 'deleted_users/1'])
    assert.equal((await nobody.delete(`/api/v2/${path}`)).status, 401, path)
  for (const path of [
    'users/9223372036854775807',
    'users/99999999',
    'users/99999999/related',
    'deleted_users/99999999',
    'groups/99999/users',
  ])
    assert.equal((await app.api.get(`/api/v2/${path}`)).status, 404, path)
  assert.equal((await app.api.delete('/api/v2/users/9223372036854775807')).status, 404)
  assert.equal((await app.api.get('/api/v2/users/abc')).status, 400)
})

test('users/me shows the caller, and an anonymous user without credentials', async () => {
  const me = await app.api.get('/api/v2/users/me.json')
  const full = FULL.slice(16).flatMap((member) => (member === 'default_group_id' ? [member, 'agent_brand_ids'] : [member]))
  assert.deepEqual(Object.keys(me.body.user), [...SHORT, 'authenticity_token', ...full])
  const { client } = await makePerson('end-user')
  assert.deepEqual(Object.keys((await client.get('/api/v2/users/me')).body.user), [...SHORT, 'authenticity_token'])
  const anonymous = await nobody.get('/api/v2/users/me')
  assert.deepEqual(
    [anonymous.status, anonymous.body.user.id, anonymous.body.user.name, anonymous.body.user.role],
    [200, null, 'Anonymous user', 'end-user'],
  )
  assert.deepEqual(Object.keys(anonymous.body.user), [...SHORT, 'authenticity_token'])
  const strangers = [
    { email: app.admin.email, password: 'wrong' },
    { email: app.admin.email, token: 'wrong' },
    { email: 'nobody@example.com', token: app.admin.token },
  ]
  for (const credentials of strangers) {
    const { status, body } = await app.as(credentials).get('/api/v2/users/me')
    assert.deepEqual([status, body.user.id, body.user.name], [200, null, 'Anonymous user'])
    assert.equal((await app.as(credentials).get('/api/v2/users/me/settings')).status, 401)
  }
  assert.equal((await app.as({ bearer: 'wrong' }).get('/api/v2/users/me')).status, 401)
})

test('preferences are merged member by member', async () => {
  const before = (await app.api.get('/api/v2/users/me/settings')).body.settings
  assert.deepEqual(Object.keys(before), ['lotus', 'admin_center'])
  const { status, body } = await app.api.put('/api/v2/users/me/settings', {
    settings: { lotus: { keyboard_shortcuts_enabled: false }, shared_views_order: [3, 1] },
  })
  assert.equal(status, 200)
  assert.deepEqual(body.settings, { ...before, lotus: { ...before.lotus, keyboard_shortcuts_enabled: false }, shared_views_order: [3, 1] })
  assert.deepEqual((await app.api.get('/api/v2/users/me/settings')).body.settings, body.settings)
  assert.equal(
    (await app.api.put('/api/v2/users/me/settings', { settings: { lotus: { agent_workspace_theme_preference: '7' } } })).status,
    400,
  )
  assert.equal((await app.api.put('/api/v2/users/me/settings', {})).status, 400)
})

test('tags are set, added and removed', async () => {
  const { id } = await make({ tags: ['one'] })
  assert.deepEqual((await app.api.get(`/api/v2/users/${id}/tags.json`)).body, { tags: ['one'] })
  const set = await app.api.post(`/api/v2/users/${id}/tags`, { tags: ['B', 'a'] })
  assert.deepEqual([set.status, set.body], [201, { tags: ['a', 'b'] }])
  assert.equal((await app.api.post(`/api/v2/users/${id}/tags`, {})).status, 400)
  assert.deepEqual((await app.api.put(`/api/v2/users/${id}/tags`, { tags: 'c d' })).body, { tags: ['a', 'b', 'c', 'd'] })
  assert.deepEqual((await app.api.delete(`/api/v2/users/${id}/tags`, { tags: ['b', 'x'] })).body, { tags: ['a', 'c', 'd'] })
  assert.equal((await app.api.get('/api/v2/users/99999999/tags')).status, 404)
})

test('a new user may have no address, but not an empty one', async () => {
  const details = { email: [{ description: 'Email: cannot be blank', error: 'BlankValue' }] }
  await expectDetails(app.api.post('/api/v2/users', { user: { name: 'Empty', email: '' } }), details)
  await expectDetails(app.api.post('/api/v2/users/create_or_update', { user: { name: 'Empty', email: '', external_id: 'empty' } }), details)
  assert.equal((await make({ name: 'None', email: null })).email, null)
  const { user } = (
    await app.api.put(`/api/v2/users/${(await make({ name: 'Kept', email: 'kept@people.example' })).id}`, { user: { email: '' } })
  ).body
  assert.equal(user.email, 'kept@people.example')
})
