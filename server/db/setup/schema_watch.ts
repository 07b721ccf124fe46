/** Detects that the database was migrated to a newer schema than this process knows. Such a process must not write any more. */
import { defineStatement } from '../builder.ts'
import type { Db } from '../db.ts'
import { migrationNames } from './migrate.ts'

/** The polling interval; in addition every migration sends a notification: see SCHEMA_TOPIC. */
const LOOK_MS = 2000

const selectUnknownMigration = defineStatement<{ name: string }>(
  'select name from schema_migrations where name <> all($1::text[]) order by name limit 1',
)

/** A process watching the schema. */
export interface SchemaWatch {
  /** Aborted when the schema is newer than this process: for good, since there are only forward migrations. */
  readonly behind: AbortSignal
  /** Checks now. @throws Error when the database does not answer */
  look(): Promise<void>
  close(): void
}

/** Starts watching. `say` is called once, with a migration that this process does not know. */
export async function watchSchema(db: Db, say: (name: string) => void): Promise<SchemaWatch> {
  const known = await migrationNames()
  const behind = new AbortController()
  let looking: Promise<void> | undefined
  const look = async () => {
    const found = await db.first(selectUnknownMigration(known))
    if (found === undefined || behind.signal.aborted) return
    say(found.name)
    behind.abort()
    clearInterval(timer)
  }
  const timer = setInterval(() => {
    // the readiness check reports a database that does not answer; one check at a time
    looking ??= look().then(
      () => (looking = undefined),
      () => (looking = undefined),
    )
  }, LOOK_MS).unref()
  return { behind: behind.signal, look, close: () => clearInterval(timer) }
}
