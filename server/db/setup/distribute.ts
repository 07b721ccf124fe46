/**
 * Distributes a database by account with Citus, in one transaction. This folder knows what Citus needs of tables and migrations. Not here: what
 * it needs of statements (docs/decisions/0049_statement_rules.md), and its errors (../citus_errors.ts).
 */
import { sql } from 'kysely'
import type postgres from 'postgres'
import { memberOf, messageOf } from '#lib/error_words.ts'
import { compileSql, defineStatement } from '../builder.ts'
import type { Database } from '../client.ts'
import { IS_LISTENER_SQL } from '../listener.ts'
import { listAppliedMigrations, lockMigrations, migrationNames } from './migrate.ts'
import { overDriver, type Runner } from '../over_driver.ts'
import { WORKER } from '../queue.ts'
import { TENANT_TABLES } from '../tables.ts'
import { DistributionError, planDistribution, type PlanPart } from '../distribution/plan.ts'
import { type DistributedSchema, hasCitus, readSchema, REFERENCE_TABLE } from '../distribution/read_schema.ts'

const countProcesses = defineStatement<{ listeners: number; workers: number }>(`
  select count(*) filter (where ${IS_LISTENER_SQL}) as listeners,
    count(*) filter (where starts_with(a.application_name, '${WORKER}')) as workers
  from pg_stat_activity a where a.datname = current_database()`)
/** Not made by `defineStatement`, as Citus' tables are not there otherwise. */
const countNodes = () =>
  compileSql<{ nodes: number }>(
    sql`select count(*) as nodes from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary'`,
  )

/** SQLSTATE of a server whose table of locks is full. */
const NO_MEMORY = '53200'

/** How a database is distributed. */
interface DistributionOptions {
  readonly shards: number
  /** Takes a line when a part of the plan begins. */
  readonly log: (line: string) => void
}

/**
 * What would distribute a database, and what is left to do in one that is distributed; with Citus or without it.
 * @throws DistributionError when its schema is not that of this version
 */
export async function planFor(database: Database, shards: number): Promise<PlanPart[]> {
  return database.driver.begin('read only', async (tx) => planDistribution(await readKnownSchema(tx), shards))
}

/**
 * Distributes the tables of a database that are not distributed yet, whole or not at all. Processes that start meanwhile wait.
 * @returns how many were distributed
 * @throws DistributionError when it has no Citus, no node for shards, or another schema than that of this version; and while processes of Deskhand use it
 */
export async function distribute(database: Database, { shards, log }: DistributionOptions): Promise<number> {
  const distributed = await database.driver.begin(async (tx) => {
    await lockMigrations(tx)
    const db = overDriver(tx)
    await requireNodes(db)
    await requireAlone(db)
    const schema = await readKnownSchema(tx)
    for (const { title, statements } of planDistribution(schema, shards)) {
      log(`${title} (${statements.length})`)
      for (const statement of statements) await runStatement(db, statement)
    }
    return schema.tables.filter(({ place }) => place === 'local').length
  })
  // as after migrations: nodes have no statistics of their new tables
  if (distributed > 0) await database.unchecked('analyze')
  return distributed
}

async function runStatement(db: Runner, statement: string): Promise<void> {
  try {
    await db.run(compileSql(sql.raw(statement)))
  } catch (error) {
    const advice = memberOf(error, 'code') === NO_MEMORY ? ' Raise max_locks_per_transaction on every node, or take fewer shards.' : ''
    throw new DistributionError(`Nothing was changed, because this failed: ${statement}: ${messageOf(error)}.${advice}`, { cause: error })
  }
}

/** Reads the schema of this version. @throws DistributionError when the database has another one */
async function readKnownSchema(tx: postgres.TransactionSql): Promise<DistributedSchema> {
  const applied = await listAppliedMigrations(tx)
  const known = await migrationNames()
  if (applied.join() !== known.join())
    throw new DistributionError(
      'The schema of the database is not that of this version. Start this version of Deskhand once, stop it, and try again.',
    )
  const schema = await readSchema(overDriver(tx))
  requireKnownTables(schema)
  return schema
}

/** Refuses tables that this version does not know: nothing says whether their rows belong to accounts. */
function requireKnownTables({ tables }: DistributedSchema): void {
  const there = new Set(tables.map(({ name }) => name))
  const expected = new Set([REFERENCE_TABLE, ...TENANT_TABLES])
  const wrong = [...expected.symmetricDifference(there)]
  if (wrong.length > 0)
    throw new DistributionError(`The tables ${wrong.join(', ')} are not those of this version: it has others with the column account_id.`)
}

async function requireNodes(db: Runner): Promise<void> {
  if (!(await hasCitus(db)))
    throw new DistributionError(
      'The database has no Citus. Install the extension on every node, add it to shared_preload_libraries, and run "create extension citus" in each database.',
    )
  const { nodes } = (await db.first(countNodes())) ?? { nodes: 0 }
  if (nodes === 0) throw new DistributionError('Citus has no node that takes shards. Add one with citus_add_node, and try again.')
}

async function requireAlone(db: Runner): Promise<void> {
  const { listeners, workers } = (await db.first(countProcesses())) ?? { listeners: 0, workers: 0 }
  if (listeners + workers > 0)
    throw new DistributionError(
      `Deskhand runs on this database (connected listeners: ${listeners}, workers: ${workers}). Stop all its processes, and try again.`,
    )
}
