import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const { api } = app
const PATH = '/api/v2/business_hours/schedules'
const make = async () => (await api.post(PATH, { schedule: { name: 'Office', time_zone: 'Eastern Time (US & Canada)' } })).body.schedule

test('a schedule is created with the default week, changed and removed', async () => {
  const made = await api.post(PATH, { schedule: { name: 'Office', time_zone: 'berlin' } })
  assert.equal(made.status, 201)
  const { schedule } = made.body
  assert.equal(made.headers.get('location'), `${app.base_url}${PATH}/${schedule.id}`)
  assert.deepEqual(Object.keys(schedule), ['id', 'name', 'time_zone', 'created_at', 'updated_at', 'intervals'])
  assert.deepEqual(
    [schedule.time_zone, schedule.intervals.length, schedule.intervals[0]],
    ['Berlin', 5, { start_time: 1980, end_time: 2460 }],
  )
  const list = (await api.get(PATH)).body
  assert.deepEqual(Object.keys(list), ['schedules', 'url'])
  assert.equal(list.url, `${app.base_url}${PATH}`)
  const changed = (await api.put(`${PATH}/${schedule.id}`, { schedule: { name: 'Shop' } })).body.schedule
  assert.deepEqual([changed.name, changed.time_zone], ['Shop', 'Berlin'])
  assert.equal((await api.delete(`${PATH}/${schedule.id}`)).status, 204)
  assert.equal((await api.get(`${PATH}/${schedule.id}`)).status, 404)
})

test('the hours of a week lie within it, start before they end and do not overlap', async () => {
  const { id } = await make()
  const put = (intervals: object[]) => api.put(`${PATH}/${id}/workweek`, { workweek: { intervals } })
  const set = await put([
    { start_time: 3420, end_time: 3900 },
    { start_time: 1980, end_time: 2460 },
  ])
  assert.deepEqual(
    set.body.workweek.intervals.map((one: any) => one.start_time),
    [1980, 3420],
  )
  const wrong = [
    [{ start_time: 10, end_time: 10 }],
    [{ start_time: 0, end_time: 10_081 }],
    [{ start_time: -1, end_time: 5 }],
    [{ end_time: 5 }],
  ]
  for (const intervals of [
    ...wrong,
    [
      { start_time: 0, end_time: 60 },
      { start_time: 59, end_time: 90 },
    ],
  ])
    assert.equal((await put(intervals)).status, 422, JSON.stringify(intervals))
  assert.equal((await api.get(`${PATH}/${id}`)).body.schedule.intervals.length, 2)
})

test('holidays are calendar days within two years of today', async () => {
  const { id } = await make()
  const path = `${PATH}/${id}/holidays`
  const today = (await api.get(`${PATH}/${id}`)).body.schedule.created_at.slice(0, 10)
  const made = await api.post(path, { holiday: { name: 'Away', start_date: today, end_date: today } })
  assert.deepEqual([made.status, Object.keys(made.body.holiday)], [201, ['id', 'name', 'start_date', 'end_date']])
  const holidayPath = `${path}/${made.body.holiday.id}`
  assert.equal((await api.put(holidayPath, { holiday: { name: 'Gone' } })).body.holiday.name, 'Gone')
  const midnight = `${today}T00:00:00+00:00`
  assert.equal((await api.put(holidayPath, { holiday: { start_date: midnight, end_date: midnight } })).body.holiday.end_date, today)
  assert.deepEqual((await api.get(path)).body, { holidays: [{ ...made.body.holiday, name: 'Gone' }], url: `${app.base_url}${path}` })
  const listRefusedMembers = async (holiday: object) =>
    Object.keys((await api.post(path, { holiday: { name: 'x', ...holiday } })).body.details)
  assert.deepEqual(await listRefusedMembers({ start_date: '2026-02-30', end_date: today }), ['start_date'])
  assert.deepEqual(await listRefusedMembers({ start_date: '1999-12-31' }), ['start_date', 'end_date'])
  assert.deepEqual(await listRefusedMembers({ start_date: today, end_date: '2000-01-01' }), ['end_date'])
  assert.equal((await api.delete(holidayPath)).status, 204)
  assert.equal((await api.get(holidayPath)).status, 404)
})

test('a schedule needs a name and a zone; without credentials 401; agents can read but not write', async () => {
  assert.deepEqual(Object.keys((await api.post(PATH, { schedule: { name: '', time_zone: 'Nowhere' } })).body.details), [
    'name',
    'time_zone',
  ])
  const agent = await makeWith(api).agent()
  const asAgent = app.as({ email: agent.email, token: app.admin.token })
  assert.equal((await app.as({}).get(PATH)).status, 401)
  assert.equal((await asAgent.get(PATH)).status, 200)
  assert.equal((await asAgent.post(PATH, { schedule: { name: 'x', time_zone: 'Berlin' } })).status, 403)
  assert.equal((await api.get(`${PATH}/999999/holidays`)).status, 404)
})
