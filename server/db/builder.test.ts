import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '#test/database.ts'
import { listFixedStatements } from '#test/fixed_statements.ts'

test('PostgreSQL accepts every statement that is written by hand, on the schema the migrations make', async (t) => {
  const { database, close } = await testDatabase()
  t.after(close)
  const texts = await listFixedStatements()
  assert.ok(texts.length > 500, String(texts.length))
  const faults: string[] = []
  for (const text of texts) {
    const refusal = await database.run({ sql: `prepare checked as ${text}`, parameters: [] } as never).catch((error: Error) => error)
    if (refusal instanceof Error) faults.push(`${refusal.message}: ${text}`)
    else await database.run({ sql: 'deallocate checked', parameters: [] } as never)
  }
  assert.deepEqual(faults, [])
})
