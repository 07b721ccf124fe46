/** The planner's estimates: what a read is going to cost, before it runs. */
import { type RawBuilder, sql } from 'kysely'
import { ensureDefined } from '#lib/defined.ts'
import { compileSql } from './builder.ts'
import type { Db } from './db.ts'

/** What PostgreSQL expects of a select, by its statistics on the values it is given. */
export interface Estimate {
  readonly rows: number
  /** In the planner's unit. */
  readonly cost: number
  /** An index holds all that is read. */
  readonly is_index_only: boolean
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Plan Rows': number
  readonly 'Total Cost': number
  readonly Plans?: readonly Plan[]
  /** Of Citus: what the statement is sent as, with the plans of the nodes. */
  readonly 'Distributed Query'?: {
    readonly Job: { readonly Tasks?: readonly { readonly 'Remote Plan'?: readonly (readonly Explained[])[] }[] }
  }
}

/** What is planned with `explain (format json)`. */
interface Explained {
  readonly Plan: Plan
}

const isIndexOnly = ({ 'Node Type': type, Plans: parts }: Plan): boolean =>
  parts === undefined ? type === 'Index Only Scan' : parts.every(isIndexOnly)

/** The row of an `explain (format json)`. */
interface ExplainedRow {
  readonly 'QUERY PLAN': readonly [Explained]
}

/** The plan of a statement; on Citus that of the node which it is sent to, as the coordinator itself expects no rows. */
export function readPlan(row: ExplainedRow): Plan {
  const [{ Plan: plan }] = row['QUERY PLAN']
  return plan['Distributed Query']?.Job.Tasks?.[0]?.['Remote Plan']?.[0]?.[0]?.Plan ?? plan
}

/** Has a select planned without running it. */
export async function estimate(db: Db, select: RawBuilder<unknown>): Promise<Estimate> {
  const [row] = await db.planned(compileSql(sql<ExplainedRow>`explain (format json) ${select}`))
  const plan = readPlan(ensureDefined(row))
  return { rows: plan['Plan Rows'], cost: plan['Total Cost'], is_index_only: isIndexOnly(plan) }
}

/** The numbers of rows PostgreSQL expects of selects of one column, with one statement. */
export async function estimateRowsOfEach(db: Db, selects: readonly RawBuilder<unknown>[]): Promise<number[]> {
  if (selects.length === 0) return []
  // each select has a plan of its own, without the limit that an expression of one row would set
  const columns = selects.map((select) => sql`array(${select})`)
  const [row] = await db.planned(compileSql(sql<ExplainedRow>`explain (format json) select ${sql.join(columns)}`))
  const plan = readPlan(ensureDefined(row))
  const parts = plan.Plans ?? []
  return selects.map((_select, index) => ensureDefined(parts[index])['Plan Rows'])
}

/** The number of rows PostgreSQL expects of a select. */
export const estimateRows = async (db: Db, select: RawBuilder<unknown>): Promise<number> => (await estimate(db, select)).rows
