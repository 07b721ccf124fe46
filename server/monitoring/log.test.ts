import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { defineStatement } from '#db/builder.ts'
import { makeLog } from './log.ts'
import { withinTrace } from '#tracing/trace.ts'

const app = await useApp()

function lines(): { text: () => string; to: Writable } {
  const chunks: string[] = []
  const to = new Writable({ write: (chunk, _encoding, done) => (chunks.push(String(chunk)), done()) })
  return { text: () => chunks.join(''), to }
}

test('a constraint violation is logged by its constraint, without the row or its values', async () => {
  const { text, to } = lines()
  const insertBrokenGroup = defineStatement<unknown>(
    'insert into groups (account_id, name, created_at, updated_at) values ($1, $2, null, null)',
  )
  const error = await app.database.database.run(insertBrokenGroup(1, 'the name of a customer')).catch((thrown: unknown) => thrown)
  assert.match(JSON.stringify(error), /the name of a customer/)
  makeLog('error', to).error({ err: error }, 'a request failed')
  const { err } = JSON.parse(text())
  assert.deepEqual([err.type, err.code, err.table_name, err.column_name], ['PostgresError', '23502', 'groups', 'created_at'])
  assert.equal(err.message, 'PostgreSQL refused a statement: 23502')
  assert.match(err.stack, /^PostgresError: PostgreSQL refused a statement: 23502\n\s+at /)
  assert.ok(!text().includes('customer'))
})

test('what PostgreSQL repeats of a value is not logged, nor anywhere what it was asked', async () => {
  const marker = 'marked by a customer'
  const failing = [
    defineStatement<unknown>('select $1::text::integer'),
    defineStatement<unknown>('select $1::text::jsonb'),
    defineStatement<unknown>('select $1::text::tsquery'),
    defineStatement<unknown>('select $1::text::timestamptz'),
    defineStatement<unknown>(`select to_char(now(), $1) from pg_class where relname ~ ('(' || $1)`),
  ]
  for (const statement of failing) {
    const error = await app.database.database.planned(statement(marker)).catch((thrown: unknown) => thrown)
    const { text, to } = lines()
    makeLog('error', to).error({ err: new Error('a job failed', { cause: error }) }, 'failed')
    const { err } = JSON.parse(text())
    assert.match(err.cause.message, /^PostgreSQL refused a statement: 22|^PostgreSQL refused a statement: 42/)
    assert.ok(!text().includes(marker), text())
  }
})

test("PostgreSQL's messages about itself are logged", async () => {
  const { text, to } = lines()
  const error = await app.database.database
    .transaction(async (tx) => {
      await tx.run(defineStatement<unknown>("set local statement_timeout = '1ms'")())
      await tx.run(defineStatement<unknown>('select pg_sleep(10)')())
    })
    .catch((thrown: unknown) => thrown)
  makeLog('error', to).error({ err: error }, 'failed')
  assert.match(JSON.parse(text()).err.message, /canceling statement due to statement timeout/)
})

test('the cause of an error is logged by the same rule', () => {
  const { text, to } = lines()
  const cause = Object.assign(new Error('inner'), { detail: 'Failing row contains (secret)', code: '23505' })
  makeLog('error', to).error({ err: new AggregateError([cause], 'outer', { cause }) }, 'failed')
  const { err } = JSON.parse(text())
  assert.deepEqual([err.message, err.cause.message, err.cause.code, err.errors[0].message], ['outer', 'inner', '23505', 'inner'])
  assert.ok(!text().includes('secret'))
})

test('a line logged within a trace has its ids', () => {
  const { text, to } = lines()
  const log = makeLog('error', to)
  withinTrace({ trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16), flags: 1 }, () => log.error({}, 'within'))
  log.error({}, 'outside')
  const [within, outside] = text()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual([within.trace_id, within.span_id], ['a'.repeat(32), 'b'.repeat(16)])
  assert.ok(!('trace_id' in outside))
})
