import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })
const toPath = (id: number) => `/api/v2/end_users/${id}`

test('end_users shows an end user to themselves in the short form, and to staff in the full form', async () => {
  // calls are recorded as sign-ins a moment later, and both answers must include that
  await customer.api.get(toPath(customer.id))
  await app.running.server.requestLog.flush()
  const own = await customer.api.get(toPath(customer.id))
  assert.equal(own.status, 200)
  assert.deepEqual(own.body, { user: (await customer.api.get(`/api/v2/users/${customer.id}`)).body.user })
  assert.equal('notes' in own.body.user, false)
  assert.deepEqual((await agent.api.get(toPath(customer.id))).body, (await agent.api.get(`/api/v2/users/${customer.id}`)).body)
})

test('below end_users, end users change only their own personal data', async () => {
  const user = await putPerson(app, { role: 'end-user' })
  const answer = await user.api.put(toPath(user.id), {
    user: { id: user.id, name: 'Renamed', phone: '+49 30 1234', notes: 'no', role: 'admin' },
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  assert.equal(answer.body.user.name, 'Renamed')
  const { user: seen } = (await api.get(`/api/v2/users/${user.id}`)).body
  assert.deepEqual([seen.name, seen.phone, seen.notes, seen.role], ['Renamed', '+49301234', null, 'end-user'])
  const changed = await agent.api.put(toPath(user.id), { user: { notes: 'Calls on Mondays' } })
  assert.equal(changed.body.user.notes, 'Calls on Mondays')
})

test('below end_users, end users see no other users, nobody finds staff, and calls without credentials are refused', async () => {
  const other = await make.user()
  for (const send of [(id: number) => customer.api.get(toPath(id)), (id: number) => customer.api.put(toPath(id), { user: { name: 'x' } })])
    assert.equal((await send(other.id)).status, 403)
  assert.equal((await api.get(toPath(agent.id))).status, 404)
  assert.equal((await api.put(toPath(agent.id), { user: { name: 'x' } })).status, 404)
  assert.equal((await api.get(`/api/v2/users/${agent.id}`)).body.user.name, agent.name)
  assert.equal((await api.get(toPath(999_999))).status, 404)
  assert.equal((await app.as({}).get(toPath(customer.id))).status, 401)
  assert.equal((await api.put(toPath(customer.id), { name: 'x' })).status, 400)
  assert.equal((await api.put(toPath(customer.id), { user: { name: '' } })).status, 422)
})
