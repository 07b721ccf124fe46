/** The names of time zones, in every place that takes one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { timeZoneNamed } from '#lib/time_zones.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)

/** Sends a name to a place that takes one. Returns the status, and the name that is shown. */
const PLACES: Readonly<Record<string, (name: string) => Promise<{ status: number; shown: unknown }>>> = {
  user: async (time_zone) => {
    const { status, body } = await api.put(`/api/v2/users/${userId}`, { user: { time_zone } })
    return { status, shown: body.user?.time_zone }
  },
  'new user': async (time_zone) => {
    const { status, body } = await api.post('/api/v2/users', { user: { name: 'Somebody', time_zone } })
    return { status: status === 201 ? 200 : status, shown: body.user?.time_zone }
  },
  account: async (time_zone) => {
    const { status, body } = await api.put('/api/v2/deskhand/settings', { settings: { time_zone } })
    return { status, shown: body.settings?.time_zone }
  },
  schedule: async (time_zone) => {
    const { status, body } = await api.put(`/api/v2/business_hours/schedules/${scheduleId}`, { schedule: { time_zone } })
    return { status, shown: body.schedule?.time_zone }
  },
}
const { id: userId } = await make.user()
const { id: scheduleId } = (await api.post('/api/v2/business_hours/schedules', { schedule: { name: 'Office', time_zone: 'Kyiv' } })).body
  .schedule

test('present names, old ones, links and names of the public API are taken everywhere, and shown as they were sent', async () => {
  for (const [place, send] of Object.entries(PLACES)) {
    for (const name of [
      'Europe/Kyiv',
      'Europe/Kiev',
      'Asia/Kolkata',
      'US/Pacific',
      'EST5EDT',
      'Etc/GMT+5',
      'Pacific Time (US & Canada)',
      'Kyiv',
    ])
      assert.deepEqual(await send(name), { status: 200, shown: name }, `${place} ${name}`)
    for (const name of ['Europe/Atlantis', '+05:30', 'PST', 'SystemV/AST4', 'Factory', 'x'.repeat(200)])
      assert.equal((await send(name)).status, 422, `${place} ${name}`)
  }
})

test('every name that PostgreSQL has from IANA is a name here', async () => {
  const rows: { name: string }[] = await app.database.database.driver.unsafe('select name from pg_timezone_names')
  const names = rows.map(({ name }) => name).filter((name) => !/^(?:posix\/|right\/|posixrules$|localtime$|Factory$)/.test(name))
  assert.ok(names.length > 500)
  assert.deepEqual(
    names.filter((name) => timeZoneNamed(name) !== name),
    [],
  )
})

test('what goes by a zone works under each of its names, also where the database does not know one', async () => {
  await api.put('/api/v2/deskhand/settings', { settings: { clock: { mode: 'frozen', at: '2027-03-13T12:30:00Z' } } })
  const { id } = await make.ticket({ tags: ['zones'] })
  for (const time_zone of ['Europe/Kyiv', 'Pacific/Kanton', 'Kyiv', 'Asia/Calcutta']) {
    assert.equal((await PLACES.account!(time_zone)).status, 200)
    const { status, body } = await api.get('/api/v2/search?query=type:ticket tags:zones created:today')
    assert.deepEqual([status, body.results?.map((one: any) => one.id)], [200, [id]], time_zone)
  }
})
