import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitForJob } from '#test/jobs.ts'
import { lastEvent, putPerson, putTicket, ticketMember, userMember } from '#test/records.ts'

const app = await useApp()
const path = '/api/v2/group_memberships'
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })
let made = 0
const group = async (name = `Group ${(made += 1)}`) => (await app.api.post('/api/v2/groups', { group: { name } })).body.group.id as number
const join = (user_id: number, group_id: number, members: Record<string, unknown> = {}) =>
  app.api.post(path, { group_membership: { user_id, group_id, ...members } })
const joinGroup = async (user_id: number, group_id: number) => (await join(user_id, group_id)).body.group_membership.id as number

test('a membership is created with the recorded keys; the first is the default', async () => {
  const person = await putPerson(app, { role: 'agent' })
  const first = await group()
  const second = await group()
  const answer = await join(person.id, first)
  assert.equal(answer.status, 201)
  assert.equal(answer.headers.get('location'), answer.body.group_membership.url)
  assert.deepEqual(Object.keys(answer.body.group_membership), ['url', 'id', 'user_id', 'group_id', 'default', 'created_at', 'updated_at'])
  assert.equal(answer.body.group_membership.default, true)
  const other = await app.api.post(`/api/v2/users/${person.id}/group_memberships.json`, { group_membership: { group_id: second } })
  assert.deepEqual([other.status, other.body.group_membership.default], [201, false])
  assert.equal(await userMember(app, person.id, 'default_group_id'), first)
  const third = await join(person.id, await group(), { default: true })
  assert.equal(await userMember(app, person.id, 'default_group_id'), third.body.group_membership.group_id)
})

test('only agents become members, only of groups that are not deleted, and only once', async () => {
  const person = await putPerson(app, { role: 'agent' })
  const id = await group()
  await join(person.id, id)
  const readRefusal = async (user_id: number, group_id: number) => {
    const { status, body } = await join(user_id, group_id)
    return [status, body.details]
  }
  assert.deepEqual(await readRefusal(person.id, id), [
    422,
    { user_id: [{ description: 'User has already been taken', error: 'DuplicateValue' }] },
  ])
  assert.deepEqual(await readRefusal(customer.id, id), [
    422,
    { user_id: [{ description: 'User: must be an agent', error: 'InvalidValue' }] },
  ])
  assert.deepEqual(await readRefusal(999999, id), [422, { user_id: [{ description: 'User: is invalid', error: 'InvalidValue' }] }])
  assert.deepEqual(await readRefusal(person.id, 999999), [422, { group_id: [{ description: 'Group: is invalid', error: 'InvalidValue' }] }])
  const gone = await group()
  await app.api.delete(`/api/v2/groups/${gone}`)
  assert.equal((await join(person.id, gone)).status, 422)
  assert.equal((await app.api.post(path, {})).status, 400)
  assert.equal((await app.api.post('/api/v2/users/999999/group_memberships', { group_membership: { group_id: id } })).status, 404)
})

test('open tickets of an agent who leaves the group are unassigned, each with an audit', async () => {
  const person = await putPerson(app, { role: 'agent' })
  const left = await group()
  const kept = await group()
  const first = await joinGroup(person.id, left)
  const second = await joinGroup(person.id, kept)
  await putTicket(app, { id: 20, assignee_id: person.id, group_id: left })
  await putTicket(app, { id: 21, assignee_id: person.id, group_id: left, status: 'closed' })
  await putTicket(app, { id: 22, assignee_id: person.id, group_id: kept })
  assert.equal((await app.api.delete(`${path}/${first}.json`)).status, 204)
  assert.deepEqual(await Promise.all([20, 21, 22].map((id) => ticketMember(app, id, 'assignee_id'))), [null, person.id, person.id])
  const { field_name, value, previous_value } = await lastEvent(app, 20)
  assert.deepEqual({ field_name, value, previous_value }, { field_name: 'assignee_id', value: null, previous_value: String(person.id) })
  assert.equal(await userMember(app, person.id, 'default_group_id'), kept)
  assert.equal((await app.api.get(`${path}/${second}`)).body.group_membership.default, true)
  assert.equal((await app.api.delete(`/api/v2/users/${person.id}/group_memberships/${second}`)).status, 204)
  assert.equal(await ticketMember(app, 22, 'assignee_id'), null)
  assert.equal(await userMember(app, person.id, 'default_group_id'), null)
  assert.equal((await app.api.get(`/api/v2/users/${person.id}/group_memberships`)).body.count, 0)
})

test('memberships are listed by agent, by group, and by both as filters of the list', async () => {
  const person = await putPerson(app, { role: 'agent' })
  const other = await putPerson(app, { role: 'agent' })
  const one = await group()
  const two = await group()
  const first = await joinGroup(person.id, one)
  const second = await joinGroup(person.id, two)
  const third = await joinGroup(other.id, one)
  const listIds = async (query: string) =>
    (await app.api.get(`${path}?${query}`)).body.group_memberships.map(({ id }: { id: number }) => id)
  assert.deepEqual(await listIds(`user_id=${person.id}`), [first, second])
  assert.deepEqual(await listIds(`group_id=${one}&page[size]=5`), [first, third])
  assert.deepEqual(await listIds(`user_id=${other.id}&group_id=${two}`), [])
  assert.ok((await listIds('user_id=')).length >= 3)
  assert.equal((await app.api.get(`${path}?user_id=999999`)).status, 404)
  assert.equal((await app.api.get(`${path}?user_id=abc`)).status, 400)
  assert.equal((await customer.api.get(`${path}?user_id=${customer.id}`)).status, 403)
})

test('more open tickets than one batch holds are all unassigned', async () => {
  const person = await putPerson(app, { role: 'agent' })
  const left = await group()
  const kept = await group()
  const first = await joinGroup(person.id, left)
  await joinGroup(person.id, kept)
  const ids = Array.from({ length: 801 }, (_none, index) => 1000 + index)
  for (const id of ids) await putTicket(app, { id, assignee_id: person.id, group_id: left })
  assert.equal((await app.api.delete(`${path}/${first}`)).status, 204)
  assert.deepEqual([...new Set(await Promise.all(ids.map((id) => ticketMember(app, id, 'assignee_id'))))], [null])
})

test('the default is changed by admins, and by agents for themselves', async () => {
  const person = await putPerson(app, { role: 'agent' })
  const one = await group()
  const two = await group()
  await joinGroup(person.id, one)
  const second = await joinGroup(person.id, two)
  const chosen = await person.api.put(`/api/v2/users/${person.id}/group_memberships/${second}/make_default.json`, {})
  assert.equal(chosen.status, 200)
  assert.deepEqual(
    chosen.body.group_memberships.map((row: { group_id: number; default: boolean }) => [row.group_id, row.default]),
    [
      [one, false],
      [two, true],
    ],
  )
  assert.equal(await userMember(app, person.id, 'default_group_id'), two)
  assert.equal((await agent.api.put(`/api/v2/users/${person.id}/group_memberships/${second}/make_default`)).status, 403)
  assert.equal((await app.api.put(`/api/v2/users/${agent.id}/group_memberships/${second}/make_default`)).status, 404)
})

test('memberships are listed in both paging styles, by group and by agent, with side-loaded users and groups', async () => {
  const person = await putPerson(app, { role: 'agent', name: 'Beside' })
  const id = await group('Beside')
  const membership = await joinGroup(person.id, id)
  assert.deepEqual(Object.keys((await agent.api.get(`${path}.json?per_page=2`)).body), [
    'group_memberships',
    'next_page',
    'previous_page',
    'count',
  ])
  assert.deepEqual(Object.keys((await agent.api.get(`${path}/assignable?page[size]=2`)).body), ['group_memberships', 'meta', 'links'])
  for (const address of [
    `/api/v2/groups/${id}/memberships`,
    `/api/v2/groups/${id}/memberships/assignable?page[size]=5`,
    `/api/v2/users/${person.id}/group_memberships`,
  ]) {
    const { body } = await agent.api.get(address)
    assert.deepEqual(
      body.group_memberships.map((row: { id: number }) => row.id),
      [membership],
      address,
    )
  }
  const beside = (await agent.api.get(`/api/v2/groups/${id}/memberships?include=users,groups`)).body
  assert.deepEqual(
    [beside.users.map((row: { name: string }) => row.name), beside.groups.map((row: { name: string }) => row.name)],
    [['Beside'], ['Beside']],
  )
  assert.equal((await agent.api.get(`/api/v2/users/${person.id}/group_memberships/${membership}?include=groups`)).body.groups.length, 1)
  for (const missing of [
    `/api/v2/users/${agent.id}/group_memberships/${membership}`,
    '/api/v2/users/999999/group_memberships',
    '/api/v2/groups/999999/memberships',
    `${path}/9223372036854775807`,
  ])
    assert.equal((await agent.api.get(missing)).status, 404)
  assert.equal((await agent.api.get(`${path}/abc`)).status, 400)
})

test('jobs create and remove many memberships', async () => {
  const person = await putPerson(app, { role: 'agent' })
  const one = await group()
  const two = await group()
  const three = await group()
  const items = [one, two, three, 999999].map((group_id) => ({ user_id: person.id, group_id }))
  const job = await waitForJob(app, await app.api.post(`${path}/create_many.json`, { group_memberships: items }))
  assert.deepEqual(
    job.results.map((row: { index?: number; success?: boolean }) => row.success ?? row.index),
    [0, 1, 2, false],
  )
  const ids = [job.results[0].id, job.results[1].id]
  const ended = await waitForJob(app, await app.api.delete(`${path}/destroy_many?ids=${ids.join(',')}`))
  assert.deepEqual(
    ended.results.map((row: { id: number; status: string }) => [row.id, row.status]),
    ids.map((id) => [id, 'Deleted']),
  )
  assert.equal(await userMember(app, person.id, 'default_group_id'), three)
  assert.equal((await app.api.delete(`${path}/destroy_many`)).status, 400)
  assert.equal((await app.api.post(`${path}/create_many`, { group_memberships: Array.from({ length: 101 }, () => ({})) })).status, 400)
})

test('a deleted group has no members', async () => {
  const person = await putPerson(app, { role: 'agent' })
  const gone = await group()
  const kept = await group()
  await joinGroup(person.id, gone)
  await joinGroup(person.id, kept)
  assert.equal((await app.api.delete(`/api/v2/groups/${gone}`)).status, 204)
  const { body } = await app.api.get(`/api/v2/users/${person.id}/group_memberships`)
  assert.deepEqual(
    body.group_memberships.map((row: { group_id: number; default: boolean }) => [row.group_id, row.default]),
    [[kept, true]],
  )
  assert.equal(await userMember(app, person.id, 'default_group_id'), kept)
})

test('agents read memberships, admins write them, end users and anonymous callers do neither', async () => {
  const membership = await joinGroup(agent.id, await group())
  const body = { group_membership: { user_id: agent.id, group_id: await group() } }
  assert.equal((await app.as({}).get(path)).status, 401)
  assert.equal((await agent.api.get(`${path}/${membership}`)).status, 200)
  for (const refused of [
    customer.api.get(path),
    customer.api.get(`${path}/${membership}`),
    customer.api.get(`${path}/assignable`),
    agent.api.post(path, body),
    agent.api.delete(`${path}/${membership}`),
    agent.api.post(`/api/v2/users/${agent.id}/group_memberships`, body),
    agent.api.post(`${path}/create_many`, { group_memberships: [{}] }),
    agent.api.delete(`${path}/destroy_many?ids=1`),
  ])
    assert.equal((await refused).status, 403)
  assert.equal((await app.api.delete(`${path}/9223372036854775807`)).status, 404)
})
