/** Invariant: each setting of a custom role refuses what it governs when it is off, and allows it when it is on, from the next request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import type { Client } from '#test/client.ts'
import { formOf, PIXEL } from '#test/files.ts'
import { waitForJob } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { rawRequest } from '#test/raw_http.ts'
import { PERMISSIONS } from './permission_table.ts'
import { FULL_ROLE, PLAIN_ROLE } from '#accounts/role_configuration.ts'
import { ROLE_SWITCHES } from './role_switches.ts'

const app = await useApp()
const make = makeWith(app.api)
const PASSWORD = 'a long password for tests'
const ROLE = (await app.api.post('/api/v2/custom_roles', { custom_role: { name: 'Law' } })).body.custom_role
const ORGANIZATION = await make.organization()
const AGENT = await make.agent({ password: PASSWORD, custom_role_id: ROLE.id, organization_id: ORGANIZATION.id })
const OURS = await make.group()
const THEIRS = await make.group()
await app.api.post('/api/v2/group_memberships', { group_membership: { user_id: AGENT.id, group_id: OURS.id } })
const FORM = (await app.api.get('/api/v2/ticket_forms')).body.ticket_forms[0].id
const agent = app.as({ email: AGENT.email, password: PASSWORD })
const configure = async (configuration: Record<string, unknown>) => {
  const answer = await app.api.put(`/api/v2/custom_roles/${ROLE.id}`, { custom_role: { configuration } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}

let count = 0
const makeKey = () => `law${++count}`
const ticket = async () => `/api/v2/tickets/${(await make.ticket()).id}`
const merge = async (client: Client) => {
  const into = await ticket()
  return client.post(`${into}/merge`, { ids: [(await make.ticket()).id] })
}
/** Assigns a ticket of the agent's own group to another group. */
const toTheirs = async (client: Client) =>
  client.put(`/api/v2/tickets/${(await make.ticket({ group_id: OURS.id })).id}`, { ticket: { group_id: THEIRS.id } })
const field = () => ({ type: 'text', title: makeKey(), key: makeKey() })
const everyone = { ticket_access: 'all', ticket_comment_access: 'public', ticket_editing: true, end_user_profile_access: 'full' }

const UNSOLVED = [{ field: 'status', operator: 'less_than', value: 'solved' }]
const SOLVE = [{ field: 'status', value: 'solved' }]
const automate = (client: Client) =>
  client.post('/api/v2/automations', {
    automation: {
      title: makeKey(),
      conditions: {
        all: [
          { field: 'SOLVED', operator: 'is', value: String(++count) },
          { field: 'status', operator: 'is', value: 'solved' },
        ],
        any: [],
      },
      actions: [{ field: 'status', value: 'closed' }],
    },
  })

const react = (client: Client) =>
  client.post('/api/v2/triggers', {
    trigger: {
      title: makeKey(),
      conditions: { all: [{ field: 'status', operator: 'is', value: 'solved' }], any: [] },
      actions: [{ field: 'priority', value: 'low' }],
    },
  })

type Call = (client: Client) => Promise<{ status: number; body: any }>
interface Case {
  readonly off: Record<string, unknown>
  readonly on: Record<string, unknown>
  readonly calls: readonly Call[]
}
const flag = (name: string, ...calls: Call[]): [string, Case] => [name, { off: { [name]: false }, on: { [name]: true }, calls }]

const CASES: readonly [string, Case][] = [
  flag(
    'ticket_editing',
    async (client) => client.put(await ticket(), { ticket: { priority: 'high' } }),
    async (client) => client.put(await ticket(), { ticket: { assignee_id: AGENT.id, comment: { body: 'Mine' } } }),
  ),
  flag(
    'ticket_tag_editing',
    async (client) => client.put(await ticket(), { ticket: { tags: [makeKey()] } }),
    async (client) => client.put(await ticket(), { ticket: { additional_tags: [makeKey()] } }),
    async (client) => client.put(`${await ticket()}/tags`, { tags: [makeKey()] }),
    async (client) => client.post('/api/v2/tickets', { ticket: { subject: 'Tagged', comment: { body: 'Hello' }, tags: [makeKey()] } }),
  ),
  flag('ticket_merge', merge),
  flag('ticket_redaction', async (client) => {
    const { id } = await make.ticket({ comment: { body: 'A secret word' } })
    const [comment] = (await app.api.get(`/api/v2/tickets/${id}/comments`)).body.comments
    return client.put(`/api/v2/tickets/${id}/comments/${comment.id}/redact`, { text: 'secret' })
  }),
  flag('manage_suspended_tickets', (client) => client.get('/api/v2/suspended_tickets')),
  flag('side_conversation_create', async (client) =>
    client.post(`${await ticket()}/side_conversations`, { message: { body: 'Can you help?', to: [{ email: 'vendor@law.example' }] } }),
  ),
  [
    'end_user_list_access',
    {
      off: { end_user_list_access: 'none' },
      on: { end_user_list_access: 'full' },
      calls: [
        (client) => client.get('/api/v2/users'),
        (client) => client.get('/api/v2/users/search?query=law'),
        (client) => client.get('/api/v2/users/autocomplete?name=law'),
      ],
    },
  ],
  [
    'assign_tickets_to_any_group',
    {
      off: { assign_tickets_to_any_group: false, ticket_access: 'within-groups' },
      on: { assign_tickets_to_any_group: true },
      calls: [
        toTheirs,
        (client) => client.post('/api/v2/tickets', { ticket: { subject: 'Theirs', comment: { body: 'Hello' }, group_id: THEIRS.id } }),
      ],
    },
  ],
  flag('update_user_own_name', (client) => client.put('/api/v2/users/me', { user: { name: makeKey() } })),
  flag('update_user_own_alias', (client) => client.put('/api/v2/users/me', { user: { alias: makeKey() } })),
  flag('update_user_own_signature', (client) => client.put('/api/v2/users/me', { user: { signature: makeKey() } })),
  flag(
    'manage_user_own_photo',
    (client) => client.put('/api/v2/users/me', { user: { remote_photo_url: '' } }),
    async () => {
      const form = formOf([{ name: 'user[photo][uploaded_data]', value: PIXEL, file_name: 'me.png', type: 'image/png' }])
      const headers = { ...form.headers, authorization: `Basic ${Buffer.from(`${AGENT.email}:${PASSWORD}`).toString('base64')}` }
      const answer = await rawRequest(app.base_url, { method: 'PUT', path: '/api/v2/users/me', body: form.body, headers })
      return { status: answer.status, body: answer.text }
    },
  ),
  flag(
    'manage_user_own_contacts',
    (client) => client.put('/api/v2/users/me', { user: { phone: `+1555000${String(++count).padStart(4, '0')}` } }),
    (client) => client.post(`/api/v2/users/${AGENT.id}/identities`, { identity: { type: 'email', value: `${makeKey()}@law.example` } }),
  ),
  flag(
    'ticket_deletion',
    async (client) => client.delete(await ticket()),
    async (client) => client.put(`${await ticket()}/mark_as_spam`, {}),
    async (client) => client.delete(`/api/v2/tickets/destroy_many?ids=${(await make.ticket()).id}`),
  ),
  flag('view_deleted_tickets', (client) => client.get('/api/v2/deleted_tickets')),
  [
    'end_user_profile_access',
    {
      off: { end_user_profile_access: 'readonly' },
      on: { end_user_profile_access: 'edit' },
      calls: [
        (client) => client.post('/api/v2/users', { user: { name: makeKey() } }),
        async (client) => client.put(`/api/v2/users/${(await make.user()).id}`, { user: { notes: makeKey() } }),
        async (client) =>
          client.post(`/api/v2/users/${(await make.user()).id}/identities`, {
            identity: { type: 'email', value: `${makeKey()}@law.example` },
          }),
      ],
    },
  ],
  [
    'end_user_profile_access of the own organization',
    {
      off: { end_user_profile_access: 'readonly' },
      on: { end_user_profile_access: 'edit-within-org' },
      calls: [
        (client) => client.post('/api/v2/users', { user: { name: makeKey(), organization_id: ORGANIZATION.id } }),
        async (client) =>
          client.put(`/api/v2/users/${(await make.user({ organization_id: ORGANIZATION.id })).id}`, { user: { notes: makeKey() } }),
      ],
    },
  ],
  flag(
    'organization_editing',
    (client) => client.post('/api/v2/organizations', { organization: { name: makeKey() } }),
    async (client) => client.put(`/api/v2/organizations/${(await make.organization()).id}`, { organization: { details: makeKey() } }),
  ),
  flag('organization_notes_editing', async (client) =>
    client.put(`/api/v2/organizations/${(await make.organization()).id}`, { organization: { notes: makeKey() } }),
  ),
  flag('manage_ticket_fields', (client) => client.post('/api/v2/ticket_fields', { ticket_field: { type: 'text', title: makeKey() } })),
  flag('manage_ticket_forms', (client) => client.post('/api/v2/ticket_forms', { ticket_form: { name: makeKey() } })),
  flag('manage_user_fields', (client) => client.post('/api/v2/user_fields', { user_field: field() })),
  flag('manage_organization_fields', (client) => client.post('/api/v2/organization_fields', { organization_field: field() })),
  flag('manage_dynamic_content', (client) =>
    client.post('/api/v2/dynamic_content/items', {
      item: { name: makeKey(), default_locale_id: 1, variants: [{ locale_id: 1, default: true, content: 'Hello' }] },
    }),
  ),
  flag('manage_contextual_workspaces', (client) =>
    client.post('/api/v2/workspaces', {
      workspace: { title: makeKey(), conditions: { all: [{ field: 'ticket_form_id', operator: 'is', value: FORM }], any: [] } },
    }),
  ),
  flag('manage_business_rules', automate, react),
  flag('manage_triggers', react),
  flag('manage_automations', automate),
  [
    'view_access',
    {
      off: { view_access: 'none' },
      on: { view_access: 'full' },
      calls: [
        (client) => client.get('/api/v2/views'),
        (client) => client.post('/api/v2/views', { view: { title: makeKey(), all: UNSOLVED, restriction: { type: 'User' } } }),
        (client) =>
          client.post('/api/v2/views', { view: { title: makeKey(), all: UNSOLVED, restriction: { type: 'Group', id: OURS.id } } }),
        (client) => client.post('/api/v2/views', { view: { title: makeKey(), all: UNSOLVED, restriction: null } }),
      ],
    },
  ],
  flag('export_views', async (client) => {
    const { views } = (await app.api.get('/api/v2/views')).body
    return client.get(`/api/v2/views/${views[0].id}/export`)
  }),
  [
    'macro_access',
    {
      off: { macro_access: 'none' },
      on: { macro_access: 'full' },
      calls: [
        (client) => client.get('/api/v2/macros'),
        (client) => client.post('/api/v2/macros', { macro: { title: makeKey(), actions: SOLVE, restriction: { type: 'User' } } }),
        (client) => client.post('/api/v2/macros', { macro: { title: makeKey(), actions: SOLVE } }),
      ],
    },
  ],
  flag('manage_skills', (client) => client.post('/api/v2/routing/attributes', { attribute: { name: makeKey() } })),
  flag('manage_slas', (client) => client.post('/api/v2/slas/policies', { sla_policy: { title: makeKey() } })),
  flag('manage_extensions_and_channels', (client) =>
    client.post('/api/v2/recipient_addresses', { recipient_address: { name: makeKey(), email: `${makeKey()}@law.example` } }),
  ),
]

for (const [name, { off, on, calls }] of CASES)
  test(`${name}: refused without it, allowed with it`, async () => {
    await configure({ ...PLAIN_ROLE, ...everyone, ...off })
    for (const [place, call] of calls.entries()) assert.equal((await call(agent)).status, 403, `call ${place}`)
    await configure(on)
    for (const call of calls) {
      const answer = await call(agent)
      assert.ok(answer.status < 300, `${answer.status} ${JSON.stringify(answer.body)}`)
    }
  })

test('every permission that custom roles decide has a case, except those that share a setting', () => {
  const governed = Object.values(ROLE_SWITCHES).map((one) => one.toString())
  const named = new Set(CASES.map(([name]) => name))
  for (const text of governed) for (const [, setting = ''] of text.matchAll(/role\.(\w+)/g)) assert.ok(named.has(setting), setting)
})

test('no role has what only administrators may do: people, credentials, settings, access governance', () => {
  const governed =
    /^(api_token|oauth_|settings|user\.(manage_staff|delete|merge|create_many)|audit_log|group\.|membership|identity_provider|access_|custom_role|export|mail|shared_secret|deletion)/
  for (const permission of Object.keys(ROLE_SWITCHES)) assert.doesNotMatch(permission, governed)
  assert.ok(Object.keys(PERMISSIONS).some((permission) => governed.test(permission)))
})

test('an agent with every setting on is refused what only administrators may do', async () => {
  await configure({ ...FULL_ROLE })
  for (const path of ['api_tokens', 'audit_logs', 'deletion_schedules', `custom_roles/${ROLE.id}`])
    assert.equal((await agent.get(`/api/v2/${path}`)).status, 403, path)
  assert.equal((await agent.post('/api/v2/groups', { group: { name: makeKey() } })).status, 403)
  assert.equal((await agent.post('/api/v2/users', { user: { name: makeKey(), role: 'agent' } })).status, 403)
  assert.equal((await agent.delete(`/api/v2/users/${(await make.user()).id}`)).status, 403)
})

test('ticket_access decides which tickets are seen', async () => {
  const path = await ticket()
  const mine = `/api/v2/tickets/${(await make.ticket({ assignee_id: AGENT.id })).id}`
  await configure({ ...PLAIN_ROLE, ticket_access: 'assigned-only' })
  assert.deepEqual([(await agent.get(path)).status, (await agent.get(mine)).status], [404, 200])
  await configure({ ticket_access: 'all' })
  assert.equal((await agent.get(path)).status, 200)
})

test('ticket_comment_access none makes every comment private', async () => {
  const path = await ticket()
  const replyAndReadPublic = async () => {
    const { status, body } = await agent.put(path, { ticket: { comment: { body: 'Hello', public: true } } })
    assert.equal(status, 200)
    return body.audit.events.find((event: any) => event.type === 'Comment').public
  }
  await configure({ ...PLAIN_ROLE, ...everyone, ticket_comment_access: 'none' })
  assert.equal(await replyAndReadPublic(), false)
  await configure({ ticket_comment_access: 'public' })
  assert.equal(await replyAndReadPublic(), true)
})

test('without ticket_editing and ticket_tag_editing an agent may comment, and send unchanged values back', async () => {
  const made = await make.ticket({ priority: 'low', tags: ['blue'] })
  await configure({ ...PLAIN_ROLE, ...everyone, ticket_editing: false })
  const same = { subject: made.subject, priority: 'low', tags: ['blue'], additional_tags: ['blue'] }
  const answer = await agent.put(`/api/v2/tickets/${made.id}`, { ticket: { ...same, comment: { body: 'Hello' } } })
  assert.equal(answer.status, 200)
  const { results } = await waitForJob(app, await agent.put(`/api/v2/tickets/update_many?ids=${made.id}`, { ticket: { priority: 'high' } }))
  assert.equal(results[0].success, false)
  assert.equal((await app.api.get(`/api/v2/tickets/${made.id}`)).body.ticket.priority, 'low')
})

test('outside their organizations an agent with edit-within-org changes no user', async () => {
  await configure({ ...PLAIN_ROLE, ...everyone, end_user_profile_access: 'edit-within-org' })
  assert.equal((await agent.put(`/api/v2/users/${(await make.user()).id}`, { user: { notes: 'x' } })).status, 403)
  assert.equal((await agent.post('/api/v2/users', { user: { name: makeKey() } })).status, 403)
})

test('an agent with edit-within-org adds nobody to a foreign organization, and removes nobody from one', async () => {
  await configure({ ...PLAIN_ROLE, ...everyone, end_user_profile_access: 'edit-within-org' })
  const mine = await make.organization({ domain_names: ['mine.law.example'] })
  await app.api.post('/api/v2/organization_memberships', { organization_membership: { user_id: AGENT.id, organization_id: mine.id } })
  // the last by name: the agent's own is the default after the one that is removed
  const foreign = await make.organization({ name: 'Zzz foreign', domain_names: ['foreign.law.example'] })
  const member = await make.user({ organization_id: ORGANIZATION.id })
  const outside = (
    await app.api.post('/api/v2/organization_memberships', { organization_membership: { user_id: member.id, organization_id: foreign.id } })
  ).body.organization_membership
  const lone = await make.user({ organization_id: ORGANIZATION.id })
  const stranger = await make.user()
  const create = (user: Record<string, unknown>) => agent.post('/api/v2/users', { user: { name: makeKey(), ...user } })
  const change = (user: Record<string, unknown>) => agent.put(`/api/v2/users/${member.id}`, { user })
  const join = (user_id: number, organization_id: number) =>
    agent.post('/api/v2/organization_memberships', { organization_membership: { user_id, organization_id } })
  const his = `/api/v2/users/${member.id}`
  for (const refused of [
    () => create({ organization_id: foreign.id }),
    () => create({ organization_id: 987_654_321 }),
    () => create({ organization_id: ORGANIZATION.id, organization_ids: [foreign.id] }),
    () => create({ organization: { name: foreign.name } }),
    () => create({ organization: { name: 'There is no such organization' } }),
    () => create({ email: `${makeKey()}@foreign.law.example` }),
    () => change({ organization_id: foreign.id }),
    () => change({ organization_id: null }),
    () => change({ organization_ids: [foreign.id] }),
    () => change({ organization: { name: foreign.name } }),
    () => change({ organization: { name: 'There is no such organization' } }),
    () => join(member.id, foreign.id),
    () => join(member.id, 987_654_321),
    () => join(stranger.id, ORGANIZATION.id),
    () => agent.post(`${his}/organization_memberships`, { organization_membership: { organization_id: foreign.id } }),
    () => agent.put(`${his}/organization_memberships/${outside.id}/make_default`),
    () => agent.put(`${his}/organizations/${foreign.id}/make_default`),
    () => agent.delete(`${his}/organizations/${foreign.id}`),
    () => agent.delete(`/api/v2/organization_memberships/${outside.id}`),
    // the user would stay with the foreign organization, and the other user with none
    () => agent.delete(`${his}/organizations/${ORGANIZATION.id}`),
    () => agent.delete(`/api/v2/users/${lone.id}/organizations/${ORGANIZATION.id}`),
    () => agent.post('/api/v2/users/create_or_update', { user: { email: member.email, organization_id: foreign.id } }),
    () =>
      agent.post('/api/v2/tickets', { ticket: { comment: { body: 'x' }, requester: { name: makeKey(), organization_id: foreign.id } } }),
  ]) {
    const { status, body } = await refused()
    assert.equal(status, 403, `${String(refused)} ${JSON.stringify(body)}`)
  }
  for (const started of [
    await agent.put(`/api/v2/users/update_many?ids=${member.id}`, { user: { organization_id: foreign.id } }),
    await agent.post('/api/v2/organization_memberships/create_many', {
      organization_memberships: [{ user_id: member.id, organization_id: foreign.id }],
    }),
    await agent.delete(`/api/v2/organization_memberships/destroy_many?ids=${outside.id}`),
  ])
    assert.deepEqual([(await waitForJob(app, started)).results[0].success], [false])
  for (const { id } of [member, lone]) assert.equal((await app.api.get(`/api/v2/users/${id}`)).body.user.organization_id, ORGANIZATION.id)
  assert.equal((await create({ email: `${makeKey()}@mine.law.example` })).body.user?.organization_id, mine.id)
  assert.equal((await change({ organization_id: ORGANIZATION.id, notes: 'As it was' })).status, 200)
  assert.equal((await join(member.id, mine.id)).status, 201)
  assert.equal((await agent.put(`${his}/organizations/${mine.id}/make_default`)).status, 200)
  assert.equal((await agent.delete(`${his}/organizations/${mine.id}`)).status, 204)
})

test('an agent whose role cannot change end users cannot change memberships either', async () => {
  await configure({ ...PLAIN_ROLE, ...everyone, end_user_profile_access: 'readonly' })
  const member = await make.user({ organization_id: ORGANIZATION.id })
  const membership = { user_id: (await make.user()).id, organization_id: ORGANIZATION.id }
  assert.equal((await agent.post('/api/v2/organization_memberships', { organization_membership: membership })).status, 403)
  assert.equal((await agent.delete(`/api/v2/users/${member.id}/organizations/${ORGANIZATION.id}`)).status, 403)
})

test('with modify_closed_tickets an agent changes subject, priority and tags of closed tickets, and nothing else', async () => {
  const { id } = await make.ticket({ status: 'closed', assignee_id: AGENT.id, tags: ['old'] })
  const put = (change: Record<string, unknown>) => agent.put(`/api/v2/tickets/${id}`, { ticket: change })
  await configure({ ...PLAIN_ROLE, ...everyone, ticket_tag_editing: true, modify_closed_tickets: false })
  assert.equal((await put({ subject: 'Later' })).status, 422)
  await configure({ modify_closed_tickets: true })
  const { status, body } = await put({ subject: 'Later', priority: 'high', tags: ['new'] })
  assert.deepEqual([status, body.ticket.subject, body.ticket.priority, body.ticket.tags], [200, 'Later', 'high', ['new']])
  assert.equal(body.ticket.status, 'closed')
  for (const change of [{ comment: { body: 'Hello' } }, { status: 'open' }, { subject: 'x', type: 'task' }])
    assert.equal((await put(change)).status, 422)
  assert.equal((await app.api.put(`/api/v2/tickets/${id}`, { ticket: { subject: 'Mine' } })).status, 422)
})

test('a user who sends back their own unchanged values changes nothing', async () => {
  await configure({ ...PLAIN_ROLE, update_user_own_name: false, update_user_own_alias: false, manage_user_own_contacts: false })
  const { user } = (await agent.get('/api/v2/users/me')).body
  assert.equal((await agent.put('/api/v2/users/me', { user: { name: user.name, alias: user.alias, phone: user.phone } })).status, 200)
})

test('an agent without a custom role has the permissions of agents', async () => {
  const { email } = await make.agent({ password: PASSWORD })
  const plain = app.as({ email, password: PASSWORD })
  assert.equal((await plain.put(await ticket(), { ticket: { priority: 'high', tags: ['red'] } })).status, 200)
  assert.equal((await merge(plain)).status, 200)
  assert.equal((await plain.post('/api/v2/ticket_fields', { ticket_field: { type: 'text', title: makeKey() } })).status, 403)
})
