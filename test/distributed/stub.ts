/** A test database with the imitation of Citus: what it refuses stands in citus_stub.sql. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, openDatabase } from '#db/client.ts'
import type { DatabaseAddress } from '#db/address.ts'

const STUB = join(import.meta.dirname, 'citus_stub.sql')

/** Installs the imitation. Sessions that are opened after that find it. */
export async function installStub(database: Database): Promise<void> {
  const text = await readFile(STUB, 'utf8')
  await database.driver.begin((sql) => sql.unsafe(text))
}

/** Runs `work` on connections that find the imitation. */
export async function withStub<Result>(address: DatabaseAddress, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = openDatabase(address, { max: 1 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** How many rows each table has, by its name. */
export async function countRows(database: Database): Promise<ReadonlyMap<string, number>> {
  const tables = await database.driver<{ name: string }[]>`
    select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`
  const counts = new Map<string, number>()
  for (const { name } of tables) {
    const [row] = await database.driver.unsafe<{ count: number }[]>(`select count(*)::bigint as count from ${name}`)
    counts.set(name, row?.count ?? 0)
  }
  return counts
}

/** A foreign key that 0068 drops, because Citus refuses it with its ON UPDATE CASCADE. No database can be distributed before. */
const REFERENCE = 'triggers_account_id_category_id_category_position_fkey'

/** Makes that of a database of an older version one that Citus takes. */
export async function mendReference({ driver }: Database): Promise<void> {
  await driver.unsafe(`alter table triggers drop constraint ${REFERENCE}; alter table triggers add constraint ${REFERENCE}
    foreign key (account_id, category_id, category_position) references trigger_categories (account_id, id, position)`)
}
