/** Every kind of administrative act and credential event that records an entry, and those that record none. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { waitForJobs } from '#test/invariants/populate.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const nobody = app.as({})
const PASSWORD = 'a long enough one'

/** The entries an act recorded, oldest first: action, source_type, source_label, change_description. */
async function recordedBy(act: () => Promise<unknown>): Promise<string[][]> {
  const readNewestPosition = async () => (await api.get('/api/v2/deskhand/audit_logs/head')).body.head.position as number
  const before = await readNewestPosition()
  await act()
  const after = await readNewestPosition()
  if (after === before) return []
  const answer = await api.get(`/api/v2/deskhand/audit_logs/export?after_position=${before}&until_position=${after}`)
  return String(answer.body)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).entry)
    .map((entry) => [entry.action, entry.source_type, entry.source_label, entry.change_description])
}

async function requireSuccess(answer: Promise<{ status: number; body: any }>): Promise<any> {
  const { status, body } = await answer
  assert.ok(status < 300, `${status} ${JSON.stringify(body)}`)
  return body
}

const send = (path: string, body: unknown) => requireSuccess(api.post(`/api/v2/${path}`, body))
const put = (path: string, body: unknown) => requireSuccess(api.put(`/api/v2/${path}`, body))
const drop = (path: string) => requireSuccess(api.delete(`/api/v2/${path}`))

test('groups: created, renamed, described and deleted; an update without a change records no entry', async () => {
  let id = 0
  assert.deepEqual(await recordedBy(async () => (id = (await send('groups', { group: { name: 'One' } })).group.id)), [
    ['create', 'group', 'One', 'Created'],
  ])
  assert.deepEqual(await recordedBy(() => put(`groups/${id}`, { group: { name: 'Two', description: 'Text' } })), [
    ['update', 'group', 'Two', 'Name changed from One to Two. Description changed'],
  ])
  assert.deepEqual(await recordedBy(() => put(`groups/${id}`, { group: { name: 'Two' } })), [])
  assert.deepEqual(await recordedBy(() => drop(`groups/${id}`)), [['destroy', 'group', 'Two', 'Deleted']])
})

test('memberships of groups: added, replaced as the default, removed', async () => {
  const { group } = await send('groups', { group: { name: 'Members' } })
  const { user } = await send('users', { user: { name: 'Member', email: 'member@example.com', role: 'agent', verified: true } })
  let id = 0
  const give = async () =>
    (id = (await send('group_memberships', { group_membership: { user_id: user.id, group_id: group.id } })).group_membership.id)
  assert.deepEqual(await recordedBy(give), [['create', 'group_membership', 'Member', 'Made a member of the group Members']])
  assert.deepEqual(await recordedBy(() => put(`users/${user.id}/group_memberships/${id}/make_default`, {})), [
    ['update', 'group_membership', 'Member', 'Members made the default group'],
  ])
  const [first] = (await api.get(`/api/v2/users/${user.id}/group_memberships`)).body.group_memberships
  const own = app.as({ email: 'member@example.com', token: app.admin.token })
  assert.deepEqual(
    await recordedBy(() => requireSuccess(own.put(`/api/v2/users/${user.id}/group_memberships/${first.id}/make_default`, {}))),
    [],
  )
  assert.deepEqual(await recordedBy(() => drop(`group_memberships/${id}`)), [
    ['destroy', 'group_membership', 'Member', 'Taken out of the group Members'],
  ])
})

test('organizations: created, given other domain names, deleted; notes and tags record no entry', async () => {
  let id = 0
  const make = async () =>
    (id = (await send('organizations', { organization: { name: 'Acme', domain_names: ['acme.example'] } })).organization.id)
  assert.deepEqual(await recordedBy(make), [['create', 'organization', 'Acme', 'Created']])
  assert.deepEqual(
    await recordedBy(() => put(`organizations/${id}`, { organization: { domain_names: ['acme.example', 'more.example'] } })),
    [['update', 'organization', 'Acme', 'domain_names changed from ["acme.example"] to ["acme.example","more.example"]']],
  )
  assert.deepEqual(
    await recordedBy(() => put(`organizations/${id}`, { organization: { notes: 'A note', details: 'More', tags: ['vip'] } })),
    [],
  )
  const person = await putPerson(app, { role: 'end-user', name: 'Customer' })
  let membership = 0
  const join = async () =>
    (membership = (await send('organization_memberships', { organization_membership: { user_id: person.id, organization_id: id } }))
      .organization_membership.id)
  assert.deepEqual(await recordedBy(join), [['create', 'organization_membership', 'Customer', 'Made a member of the organization Acme']])
  assert.deepEqual(await recordedBy(() => drop(`organization_memberships/${membership}`)), [
    ['destroy', 'organization_membership', 'Customer', 'Taken out of the organization Acme'],
  ])
  assert.deepEqual(await recordedBy(() => drop(`organizations/${id}`)), [['destroy', 'organization', 'Acme', 'Deleted']])
})

test('people: staff created, promoted, restricted, suspended and deleted', async () => {
  let id = 0
  const { custom_roles } = (await app.api.get('/api/v2/custom_roles')).body
  const administrators = custom_roles.find((role: { role_type: number }) => role.role_type === 4).id
  const make = async () =>
    (id = (await send('users', { user: { name: 'Rises', email: 'rises@example.com', role: 'agent', verified: true } })).user.id)
  assert.deepEqual(await recordedBy(make), [['create', 'user', 'Rises', 'Created as agent']])
  assert.deepEqual(await recordedBy(() => put(`users/${id}`, { user: { role: 'admin' } })), [
    ['update', 'user', 'Rises', 'Role changed from agent to admin'],
    ['update', 'user', 'Rises', `Custom role changed from none to ${administrators}`],
  ])
  assert.deepEqual(await recordedBy(() => put(`users/${id}`, { user: { role: 'agent', ticket_restriction: 'assigned' } })), [
    ['update', 'user', 'Rises', 'Role changed from admin to agent'],
    ['update', 'user', 'Rises', 'Ticket restriction changed from none to assigned'],
    ['update', 'user', 'Rises', `Custom role changed from ${administrators} to none`],
  ])
  assert.deepEqual(await recordedBy(() => put(`users/${id}`, { user: { name: 'Risen', only_private_comments: true } })), [
    ['update', 'user', 'Rises', 'Name changed from Rises to Risen'],
    ['update', 'user', 'Rises', 'Private comments only changed from false to true'],
  ])
  assert.deepEqual(await recordedBy(() => put(`users/${id}`, { user: { suspended: true } })), [['update', 'user', 'Risen', 'Suspended']])
  assert.deepEqual(await recordedBy(() => put(`users/${id}`, { user: { suspended: false } })), [
    ['update', 'user', 'Risen', 'No longer suspended'],
  ])
  assert.deepEqual(await recordedBy(() => put(`users/${id}`, { user: { notes: 'Everyday work', tags: ['x'] } })), [])
  assert.deepEqual(await recordedBy(() => drop(`users/${id}`)), [['destroy', 'user', 'Risen', 'Deleted']])
})

test('staff whose address is marked as verified, by every call that can do so', async () => {
  let id = 0
  const entry = (text: string) => [['update', 'user', 'Vouched', text]]
  const user = { name: 'Vouched', email: 'vouched@example.com', role: 'agent' }
  await send('users', { user }).then((made: any) => (id = made.user.id))
  assert.deepEqual(await recordedBy(() => put(`users/${id}`, { user: { verified: true } })), entry('vouched@example.com is verified'))
  assert.deepEqual(await recordedBy(() => put(`users/${id}`, { user: { verified: true } })), [])
  assert.deepEqual(
    await recordedBy(() => put(`users/${id}`, { user: { verified: false } })),
    entry('vouched@example.com is no longer verified'),
  )
  const again = { user: { ...user, verified: true } }
  assert.deepEqual(await recordedBy(() => api.post('/api/v2/users/create_or_update', again)), entry('vouched@example.com is verified'))
  await put(`users/${id}`, { user: { verified: false } })
  const bulk = async () => {
    await put(`users/update_many?ids=${id}`, { user: { verified: true } })
    await waitForJobs(app)
  }
  assert.deepEqual(await recordedBy(bulk), entry('vouched@example.com is verified'))
  const identities = [{ type: 'email', value: 'more@example.com', verified: true }]
  assert.deepEqual(await recordedBy(() => put(`users/${id}`, { user: { identities } })), entry('Added email more@example.com, verified'))
  const identity = { type: 'email', value: 'most@example.com', verified: true, primary: true }
  const add = () => send(`users/${id}/identities`, { identity })
  assert.deepEqual(await recordedBy(add), entry('Added email most@example.com, verified, made the primary one'))
})

test('the initial identities of staff: created one by one or in bulk, and of an end user who becomes staff', async () => {
  const withMore = (name: string) => ({
    name,
    email: `${name}@example.com`,
    identities: [
      { type: 'email', value: `${name}.second@example.com`, verified: true },
      { type: 'email', value: `${name}.third@example.com` },
    ],
  })
  const entries = (name: string) => [
    ['create', 'user', name, 'Created as agent'],
    ['update', 'user', name, `Added email ${name}.second@example.com, verified`],
    ['update', 'user', name, `Added email ${name}.third@example.com`],
  ]
  assert.deepEqual(await recordedBy(() => send('users', { user: { ...withMore('alone'), role: 'agent' } })), entries('alone'))
  const createMany = async () => {
    await send('users/create_many', { users: [{ ...withMore('among'), role: 'agent' }] })
    await waitForJobs(app)
  }
  assert.deepEqual(await recordedBy(createMany), entries('among'))
  let id = 0
  assert.deepEqual(await recordedBy(async () => (id = (await send('users', { user: withMore('raised') })).user.id)), [])
  const identities = [{ type: 'email', value: 'raised.last@example.com', verified: true }]
  const raised = await recordedBy(() => put(`users/${id}`, { user: { role: 'agent', verified: true, identities } }))
  const sentences = raised.map(([, , , sentence = '']) => sentence).filter((sentence) => sentence.includes('@'))
  assert.deepEqual(sentences.sort(), [
    'Added email raised.last@example.com, verified',
    'Known by email raised.second@example.com, verified',
    'Known by email raised.third@example.com',
    'Known by email raised@example.com, verified',
    'raised@example.com is verified',
  ])
})

test('end users: created and renamed without an entry, suspended with one', async () => {
  let id = 0
  assert.deepEqual(
    await recordedBy(async () => (id = (await send('users', { user: { name: 'Customer', email: 'customer@example.com' } })).user.id)),
    [],
  )
  assert.deepEqual(await recordedBy(() => put(`users/${id}`, { user: { name: 'Client', phone: '+15551234567' } })), [])
  assert.deepEqual(await recordedBy(() => put(`users/${id}`, { user: { suspended: true } })), [['update', 'user', 'Client', 'Suspended']])
})

test('identities of staff: added, verified, made primary, removed; none for those of end users', async () => {
  const agent = await putPerson(app, { role: 'agent', name: 'Known' })
  const customer = await putPerson(app, { role: 'end-user', name: 'Customer' })
  const path = `users/${agent.id}/identities`
  let id = 0
  const add = async () => (id = (await send(path, { identity: { type: 'email', value: 'second@example.com' } })).identity.id)
  const entry = (text: string) => [['update', 'user', 'Known', text]]
  assert.deepEqual(await recordedBy(add), entry('Added email second@example.com'))
  assert.deepEqual(await recordedBy(() => put(`${path}/${id}/verify`, {})), entry('second@example.com is verified'))
  assert.deepEqual(await recordedBy(() => put(`${path}/${id}/make_primary`, {})), entry('Made second@example.com the primary email'))
  const [old] = (await api.get(`/api/v2/${path}`)).body.identities.filter((each: { primary: boolean }) => !each.primary)
  assert.deepEqual(await recordedBy(() => drop(`${path}/${old.id}`)), entry(`Removed email ${agent.email}`))
  assert.deepEqual(
    await recordedBy(() => put(`users/${agent.id}`, { user: { email: 'third@example.com' } })),
    entry('Added email third@example.com'),
  )
  assert.deepEqual(
    await recordedBy(() => send(`users/${customer.id}/identities`, { identity: { type: 'email', value: 'other@example.com' } })),
    [],
  )
})

test('settings, statuses, brands and automations', async () => {
  const deletion = (allowed: boolean) => put('account/settings', { settings: { tickets: { agent_ticket_deletion: allowed } } })
  await deletion(false)
  assert.deepEqual(await recordedBy(() => deletion(true)), [
    ['update', 'account_setting', 'tickets.agents_can_delete', 'Changed from false to true'],
  ])
  assert.deepEqual(await recordedBy(() => deletion(true)), [])
  const status = { custom_status: { status_category: 'open', agent_label: 'Waiting for parts' } }
  assert.deepEqual(
    (await recordedBy(() => send('custom_statuses', status))).map((entry) => entry.slice(0, 2)),
    [['create', 'custom_status']],
  )
  assert.deepEqual(
    (await recordedBy(() => send('brands', { brand: { name: 'Brand', subdomain: 'brand-of-ours' } }))).map((entry) => entry.slice(0, 2)),
    [['create', 'brand']],
  )
})

test('passwords: set by an administrator, changed by the person; signing in; being signed out by someone else', async () => {
  await put('deskhand/settings', { settings: { users: { admins_set_passwords: true } } })
  const { user } = await send('users', { user: { name: 'Signs', email: 'signs@example.com', role: 'agent', verified: true } })
  const admin = app.as({ email: app.admin.email, password: app.admin.password })
  const set = await recordedBy(() => requireSuccess(admin.post(`/api/v2/users/${user.id}/password`, { password: PASSWORD })))
  assert.deepEqual(set, [['update', 'user', 'Signs', 'Password changed']])
  const signedIn = await recordedBy(() =>
    requireSuccess(nobody.post('/access/sign_in', { email: 'signs@example.com', password: PASSWORD })),
  )
  assert.deepEqual(
    signedIn.map((entry) => entry.slice(0, 3)),
    [['login', 'user', 'Signs']],
  )
  assert.deepEqual(await recordedBy(() => drop(`users/${user.id}/sessions`)), [['update', 'user', 'Signs', 'Signed out']])
})

test('guessing a user’s password records one entry when the guessing is stopped, and no more for an hour', async () => {
  const { user } = await send('users', { user: { name: 'Guessed', email: 'guessed@example.com', role: 'agent', verified: true } })
  const guess = async () => (await nobody.post('/access/sign_in', { email: 'guessed@example.com', password: 'wrong' })).status
  const entries = await recordedBy(async () => {
    for (let round = 0; round < 14; round += 1) assert.equal(await guess(), round < 10 ? 401 : 429)
  })
  assert.deepEqual(entries, [
    ['login_refused', 'user', 'Guessed', 'Too many wrong attempts at the password: further attempts are refused for a while'],
  ])
  const [entry] = (await api.get('/api/v2/audit_logs?filter[action]=login_refused')).body.audit_logs
  assert.deepEqual(
    [entry.actor_id, entry.actor_name, entry.source_id, entry.action_label],
    [0, 'Anonymous user', user.id, 'Sign-in refused'],
  )
  assert.equal(entry.ip_address, '127.0.0.1')
})

test('failed sign-ins of unknown users record no entry', async () => {
  const entries = await recordedBy(async () => {
    for (let round = 0; round < 12; round += 1)
      await nobody.post('/access/sign_in', { email: 'nobody-at-all@example.com', password: 'wrong' })
  })
  assert.deepEqual(entries, [])
})

test('a bulk job records the entries of each of its acts, with the user who started it as actor', async () => {
  const { group } = await send('groups', { group: { name: 'Bulk' } })
  const people = [await putPerson(app, { role: 'agent', name: 'First' }), await putPerson(app, { role: 'agent', name: 'Second' })]
  const group_memberships = people.map(({ id }) => ({ user_id: id, group_id: group.id }))
  const { job_status } = await send('group_memberships/create_many', { group_memberships })
  await waitFor(async () => (await api.get(`/api/v2/job_statuses/${job_status.id}`)).body.job_status.status, 'completed')
  const { audit_logs } = (await api.get(`/api/v2/audit_logs?filter[source_type]=group_membership&filter[actor_id]=${app.admin.id}`)).body
  assert.deepEqual(
    audit_logs
      .slice(0, 2)
      .map((entry: { source_label: string }) => entry.source_label)
      .sort(),
    ['First', 'Second'],
  )
})
