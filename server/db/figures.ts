/**
 * Planner statistics of growing tables. PostgreSQL updates them by itself a minute after a table has changed enough; in the first minute of
 * a new database it has none, and scans whole tables for one row.
 */
import { defineStatement } from './builder.ts'
import type { Db } from './db.ts'

/** A table that has grown tenfold since its last ANALYZE needs another; smaller ones are scanned quickly anyway. */
const MIN_ROWS = 1000
const TIMES = 10

const selectGrownTables = defineStatement<{
  name: string
}>(`select quote_ident(s.relname) as name from pg_stat_user_tables s join pg_class k on k.oid = s.relid
  where s.schemaname = current_schema() and s.n_mod_since_analyze >= ${MIN_ROWS} and s.n_mod_since_analyze >= ${TIMES} * greatest(k.reltuples, 0)`)
const analyze = (name: string) => defineStatement<unknown>(`analyze (skip_locked) ${name}`)()

/** Analyzes tables that have grown much since they last were, or never were; returns their names. Any number of workers may run it. */
export async function analyzeGrown(db: Db): Promise<string[]> {
  const names = (await db.all(selectGrownTables())).map(({ name }) => name)
  for (const name of names) await db.run(analyze(name))
  return names
}
