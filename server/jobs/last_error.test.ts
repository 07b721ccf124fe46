import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitUntil } from '#test/crash/process.ts'
import { defineStatement } from '#db/builder.ts'
import { toJson } from '#db/types.ts'
import { reasonOf, wordsOf } from '#lib/error_words.ts'

const app = await useApp({ DESKHAND_LOG_LEVEL: 'silent' })
const { database } = app.database
const MARKER = 'written by a customer'
const add = defineStatement<{ id: number }>('select id from graphile_worker.add_job($1, payload := $2::json, max_attempts := 1)')
const read = defineStatement<{ last_error: string | null }>('select last_error from graphile_worker.jobs where id = $1')

test('the queue stores the code and schema names of a failed statement, and no value', async () => {
  const [job] = await database.all(add('deliver_mail', toJson({ account_id: 1, payload: { mail_id: MARKER } })))
  const last_error = await waitUntil('the job has failed', async () => (await database.first(read(job?.id)))?.last_error)
  assert.match(last_error, /^PostgreSQL refused a statement: 22P02 \(routine \w+\)$/)
})

test('the stored reason of a failure contains nothing that PostgreSQL or a parser has read', () => {
  const refused = Object.assign(new Error(`duplicate key value: ${MARKER}`), {
    severity: 'ERROR',
    code: '23505',
    detail: MARKER,
    constraint_name: 'groups_pkey',
    table_name: 'groups',
    routine: '_bt_check_unique',
  })
  assert.equal(
    reasonOf(refused),
    'PostgreSQL refused a statement: 23505 (constraint_name groups_pkey, table_name groups, routine _bt_check_unique)',
  )
  const away = Object.assign(new Error('terminating connection'), { severity: 'FATAL', code: '57P01', routine: 'ProcessInterrupts' })
  assert.equal(reasonOf(away), 'terminating connection (routine ProcessInterrupts)')
  assert.throws(
    () => JSON.parse(MARKER),
    (error: unknown) => reasonOf(error) === 'SyntaxError',
  )
  assert.equal(reasonOf(new Error('a fault of ours')), 'a fault of ours')
  assert.equal(reasonOf(MARKER), 'A value was thrown that is not an Error')
  assert.equal(wordsOf(new Error('x'.repeat(5000))).length, 2000)
})
