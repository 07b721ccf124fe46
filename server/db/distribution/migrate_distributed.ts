/** Runs the text of a migration on a distributed database: the tables it makes are distributed before its next statement. */
import { sql } from 'kysely'
import { compileSql } from '../builder.ts'
import type { Runner } from '../over_driver.ts'
import { planDistribution } from './plan.ts'
import { readSchema } from './read_schema.ts'
import { splitStatements } from './split_statements.ts'

const CREATES_TABLE = /^create\s+(?:unlogged\s+)?table\b/i

const run = (db: Runner, text: string) => db.run(compileSql(sql.raw(text)))

/**
 * Runs the statements of a migration, in the transaction of the caller. What the migration of a local database may do, such as a reference to a
 * tenant table within `create table`, it may do here: a table is made without Citus, which would refuse it or take it for a table
 * of its own kind, and distributed at once, by the statements that have distributed the others.
 * @throws DistributionError
 */
export async function migrateDistributed(db: Runner, text: string): Promise<void> {
  // changes of tables that have foreign keys to one on every node come after changes of rows, in one transaction
  await run(db, "set local citus.multi_shard_modify_mode to 'sequential'")
  for (const statement of splitStatements(text)) {
    if (!CREATES_TABLE.test(statement)) {
      await run(db, statement)
      continue
    }
    await run(db, 'set local citus.enable_ddl_propagation to off')
    await run(db, statement)
    await run(db, 'set local citus.enable_ddl_propagation to on')
    for (const part of planDistribution(await readSchema(db)).flatMap(({ statements }) => statements)) await run(db, part)
  }
}
