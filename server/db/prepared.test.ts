import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '#test/database.ts'
import { defineStatement, q } from './builder.ts'
import { makePrepared } from './prepared.ts'

test('a built text is prepared from its second use on, up to the limit, and long ones never', () => {
  const isPrepared = makePrepared(3)
  const texts = ['a', 'b', 'c', 'd']
  for (const text of texts) assert.equal(isPrepared(text), false)
  assert.deepEqual(texts.map(isPrepared), [true, true, true, false])
  assert.deepEqual(texts.map(isPrepared), [true, true, true, false])
  const long = 'x'.repeat(100_000)
  for (let turn = 0; turn < 3; turn += 1) assert.equal(makePrepared()(long), false)
})

test('texts used once, however many, are not prepared and do not keep others from being prepared', () => {
  const isPrepared = makePrepared(3)
  for (let number = 0; number < 50_000; number += 1) assert.equal(isPrepared(`once ${number}`), false)
  assert.deepEqual([isPrepared('a'), isPrepared('a')], [false, true])
})

test('statements built with ever other numbers of values leave a bounded number behind at a connection', async (t) => {
  const scratch = await testDatabase()
  t.after(() => scratch.close())
  const count = defineStatement<{ statements: number }>('select count(*)::int as statements from pg_prepared_statements')
  await scratch.database.transaction(async (db) => {
    for (let length = 1; length <= 1100; length += 1) {
      const ids = Array.from({ length }, (_none, index) => index + 1)
      const statement = q.selectFrom('groups').select('id').where('account_id', '=', 1).where('id', 'in', ids)
      for (let turn = 0; turn < 2; turn += 1) await db.all(statement)
    }
    assert.ok(((await db.first(count())) as { statements: number }).statements <= 1010)
  })
})
