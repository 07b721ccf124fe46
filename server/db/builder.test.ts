import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { testDatabase } from '../../test/database.ts'
import { listHandWrittenStatements } from './builder.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const stores = globSync('{server,cli}/**/*.ts', { cwd: ROOT })
  .filter((path) => !path.endsWith('.test.ts'))
  .filter((path) => /\b(?:defineStatement|defineLookup|insertRow|updateRow)</.test(readFileSync(join(ROOT, path), 'utf8')))

test('PostgreSQL accepts every statement that is written by hand, on the schema the migrations make', async (t) => {
  const { database, close } = await testDatabase()
  t.after(close)
  for (const path of stores) await import(join(ROOT, path))
  const texts = [...listHandWrittenStatements()]
  assert.ok(texts.length > 500, String(texts.length))
  const faults: string[] = []
  for (const text of texts) {
    const refusal = await database.run({ sql: `prepare checked as ${text}`, parameters: [] } as never).catch((error: Error) => error)
    if (refusal instanceof Error) faults.push(`${refusal.message}: ${text}`)
    else await database.run({ sql: 'deallocate checked', parameters: [] } as never)
  }
  assert.deepEqual(faults, [])
})
