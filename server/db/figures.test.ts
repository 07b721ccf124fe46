import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '#test/database.ts'
import { waitFor } from '#test/jobs.ts'
import { analyzeGrown } from './figures.ts'

const scratch = await testDatabase()
after(() => scratch.close())
const sql = scratch.database.driver

test('a table gets planner statistics once it has its first thousand rows, not before', async () => {
  await sql.unsafe('create table small (n integer); create table grown (n integer)')
  await sql`insert into small select generate_series(1, 999)`
  await sql`insert into grown select generate_series(1, 1000)`
  const figures = async () => (await sql`select n_mod_since_analyze as n from pg_stat_user_tables where relname = 'grown'`)[0]?.n
  // the server's counters are updated shortly after the commit
  await waitFor(async () => Number(await figures()), 1000)
  assert.deepEqual(await analyzeGrown(scratch.database), ['grown'])
  assert.equal(Number((await sql`select reltuples from pg_class where relname = 'grown'`)[0]?.reltuples), 1000)
  await waitFor(async () => Number(await figures()), 0)
  assert.deepEqual(await analyzeGrown(scratch.database), [])
})

test('after a migration the tables have planner statistics', async () => {
  const [row] = await sql`select reltuples from pg_class where relname = 'tickets' and relkind = 'r'`
  assert.equal(Number(row?.reltuples), 0)
})
