import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putPerson } from '#test/records.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
const PASSWORD = 'a long password for tests'
const roles = async (): Promise<any[]> => (await app.api.get('/api/v2/custom_roles.json')).body.custom_roles
const findRole = async (name: string) => (await roles()).find((role) => role.name === name)
let made = 0
const makeRole = async (configuration: Record<string, unknown> = {}): Promise<any> =>
  (await app.api.post('/api/v2/custom_roles', { custom_role: { name: `Role ${++made}`, configuration } })).body.custom_role
const signedIn = (user: { email: string }) => app.as({ email: user.email, password: PASSWORD })
const makeAgent = (given: Record<string, unknown> = {}) => make.agent({ password: PASSWORD, ...given })

test('a new instance has three predefined custom roles and the system roles', async () => {
  const { status, body } = await app.api.get('/api/v2/custom_roles.json')
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['custom_roles', 'next_page', 'previous_page', 'count'])
  assert.deepEqual(
    body.custom_roles.slice(0, 7).map((role: any) => [role.name, role.role_type]),
    [
      ['Staff', 0],
      ['Team lead', 0],
      ['Advisor', 0],
      ['Light agent', 1],
      ['Contributor', 3],
      ['Administrator', 4],
      ['Billing admin', 5],
    ],
  )
  assert.deepEqual(Object.keys(body.custom_roles[0]), [
    'id',
    'name',
    'description',
    'role_type',
    'created_at',
    'updated_at',
    'configuration',
    'team_member_count',
  ])
})

test('a role is shown with the recorded settings and the number of its members', async () => {
  const admin = (await app.api.get('/api/v2/users/me')).body.user
  const { status, body } = await app.api.get(`/api/v2/custom_roles/${admin.custom_role_id}.json`)
  assert.equal(status, 200)
  assert.deepEqual([body.custom_role.role_type, body.custom_role.team_member_count, admin.role_type], [4, 1, 4])
  assert.deepEqual(Object.keys(body.custom_role.configuration).slice(0, 4), [
    'chat_access',
    'end_user_list_access',
    'forum_access_restricted_content',
    'light_agent',
  ])
  assert.equal(body.custom_role.configuration.manage_roles, 'all')
})

test('a role is created, changed and removed', async () => {
  const given = { name: 'Night shift', description: 'After hours', configuration: { ticket_access: 'all', ticket_merge: 'true', oops: 1 } }
  const answer = await app.api.post('/api/v2/custom_roles', { custom_role: given })
  assert.equal(answer.status, 201)
  const role = answer.body.custom_role
  assert.equal(answer.headers.get('location'), `${app.base_url}/api/v2/custom_roles/${role.id}.json`)
  assert.deepEqual(
    [role.role_type, role.description, role.configuration.ticket_access, role.configuration.ticket_merge],
    [0, 'After hours', 'all', true],
  )
  const path = `/api/v2/custom_roles/${role.id}`
  const changed = await app.api.put(path, { custom_role: { configuration: { ticket_deletion: true } } })
  assert.equal(changed.status, 200)
  assert.deepEqual(
    [changed.body.custom_role.configuration.ticket_deletion, changed.body.custom_role.configuration.ticket_merge],
    [true, true],
  )
  assert.equal((await app.api.delete(path)).status, 204)
  assert.equal((await app.api.get(path)).status, 404)
  const { audit_logs } = (await app.api.get('/api/v2/audit_logs?filter%5Bsource_type%5D=permission_set')).body
  assert.deepEqual(
    audit_logs.filter((log: any) => log.source_id === role.id).map((log: any) => log.action),
    ['destroy', 'update', 'create'],
  )
})

test('a role never grants what is reserved for administrators', async () => {
  const role = await makeRole({ manage_api_credentials: true, manage_roles: 'all', view_audit_logs: true, ticket_access: 'all' })
  assert.deepEqual(
    [role.configuration.manage_api_credentials, role.configuration.manage_roles, role.configuration.view_audit_logs],
    [false, 'none', false],
  )
})

test('a blank or taken name and an invalid value of a setting are refused together', async () => {
  const taken = await app.api.post('/api/v2/custom_roles', { custom_role: { name: 'staff', configuration: { ticket_access: 'some' } } })
  assert.equal(taken.status, 422)
  assert.deepEqual(taken.body.details.name, [{ description: 'Name: has already been taken', error: 'DuplicateValue' }])
  assert.match(taken.body.details.configuration[0].description, /ticket_access must be one of all, /)
  assert.equal((await app.api.post('/api/v2/custom_roles', { custom_role: { name: ' ' } })).body.details.name[0].error, 'BlankValue')
})

test('system roles cannot be changed', async () => {
  const light = await findRole('Light agent')
  const path = `/api/v2/custom_roles/${light.id}`
  assert.equal((await app.api.put(path, { custom_role: { name: 'Heavy agent' } })).status, 422)
  assert.equal((await app.api.delete(path)).status, 422)
})

test('a role in use cannot be removed; once its member is deleted it can', async () => {
  const role = await makeRole()
  const agent = await makeAgent({ custom_role_id: role.id })
  const refused = await app.api.delete(`/api/v2/custom_roles/${role.id}`)
  assert.deepEqual([refused.status, refused.body.details.base[0].description], [422, 'The role is used by 1 agents'])
  assert.equal((await app.api.delete(`/api/v2/users/${agent.id}`)).status, 200)
  assert.equal((await app.api.delete(`/api/v2/custom_roles/${role.id}`)).status, 204)
})

test('an agent has the assigned role and loses it when they stop being an agent', async () => {
  const role = await makeRole({ ticket_access: 'assigned-only', ticket_comment_access: 'none' })
  const agent = await makeAgent()
  assert.deepEqual([agent.custom_role_id, agent.role_type], [null, null])
  const put = async (user: Record<string, unknown>) => (await app.api.put(`/api/v2/users/${agent.id}`, { user })).body.user
  const pickRoleMembers = (user: any) => [user.custom_role_id, user.role_type, user.ticket_restriction, user.only_private_comments]
  assert.deepEqual(pickRoleMembers(await put({ custom_role_id: String(role.id) })), [role.id, 0, 'assigned', true])
  const changed = await app.api.put(`/api/v2/custom_roles/${role.id}`, { custom_role: { configuration: { ticket_access: 'all' } } })
  assert.deepEqual([changed.status, changed.body.custom_role.team_member_count], [200, 1])
  const { body } = await app.api.get(`/api/v2/users/${agent.id}?include=roles`)
  assert.deepEqual(pickRoleMembers(body.user), [role.id, 0, null, true])
  assert.deepEqual(
    body.roles.map((one: any) => one.id),
    [role.id],
  )
  assert.deepEqual(
    (await app.api.get(`/api/v2/users?permission_set=${role.id}`)).body.users.map((one: any) => one.id),
    [agent.id],
  )
  const administrator = await findRole('Administrator')
  assert.deepEqual(pickRoleMembers(await put({ role: 'admin', custom_role_id: role.id })), [administrator.id, 4, null, false])
  assert.deepEqual(pickRoleMembers(await put({ role: 'agent' })), [null, null, null, false])
  assert.deepEqual(pickRoleMembers(await put({ custom_role_id: (await findRole('Light agent')).id })), [
    (await findRole('Light agent')).id,
    1,
    'groups',
    true,
  ])
  assert.deepEqual(pickRoleMembers(await put({ role: 'end-user' })), [null, null, 'requested', false])
})

test('only a role of this instance that fits the user type is accepted, and only administrators assign it', async () => {
  const role = await makeRole()
  const agent = await makeAgent()
  const other = await makeAgent({ custom_role_id: role.id })
  for (const custom_role_id of [9_999_999, (await findRole('Administrator')).id])
    assert.equal(
      (await app.api.put(`/api/v2/users/${agent.id}`, { user: { custom_role_id } })).body.details.custom_role_id[0].error,
      'InvalidValue',
    )
  for (const id of [agent.id, other.id])
    assert.equal((await signedIn(agent).put(`/api/v2/users/${id}`, { user: { custom_role_id: role.id } })).status, 403)
  assert.equal((await make.user({ custom_role_id: role.id })).custom_role_id, null)
})

test('agents see the list of roles, administrators also single roles, others nothing', async () => {
  const agent = signedIn(await makeAgent())
  const { id } = await findRole('Staff')
  assert.equal((await agent.get('/api/v2/custom_roles')).status, 200)
  assert.equal((await agent.get(`/api/v2/custom_roles/${id}`)).status, 403)
  assert.equal((await agent.post('/api/v2/custom_roles', { custom_role: { name: 'Mine' } })).status, 403)
  assert.equal((await agent.put(`/api/v2/custom_roles/${id}`, { custom_role: { name: 'Mine' } })).status, 403)
  assert.equal((await agent.delete(`/api/v2/custom_roles/${id}`)).status, 403)
  assert.equal((await (await putPerson(app, { role: 'end-user' })).api.get('/api/v2/custom_roles')).status, 403)
  assert.equal((await app.as({}).get('/api/v2/custom_roles')).status, 401)
  assert.equal((await app.api.get('/api/v2/custom_roles/abc')).status, 400)
  assert.equal((await app.api.post('/api/v2/custom_roles', {})).status, 400)
})
