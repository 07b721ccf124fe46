/** What exports of instances hold, and whether an imported instance is the one that was exported. */
import assert from 'node:assert/strict'
import { open } from '#auth/cipher.ts'
import { readArchive } from '#backup/read.ts'
import { SEALED_COLUMNS } from '#installation/sealed_columns.ts'
import type { TestApp } from './app.ts'

/** The rows of an export, sorted, but for tables that the move itself changes. PostgreSQL returns them in another order after a COPY. */
export async function rowsOf(path: string, changed: readonly string[] = []): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  const own = ['audit_logs', 'audit_chain_heads', 'due_claims', 'queued_jobs', ...changed]
  await readArchive(path, {
    async rows(table, lines) {
      if (!own.includes(table)) rows[table] = [...(rows[table] ?? []), ...lines.toString('utf8').trimEnd().split('\n')].sort()
    },
  })
  return rows
}

/** What is sealed of an instance opens in both installations, each with its own secret, to the same values. */
export async function assertSealedAlike(app: TestApp, source: TestApp, accountId: number): Promise<void> {
  for (const { table, column, key, purpose, place: at, condition = 'true' } of SEALED_COLUMNS) {
    const openAll = async ({ database: { database }, running }: TestApp) => {
      const rows = await database.driver.unsafe<{ key: string; place: string; sealed: Buffer }[]>(
        `select ${key}::text as key, ${at}::text as place, ${column} as sealed from ${table}
          where account_id = $1 and ${column} is not null and ${condition} order by 1`,
        [accountId],
      )
      const { pepper } = running.server.services
      return rows.map((row) => [row.key, open(pepper, row.sealed, `${purpose}:${accountId}:${row.place}`)])
    }
    assert.deepEqual(await openAll(app), await openAll(source), table)
  }
}
