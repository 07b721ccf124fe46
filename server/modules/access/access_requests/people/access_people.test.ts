import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suspend } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { putDuties, putPersonInPerson as putPerson } from '#test/governance.ts'

const app = await useApp()
const path = '/api/v2/access_people'
const agent = await putPerson(app, { role: 'agent', name: 'Ada' })
const other = await putPerson(app, { role: 'agent', name: 'Bea' })
const endUser = await putPerson(app, { role: 'end-user', name: 'Cid' })
const put = (id: number, access_person: unknown) => app.inPerson.put(`${path}/${id}`, { access_person })

test('the owner of a new account has the duty support operations; being an administrator gives no other duty', async () => {
  const { status, body } = await app.api.get(`${path}/me`)
  assert.equal(status, 200)
  assert.deepEqual([body.access_person.user_id, body.access_person.duties], [app.admin.id, ['support_operations']])
})

test('assigned duties and a manager are audited and take effect with the next call of the person', async () => {
  const zero = (await agent.api.get(`${path}/me`)).body.access_person
  assert.deepEqual([zero.id, zero.duties, zero.manager_id, zero.created_at], [agent.id, [], null, null])
  const { status, body } = await put(agent.id, { duties: ['provisioner', 'engineer', 'engineer'], manager_id: other.id })
  assert.equal(status, 200)
  const { duties, manager_id, name, email, role, url } = body.access_person
  assert.deepEqual([duties, manager_id, name, email, role], [['engineer', 'provisioner'], other.id, 'Ada', agent.email, 'agent'])
  assert.equal(url, `${app.base_url}${path}/${agent.id}.json`)
  assert.deepEqual((await agent.api.get(`${path}/me`)).body.access_person, body.access_person)
  assert.deepEqual((await agent.api.get(url.slice(app.base_url.length))).body.access_person.manager_id, other.id)
  assert.deepEqual((await put(agent.id, { duties: [] })).body.access_person.manager_id, other.id)
  const { audit_logs } = (await app.api.get(`/api/v2/audit_logs?filter[source_type]=access_person&filter[source_id]=${agent.id}`)).body
  assert.deepEqual(
    audit_logs.map((entry: { change_description: string }) => entry.change_description),
    ['Duties changed from engineer, provisioner to none', 'Duties changed from none to engineer, provisioner. Manager changed to Bea'],
  )
})

test('a person with neither a duty nor a manager is not listed', async () => {
  await putDuties(app, other.id, ['provisioner'], app.admin.id)
  const listIds = async (query = '') => (await agent.api.get(`${path}${query}`)).body.access_people.map((row: { id: number }) => row.id)
  assert.ok((await listIds()).includes(other.id))
  assert.deepEqual(await listIds('?filter[duty]=provisioner'), [other.id])
  assert.deepEqual(await listIds('?filter[duty]=engineer'), [])
  const page = await agent.api.get(`${path}?page[size]=1&sort=id`)
  assert.deepEqual([page.body.access_people.length, page.body.meta.has_more], [1, true])
  assert.equal((await put(other.id, { duties: [], manager_id: null })).body.access_person.created_at, null)
  assert.ok(!(await listIds()).includes(other.id))
})

test('invalid duties and managers are refused, and nothing is changed', async () => {
  const wrong: readonly [number, unknown, string][] = [
    [agent.id, { duties: ['king'] }, 'duties'],
    [endUser.id, { duties: ['requester', 'engineer'] }, 'duties'],
    [agent.id, { manager_id: agent.id }, 'manager_id'],
    [agent.id, { manager_id: endUser.id }, 'manager_id'],
    [agent.id, { manager_id: 999_999_999 }, 'manager_id'],
  ]
  for (const [id, person, member] of wrong) {
    const before = (await app.api.get(`${path}/${id}`)).body
    const { status, body } = await put(id, person)
    assert.deepEqual([status, Object.keys(body.details)], [422, [member]], JSON.stringify(person))
    assert.deepEqual((await app.api.get(`${path}/${id}`)).body, before)
  }
  const gone = await putPerson(app, { role: 'agent' })
  await suspend(app, gone.id)
  assert.match((await put(agent.id, { manager_id: gone.id })).body.details.manager_id[0].description, /may sign in/)
  assert.equal((await app.inPerson.put(`${path}/${agent.id}`, {})).status, 400)
  assert.equal((await put(agent.id, { duties: 7 })).status, 400)
})

test('an end user who is invited to file requests sees only their own duties', async () => {
  assert.deepEqual((await put(endUser.id, { duties: ['requester'], manager_id: other.id })).body.access_person.duties, ['requester'])
  assert.equal((await endUser.api.get(`${path}/me`)).body.access_person.manager_id, other.id)
  assert.equal((await endUser.api.get(`${path}/${endUser.id}`)).status, 200)
  assert.equal((await endUser.api.get(`${path}/${agent.id}`)).status, 403)
  assert.equal((await endUser.api.get(path)).status, 403)
})

test('only administrators assign duties: 401 without credentials, 403 for others, 404 for an unknown user', async () => {
  const body = { access_person: { duties: ['support_operations'] } }
  for (const [who, status] of [
    [app.as({}), 401],
    [agent.api, 403],
    [endUser.api, 403],
  ] as const)
    assert.equal((await who.put(`${path}/${agent.id}`, body)).status, status)
  assert.equal((await app.as({}).get(path)).status, 401)
  assert.equal((await app.as({}).get(`${path}/me`)).status, 401)
  assert.equal((await app.api.get(`${path}/999999999`)).status, 404)
  assert.equal((await app.inPerson.put(`${path}/999999999`, body)).status, 404)
  assert.equal((await app.api.get(`${path}/somebody`)).status, 400)
  assert.deepEqual((await app.api.get(`${path}/${agent.id}`)).body.access_person.duties, [])
})
