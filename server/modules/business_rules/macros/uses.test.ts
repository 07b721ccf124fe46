import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { runScheduledWork } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp()
const path = '/api/v2/macros'
const build = makeWith(app.api)
const make = async (title: string) => {
  const actions = [{ field: 'status', value: 'solved' }]
  return (await app.api.post(path, { macro: { title, actions } })).body.macro as { id: number; title: string }
}
const USAGES = ['usage_1h', 'usage_24h', 'usage_7d', 'usage_30d']
const usage = async ({ id }: { id: number }) => {
  const { macro } = (await app.api.get(`${path}/${id}?include=${USAGES.join(',')}`)).body
  return USAGES.map((name) => macro[name])
}
const account_id = app.account_id
const count = defineStatement<{ count: number }>('select count(*) as count from macro_uses where account_id = $1')
const setUsedAt = defineStatement<unknown>('update macro_uses set used_at = $2 where account_id = $1')
const backdate = (hours: number) => app.database.database.run(setUsedAt(account_id, new Date(Date.now() - hours * 3_600_000)))

test('audits name the macros that were used by the titles they have now', async () => {
  const macro = await make('Greet')
  const gone = await make('Gone')
  const ticket = await build.ticket()
  const answer = await app.api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { macro_ids: [macro.id, gone.id], priority: 'high' } })
  assert.equal(answer.status, 200)
  const events = (body: any) =>
    (body.audit ?? body.audits.at(-1)).events
      .filter((event: any) => event.type === 'AgentMacroReference')
      .map((event: any) => [event.macro_id, event.macro_title, event.macro_deleted])
  assert.deepEqual(events(answer.body), [
    [String(macro.id), 'Greet', false],
    [String(gone.id), 'Gone', false],
  ])
  await app.api.put(`${path}/${macro.id}`, { macro: { title: 'Say hello' } })
  await app.api.delete(`${path}/${gone.id}`)
  const later = [
    [String(macro.id), 'Say hello', false],
    [String(gone.id), null, true],
  ]
  assert.deepEqual(events((await app.api.get(`/api/v2/tickets/${ticket.id}/audits`)).body), later)
  assert.deepEqual(events((await app.api.get(`/api/v2/tickets/${ticket.id}/audits/${answer.body.audit.id}`)).body), later)
})

test('uses are counted by period, and sort lists', async () => {
  const often = await make('Sorted often')
  const once = await make('Sorted once')
  const never = await make('Sorted never')
  await app.database.database.run(defineStatement<unknown>('delete from macro_uses where account_id = $1')(account_id))
  const ticket = await build.ticket({ macro_id: often.id })
  await app.api.put(`/api/v2/tickets/${ticket.id}`, {
    ticket: { macro_id: once.id, macro_ids: [often.id, often.id, 999_999], tags: ['a'] },
  })
  assert.deepEqual(await usage(often), [2, 2, 2, 2])
  assert.deepEqual(await usage(never), [0, 0, 0, 0])
  const titles = async (sort: string) =>
    (await app.api.get(`${path}/search?query=Sorted&${sort}`)).body.macros.map((row: { title: string }) => row.title)
  assert.deepEqual((await titles('sort_by=usage_1h')).slice(0, 2), ['Sorted often', 'Sorted once'])
  assert.deepEqual((await titles('sort_by=usage_30d&sort_order=asc')).slice(-2), ['Sorted once', 'Sorted often'])
  for (const [hours, expected] of [
    [2, [0, 2, 2, 2]],
    [50, [0, 0, 2, 2]],
    [194, [0, 0, 0, 2]],
  ] as const) {
    await backdate(hours)
    assert.deepEqual(await usage(often), expected, `${hours} hours ago`)
  }
})

test('uses of a month ago are removed', async () => {
  const macro = await make('Old')
  await build.ticket({ macro_id: macro.id })
  await backdate(31 * 24)
  await runScheduledWork(app)
  assert.equal((await app.database.database.first(count(account_id)))?.count, 0)
})
