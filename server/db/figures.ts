/**
 * The planner's figures of tables that are growing. PostgreSQL takes them by itself a minute after a table has changed enough; in the first
 * minute of a new database it knows nothing, and walks through whole tables for one row.
 */
import { fixed } from './builder.ts'
import type { Db } from './client.ts'

/** A table that has grown tenfold since it was looked at is another table; smaller ones are walked through quickly anyway. */
const LEAST_ROWS = 1000
const TIMES = 10

const grown = fixed<{ name: string }>(`select quote_ident(s.relname) as name from pg_stat_user_tables s join pg_class k on k.oid = s.relid
  where s.schemaname = current_schema() and s.n_mod_since_analyze >= ${LEAST_ROWS} and s.n_mod_since_analyze >= ${TIMES} * greatest(k.reltuples, 0)`)
const analyze = (name: string) => fixed<unknown>(`analyze (skip_locked) ${name}`)()

/** Has figures taken of tables that have grown much since they were, or never were; their names. Any number of workers may do it. */
export async function analyzeGrown(db: Db): Promise<string[]> {
  const names = (await db.all(grown())).map(({ name }) => name)
  for (const name of names) await db.run(analyze(name))
  return names
}
