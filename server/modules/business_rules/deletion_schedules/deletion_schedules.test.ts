import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor, runScheduledWork } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp({ DESKHAND_LOG_LEVEL: 'silent' })
const { api } = app
const make = makeWith(api)
const PATH = '/api/v2/deletion_schedules'
const makeTagConditions = (tag: string) => ({ all: [{ field: 'current_tags', operator: 'includes', value: tag }], any: [] })
const add = (given: object) =>
  api.post(PATH, { deletion_schedule: { title: 'Old ones', object: 'zen:ticket', conditions: makeTagConditions('old'), ...given } })
const clock = (given: object) => api.put('/api/v2/deskhand/settings', { settings: { clock: given } })
const isThere = async (id: number) => (await api.get(`/api/v2/tickets/${id}`)).status === 200

async function closedTicket(tags: string[]): Promise<number> {
  const { id } = await make.ticket({ tags, assignee_id: app.admin.id })
  await api.put(`/api/v2/tickets/${id}`, { ticket: { status: 'closed' } })
  return id
}

test('a schedule is created inactive, activated and removed', async () => {
  const made = await add({ description: 'Whatever is old' })
  assert.equal(made.status, 201)
  const { deletion_schedule } = made.body
  assert.equal(made.headers.get('location'), deletion_schedule.url)
  assert.deepEqual(
    [deletion_schedule.active, deletion_schedule.default, deletion_schedule.conditions],
    [false, false, makeTagConditions('old')],
  )
  const path = `${PATH}/${deletion_schedule.id}`
  assert.equal((await api.put(path, { deletion_schedule: { active: true } })).body.deletion_schedule.active, true)
  assert.equal((await api.get(PATH)).body.deletion_schedules.length, 1)
  assert.equal((await api.delete(path)).status, 204)
  assert.equal((await api.get(path)).status, 404)
})

test('an active schedule deletes the closed tickets that match, and they can be restored', async () => {
  const fits = await closedTicket(['gone'])
  const other = await closedTicket(['stays'])
  const open = await make.ticket({ tags: ['gone'] })
  const { deletion_schedule } = (await add({ conditions: makeTagConditions('gone') })).body
  await runScheduledWork(app)
  assert.ok(await isThere(fits), 'an inactive schedule deletes nothing')
  await api.put(`${PATH}/${deletion_schedule.id}`, { deletion_schedule: { active: true } })
  await runScheduledWork(app)
  assert.deepEqual([await isThere(fits), await isThere(other), await isThere(open.id)], [false, true, true])
  assert.equal((await api.put(`/api/v2/deleted_tickets/${fits}/restore`, {})).status, 200)
  assert.ok(await isThere(fits))
})

test('a schedule selects tickets by custom fields of the requester and of the organization, with dropdowns by the ids of options', async () => {
  const options = [{ name: 'Gold', value: 'gold' }]
  const field = (
    await api.post('/api/v2/user_fields', { user_field: { key: 'plan', type: 'dropdown', title: 'Plan', custom_field_options: options } })
  ).body.user_field
  await api.post('/api/v2/organization_fields', { organization_field: { key: 'seats', type: 'integer', title: 'Seats' } })
  const organization = (await api.post('/api/v2/organizations', { organization: { name: 'Big', organization_fields: { seats: 50 } } })).body
    .organization
  const requester = async (plan: string | null) =>
    (await api.post('/api/v2/users', { user: { name: 'R', organization_id: organization.id, user_fields: { plan } } })).body.user.id
  const makeClosedTicket = async (requester_id: number) => {
    const { id } = await make.ticket({ requester_id, assignee_id: app.admin.id })
    await api.put(`/api/v2/tickets/${id}`, { ticket: { status: 'closed' } })
    return id
  }
  const gold = await makeClosedTicket(await requester('gold'))
  const plain = await makeClosedTicket(await requester(null))
  const all = [
    { field: 'requester.custom_fields.plan', operator: 'is', value: String(field.custom_field_options[0].id) },
    { field: 'organization.custom_fields.seats', operator: 'greater_than_equal', value: '50' },
  ]
  assert.equal((await add({ active: true, conditions: { all, any: [] } })).status, 201)
  await runScheduledWork(app)
  assert.deepEqual([await isThere(gold), await isThere(plain)], [false, true])
})

test('no schedule deletes a restored ticket again', async () => {
  const restored = await closedTicket(['again'])
  const other = await closedTicket(['again'])
  await api.delete(`/api/v2/tickets/${restored}`)
  await api.put(`/api/v2/deleted_tickets/${restored}/restore`, {})
  const { deletion_schedule } = (await add({ active: true, conditions: makeTagConditions('again') })).body
  await runScheduledWork(app)
  assert.deepEqual([await isThere(restored), await isThere(other)], [true, false])
  const late = await closedTicket(['again'])
  // an update makes the schedule run again at once
  await api.put(`${PATH}/${deletion_schedule.id}`, { deletion_schedule: { title: 'Once more' } })
  await runScheduledWork(app)
  assert.deepEqual([await isThere(restored), await isThere(late)], [true, false])
})

test('a ticket that cannot be deleted blocks neither other tickets nor other schedules', async () => {
  const sql = app.database.database.driver
  const stuck = await closedTicket(['stuck'])
  const other = await closedTicket(['stuck'])
  const last = await closedTicket(['behind'])
  await sql.unsafe(`alter table tickets add constraint stuck check (id <> ${stuck} or deleted_at is null)`)
  await add({ active: true, conditions: makeTagConditions('stuck') })
  await add({ active: true, conditions: makeTagConditions('behind') })
  await runScheduledWork(app)
  assert.deepEqual([await isThere(stuck), await isThere(other), await isThere(last)], [true, false, false])
  await sql.unsafe('alter table tickets drop constraint stuck')
  // it is tried again at the next run of the schedule
  await clock({ mode: 'frozen', at: '2027-04-01T00:00:00Z' })
  await waitFor(() => isThere(stuck), false)
  await clock({ mode: 'real' })
})

test('a schedule that has no tickets left to delete runs again an hour later', async () => {
  await clock({ mode: 'frozen', at: '2027-05-01T00:00:00Z' })
  await add({ active: true, conditions: makeTagConditions('hourly') })
  await runScheduledWork(app)
  const late = await closedTicket(['hourly'])
  await runScheduledWork(app)
  assert.ok(await isThere(late))
  await clock({ mode: 'frozen', at: '2027-05-01T01:00:01Z' })
  await runScheduledWork(app)
  assert.ok(!(await isThere(late)))
  await clock({ mode: 'real' })
})

test('a schedule needs a title, tickets as its object, and valid conditions', async () => {
  const listRefusedMembers = async (given: object) => Object.keys((await add(given)).body.details)
  assert.deepEqual(await listRefusedMembers({ title: ' ', object: 'zen:moon' }), ['title', 'object'])
  assert.deepEqual(await listRefusedMembers({ conditions: { all: [] } }), ['base'])
})

test('without credentials 401; agents 403; unknown ids 404', async () => {
  const agent = await make.agent()
  assert.equal((await app.as({}).get(PATH)).status, 401)
  assert.equal((await app.as({ email: agent.email, token: app.admin.token }).get(PATH)).status, 403)
  assert.equal((await api.put(`${PATH}/999999`, { deletion_schedule: { title: 'x' } })).status, 404)
})
