import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp({}, { own: true }) // fills the tables of the database
const make = makeWith(app.api)
const { driver } = app.database.database
const countOf = async (path: string): Promise<number> => (await app.api.get(`/api/v2/${path}`)).body.count

test('a list of up to 100,000 is counted each time, a longer one only now and then', async () => {
  const { id } = await make.ticket()
  const insertSkips = (
    from: number,
    to: number,
  ) => driver`insert into skips (account_id, ticket_id, user_id, reason, created_at, updated_at)
    select 1, ${id}, ${app.admin.id}, null, now(), now() from generate_series(${from}::int, ${to}::int)`
  await insertSkips(1, 99_999)
  assert.equal(await countOf('skips?per_page=1'), 99_999)
  await insertSkips(100_000, 100_000)
  assert.equal(await countOf('skips?per_page=1'), 100_000)
  await insertSkips(100_001, 100_001)
  assert.equal(await countOf('skips?per_page=1'), 100_001)
  await insertSkips(100_002, 100_009)
  assert.equal(await countOf('skips?per_page=1'), 100_001)
  assert.equal(await countOf(`tickets/${id}/skips?per_page=1`), 100_009)
})

test('a count that may come from the cache does not say when it was taken', async () => {
  const { id } = await make.ticket()
  const read = async () => (await app.api.get('/api/v2/activities/count')).body.count
  const fill = (count: number) => driver`insert into activities (account_id, user_id, actor_id, ticket_id, verb, created_at, updated_at)
    select 1, ${app.admin.id}, ${app.admin.id}, ${id}, 'tickets.comment', now(), now() from generate_series(1, ${count}::int)`
  const { value, refreshed_at } = await read()
  assert.match(refreshed_at, /\+00:00$/)
  await fill(100_001 - value)
  assert.deepEqual(await read(), { value: 100_001, refreshed_at: null })
})
