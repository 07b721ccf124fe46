import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitForJob } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { putPerson, putTicket, ticketMember, userMember } from '#test/records.ts'

const app = await useApp()
const path = '/api/v2/organization_memberships'
const agent = await putPerson(app, { role: 'agent' })
let made = 0
const organization = async (name = `Organization ${(made += 1)}`) =>
  (await app.api.post('/api/v2/organizations', { organization: { name } })).body.organization.id as number
const join = (user_id: number, organization_id: number, members: Record<string, unknown> = {}) =>
  app.api.post(path, { organization_membership: { user_id, organization_id, ...members } })
const joinOrganization = async (user_id: number, organization_id: number) =>
  (await join(user_id, organization_id)).body.organization_membership.id as number

test('a membership is created with the recorded keys; the first is the default', async () => {
  const person = await putPerson(app, { role: 'end-user' })
  const first = await organization('Zeta')
  const second = await organization('Beta')
  const answer = await join(person.id, first)
  assert.equal(answer.status, 201)
  assert.equal(answer.headers.get('location'), answer.body.organization_membership.url)
  assert.deepEqual(Object.keys(answer.body.organization_membership), [
    'url',
    'id',
    'user_id',
    'organization_id',
    'default',
    'created_at',
    'organization_name',
    'updated_at',
    'view_tickets',
  ])
  assert.deepEqual([answer.body.organization_membership.default, answer.body.organization_membership.organization_name], [true, 'Zeta'])
  const other = await agent.api.post(`/api/v2/users/${person.id}/organization_memberships.json`, {
    organization_membership: { organization_id: second },
  })
  assert.deepEqual([other.status, other.body.organization_membership.default], [201, null])
  assert.equal(await userMember(app, person.id, 'organization_id'), first)
  const third = await join(person.id, await organization('Alpha'), { default: true })
  assert.equal(third.body.organization_membership.default, true)
  const { body } = await app.api.get(`/api/v2/users/${person.id}/organization_memberships`)
  assert.deepEqual(
    body.organization_memberships.map((row: { organization_name: string }) => row.organization_name),
    ['Alpha', 'Beta', 'Zeta'],
  )
  assert.equal(await userMember(app, person.id, 'organization_id'), third.body.organization_membership.organization_id)
})

test('a membership cannot be created twice, nor for an unknown user or organization', async () => {
  const person = await putPerson(app, { role: 'end-user' })
  const id = await organization()
  await join(person.id, id)
  const twice = await join(person.id, id)
  assert.deepEqual(
    [twice.status, twice.body.details],
    [422, { user_id: [{ description: 'User has already been taken', error: 'DuplicateValue' }] }],
  )
  assert.deepEqual(Object.keys((await join(999999, id)).body.details), ['user_id'])
  assert.deepEqual(Object.keys((await join(person.id, 999999)).body.details), ['organization_id'])
  assert.equal((await app.api.post(path, {})).status, 400)
  assert.equal(
    (await app.api.post(`/api/v2/users/999999/organization_memberships`, { organization_membership: { organization_id: id } })).status,
    404,
  )
  const together = await Promise.all([organization(), organization()].map(async (other) => (await join(person.id, await other)).status))
  assert.deepEqual(together, [201, 201])
})

test('when a default membership ends another becomes the default, and open tickets lose the organization', async () => {
  const person = await putPerson(app, { role: 'end-user' })
  const gone = await organization()
  const kept = await organization()
  const first = await joinOrganization(person.id, gone)
  const second = await joinOrganization(person.id, kept)
  await putTicket(app, { id: 10, requester_id: person.id, organization_id: gone })
  await putTicket(app, { id: 11, requester_id: person.id, organization_id: gone, status: 'closed' })
  await putTicket(app, { id: 12, organization_id: gone })
  assert.equal((await app.api.delete(`${path}/${first}.json`)).status, 204)
  assert.equal(await userMember(app, person.id, 'organization_id'), kept)
  assert.equal((await app.api.get(`${path}/${second}`)).body.organization_membership.default, true)
  assert.deepEqual(await Promise.all([10, 11, 12].map((id) => ticketMember(app, id, 'organization_id'))), [null, gone, gone])
  assert.equal((await app.api.delete(`/api/v2/users/${person.id}/organization_memberships/${second}`)).status, 204)
  assert.equal(await userMember(app, person.id, 'organization_id'), null)
  assert.equal((await app.api.delete(`${path}/${second}`)).status, 404)
})

test('the default is changed by membership and by organization', async () => {
  const person = await putPerson(app, { role: 'end-user' })
  const one = await organization()
  const two = await organization()
  await joinOrganization(person.id, one)
  const second = await joinOrganization(person.id, two)
  const list = await app.api.put(`/api/v2/users/${person.id}/organization_memberships/${second}/make_default.json`, {})
  assert.deepEqual(
    list.body.organization_memberships.map((row: { organization_id: number; default: boolean | null }) => [
      row.organization_id,
      row.default,
    ]),
    [
      [two, true],
      [one, null],
    ],
  )
  assert.equal(await userMember(app, person.id, 'organization_id'), two)
  const back = await agent.api.put(`/api/v2/users/${person.id}/organizations/${one}/make_default`)
  assert.deepEqual([back.status, back.body.organization_membership.default], [200, true])
  assert.equal((await app.api.delete(`/api/v2/users/${person.id}/organizations/${one}`)).status, 204)
  assert.equal(await userMember(app, person.id, 'organization_id'), two)
  for (const missing of [
    app.api.put(`/api/v2/users/${agent.id}/organization_memberships/${second}/make_default`),
    app.api.put(`/api/v2/users/${person.id}/organizations/${one}/make_default`),
    app.api.delete(`/api/v2/users/${person.id}/organizations/${one}`),
  ])
    assert.equal((await missing).status, 404)
})

test('memberships are listed in both paging styles, by organization and by user, with side-loaded users and organizations', async () => {
  const person = await putPerson(app, { role: 'end-user', name: 'Beside' })
  const id = await organization('Beside')
  const membership = await joinOrganization(person.id, id)
  const offset = await agent.api.get(`${path}.json?per_page=2`)
  assert.deepEqual(Object.keys(offset.body), ['organization_memberships', 'next_page', 'previous_page', 'count'])
  const cursor = await agent.api.get(`${path}?page[size]=2`)
  assert.deepEqual(Object.keys(cursor.body), ['organization_memberships', 'meta', 'links'])
  assert.equal((await agent.api.get(`/api/v2/users/${person.id}/organization_memberships?page[size]=1`)).body.meta.has_more, false)
  const beside = (await agent.api.get(`/api/v2/organizations/${id}/organization_memberships?include=users,organizations,None`)).body
  assert.deepEqual(
    beside.organization_memberships.map((row: { id: number }) => row.id),
    [membership],
  )
  assert.deepEqual(
    [beside.users.map((row: { name: string }) => row.name), beside.organizations.map((row: { name: string }) => row.name)],
    [['Beside'], ['Beside']],
  )
  assert.equal(
    (await agent.api.get(`/api/v2/users/${person.id}/organization_memberships/${membership}?include=users`)).body.users.length,
    1,
  )
  assert.equal((await agent.api.get(`/api/v2/users/${agent.id}/organization_memberships/${membership}`)).status, 404)
})

test('an agent restricted to organizations sees only their members, and adds users to no others', async () => {
  const own = await organization('Ours')
  const other = await organization('Theirs')
  const { email } = await makeWith(app.api).agent({ ticket_restriction: 'organization', organization_id: own })
  const restricted = app.as({ email, token: app.admin.token })
  const person = await putPerson(app, { role: 'end-user' })
  const stranger = await putPerson(app, { role: 'end-user' })
  const inside = await joinOrganization(person.id, own)
  const outside = await joinOrganization(person.id, other)
  const hidden = await joinOrganization(stranger.id, other)
  const listIds = async (list: string) => (await restricted.get(list)).body.organization_memberships.map((row: { id: number }) => row.id)
  const all = (await restricted.get(`${path}?include=users,organizations`)).body
  assert.ok(all.organization_memberships.every((row: { organization_id: number }) => row.organization_id === own))
  assert.deepEqual(
    all.organizations.map((row: { id: number }) => row.id),
    [own],
  )
  assert.ok(all.users.every((row: { id: number }) => row.id !== stranger.id))
  assert.deepEqual(await listIds(`/api/v2/users/${person.id}/organization_memberships`), [inside])
  assert.deepEqual(await listIds(`/api/v2/organizations/${other}/organization_memberships`), [])
  for (const missing of [
    restricted.get(`${path}/${hidden}`),
    restricted.delete(`${path}/${outside}`),
    restricted.put(`/api/v2/users/${person.id}/organization_memberships/${outside}/make_default`),
    restricted.delete(`/api/v2/users/${person.id}/organizations/${other}`),
  ])
    assert.equal((await missing).status, 404)
  const customer = await putPerson(app, { role: 'end-user' })
  await joinOrganization(customer.id, own)
  const bring = (organization_id: number) => restricted.post(path, { organization_membership: { user_id: customer.id, organization_id } })
  const there = await bring(other)
  const nowhere = await bring(987_654_321)
  assert.deepEqual([there.status, there.body], [422, nowhere.body])
  const list = await restricted.put(`/api/v2/users/${person.id}/organization_memberships/${inside}/make_default`)
  assert.deepEqual(
    list.body.organization_memberships.map((row: { id: number }) => row.id),
    [inside],
  )
})

test('the organizations of a user are listed and counted', async () => {
  const person = await putPerson(app, { role: 'end-user' })
  const id = await organization()
  await join(person.id, id)
  assert.deepEqual(
    (await agent.api.get(`/api/v2/users/${person.id}/organizations.json`)).body.organizations.map((row: { id: number }) => row.id),
    [id],
  )
  assert.equal((await agent.api.get(`/api/v2/users/${person.id}/organizations/count`)).body.count.value, 1)
  for (const list of ['organizations', 'organizations/count'])
    assert.equal((await agent.api.get(`/api/v2/users/999999/${list}`)).status, 404)
  assert.equal((await person.api.get(`/api/v2/users/${person.id}/organizations`)).status, 403)
})

test('jobs create and remove many memberships', async () => {
  const person = await putPerson(app, { role: 'end-user' })
  const one = await organization()
  const two = await organization()
  const items = [one, two, one].map((organization_id) => ({ user_id: person.id, organization_id }))
  const job = await waitForJob(app, await app.api.post(`${path}/create_many.json`, { organization_memberships: items }))
  assert.deepEqual(Object.keys(job.results[0]), ['id', 'index'])
  assert.deepEqual(
    job.results.map((row: { index?: number; success?: boolean }) => row.success ?? row.index),
    [0, 1, false],
  )
  const ids = [job.results[0].id, job.results[1].id]
  const ended = await waitForJob(app, await agent.api.delete(`${path}/destroy_many?ids=${ids.join(',')}`))
  assert.deepEqual(
    ended.results.map((row: { id: number; status: string }) => [row.id, row.status]),
    ids.map((id) => [id, 'Deleted']),
  )
  assert.equal(await userMember(app, person.id, 'organization_id'), null)
  assert.equal((await app.api.delete(`${path}/destroy_many`)).status, 400)
  assert.equal(
    (await app.api.post(`${path}/create_many`, { organization_memberships: Array.from({ length: 101 }, () => ({})) })).status,
    400,
  )
})

test('where users can have only one organization, a second membership is refused', async () => {
  const person = await putPerson(app, { role: 'end-user' })
  const one = await organization()
  const two = await organization()
  await join(person.id, one)
  await app.api.put('/api/v2/account/settings', { settings: { user: { multiple_organizations: false } } })
  assert.deepEqual(Object.keys((await join(person.id, two)).body.details), ['organization_id'])
  await app.api.put('/api/v2/account/settings', { settings: { user: { multiple_organizations: true } } })
})

test('end users read their own memberships; agents manage only those of end users', async () => {
  const person = await putPerson(app, { role: 'end-user' })
  const other = await putPerson(app, { role: 'end-user' })
  const id = await organization()
  const membership = await joinOrganization(person.id, id)
  await join(other.id, id)
  assert.equal((await app.as({}).get(path)).status, 401)
  for (const address of [
    path,
    `/api/v2/users/${person.id}/organization_memberships`,
    `/api/v2/organizations/${id}/organization_memberships`,
  ])
    assert.deepEqual(
      (await person.api.get(address)).body.organization_memberships.map((row: { user_id: number }) => row.user_id),
      [person.id],
      address,
    )
  const body = { organization_membership: { user_id: agent.id, organization_id: id } }
  for (const refused of [
    person.api.get(`/api/v2/users/${other.id}/organization_memberships`),
    person.api.get(`${path}/${membership}`),
    person.api.post(path, body),
    // callers who may not create memberships get 403 before the body is checked
    person.api.post(path, { organization_membership: { user_id: 999_999_999 } }),
    person.api.delete(`${path}/${membership}`),
    person.api.delete(`/api/v2/users/${person.id}/organizations/${id}`),
    person.api.put(`/api/v2/users/${person.id}/organizations/${id}/make_default`),
    person.api.delete(`${path}/destroy_many?ids=1`),
    person.api.get(`/api/v2/organizations/${await organization()}/organization_memberships`),
    agent.api.post(path, body),
    agent.api.post(`/api/v2/users/${agent.id}/organization_memberships`, body),
  ])
    assert.equal((await refused).status, 403)
  assert.equal((await app.api.get(`${path}/9223372036854775807`)).status, 404)
  assert.equal((await app.api.get(`${path}/abc`)).status, 400)
})

test('a new membership takes effect for its user immediately', async () => {
  const person = await putPerson(app, { role: 'end-user' })
  const id = await organization()
  const address = `/api/v2/organizations/${id}/organization_memberships`
  assert.equal((await person.api.get(address)).status, 403)
  await join(person.id, id)
  assert.equal((await person.api.get(address)).status, 200)
})
