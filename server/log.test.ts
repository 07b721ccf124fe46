import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { useApp } from '../test/app.ts'
import { fixed } from './db/builder.ts'
import { makeLog } from './log.ts'

const app = await useApp()

function lines(): { text: () => string; to: Writable } {
  const chunks: string[] = []
  const to = new Writable({ write: (chunk, _encoding, done) => (chunks.push(String(chunk)), done()) })
  return { text: () => chunks.join(''), to }
}

test('a refusal of the database is logged by its constraint, without the row or the values it was about', async () => {
  const { text, to } = lines()
  const broken = fixed<unknown>('insert into groups (account_id, name, created_at, updated_at) values ($1, $2, null, null)')
  const error = await app.database.database.run(broken(1, 'the name of a customer')).catch((thrown: unknown) => thrown)
  assert.match(JSON.stringify(error), /the name of a customer/)
  makeLog('error', to).error({ err: error }, 'a request failed')
  const { err } = JSON.parse(text())
  assert.deepEqual([err.type, err.code, err.table_name, err.column_name], ['PostgresError', '23502', 'groups', 'created_at'])
  assert.ok(err.stack.includes(err.message) && err.message.includes('null value'))
  assert.ok(!text().includes('customer'))
})

test('what caused an error is logged by the same rule', () => {
  const { text, to } = lines()
  const cause = Object.assign(new Error('inner'), { detail: 'Failing row contains (secret)', code: '23505' })
  makeLog('error', to).error({ err: new AggregateError([cause], 'outer', { cause }) }, 'failed')
  const { err } = JSON.parse(text())
  assert.deepEqual([err.message, err.cause.message, err.cause.code, err.errors[0].message], ['outer', 'inner', '23505', 'inner'])
  assert.ok(!text().includes('secret'))
})
