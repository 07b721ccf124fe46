import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '#test/database.ts'
import { estimateRows, estimateRowsOfEach, readPlan } from './estimate.ts'

const { database, close } = await testDatabase()
after(close)

test('the estimates of several selects are those of each, in their order', async () => {
  const series = (count: number) => sql`select n from generate_series(1, ${sql.lit(count)}) as n`
  const selects = [
    series(7),
    sql`select 1 where false`,
    series(3000),
    sql`select n from generate_series(1, 40) as n where n < 0`,
    series(7),
  ]
  const each = await Promise.all(selects.map((select) => estimateRows(database, select)))
  assert.deepEqual(await estimateRowsOfEach(database, selects), each)
  assert.deepEqual([each[0], each[2], each[4]], [7, 3000, 7])
  assert.deepEqual(await estimateRowsOfEach(database, []), [])
})

test('on Citus the plan is that of the node', () => {
  const plan = { 'Node Type': 'Index Only Scan', 'Plan Rows': 4871, 'Total Cost': 182.4 }
  const sent = { 'Node Type': 'Custom Scan', 'Plan Rows': 0, 'Total Cost': 0 }
  const tasks = [{ 'Remote Plan': [[{ Plan: plan }]] }]
  assert.equal(readPlan({ 'QUERY PLAN': [{ Plan: { ...sent, 'Distributed Query': { Job: { Tasks: tasks } } } }] }), plan)
  assert.equal(readPlan({ 'QUERY PLAN': [{ Plan: plan }] }), plan)
})
