// HOW WE REACH POSTGRESQL: one driver, every statement named and prepared, one place where statements run.
// Not here: any statement of a resource; those stand in its store.ts.
import type { Compilable, CompiledQuery } from 'kysely'
import postgres from 'postgres'
import { type Line, openPool, type Pool, runTransaction } from './connection_loss.ts'
import { postgresTypes } from './types.ts'

/** A statement to run: a Kysely builder, or its compiled text with parameters. */
export type Statement<Row> = Compilable<Row> | CompiledQuery<Row>

/** Runs statements, on the pool or inside one transaction. */
export interface Db {
  /** All rows. */
  all<Row>(statement: Statement<Row>): Promise<Row[]>
  /** The first row, or undefined when there is none. */
  first<Row>(statement: Statement<Row>): Promise<Row | undefined>
  /** Runs a statement for its effect; the number of rows it touched. */
  run(statement: Statement<unknown>): Promise<number>
  /** As {@link Db.all}, planned with the real values each time: for searches, whose best plan depends on them. */
  planned<Row>(statement: Statement<Row>): Promise<Row[]>
  /** True inside one transaction: after a statement that failed it runs no other. */
  readonly is_transaction: boolean
  /** Runs `work` in one transaction; inside a transaction, in the same one. */
  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>
  /**
   * Keeps `item` until the transaction's work is done; `lastAct` is then given all items kept for it, just before the commit. For
   * what takes a lock that must be the last. @throws Error outside a transaction
   */
  beforeCommit<Item>(lastAct: LastAct<Item>, item: Item): void
}

/** What is done once in a transaction, at its very end. What it throws takes the transaction back. */
export type LastAct<Item> = (db: Db, items: readonly Item[]) => Promise<void>

/** What a transaction keeps for its end. */
type Kept = Map<LastAct<unknown>, unknown[]>

/** The pool with what a process needs beside statements. */
export interface Database extends Db {
  /** The driver itself, for LISTEN/NOTIFY, migrations and the job queue. */
  readonly driver: postgres.Sql
  close(): Promise<void>
}

/** Where PostgreSQL is. A url, or the socket of the embedded server. */
export type DatabaseAddress = { url: string } | { host: string; port: number; username: string; database: string; password?: string }

/** Looks at a statement before it runs and throws when it must not; see tenant_check.ts. */
export type StatementCheck = (text: string) => void

/** A transaction waits for its process this long and no longer. */
const IDLE_IN_TRANSACTION_MS = 60_000

const asIs: StatementCheck = () => {}

/** Opens a pool of `max` connections. Nothing is connected until the first statement. */
export function openDatabase(address: DatabaseAddress, options: { max?: number; check?: StatementCheck; name?: string } = {}): Database {
  const settings = {
    max: options.max ?? 10,
    types: postgresTypes,
    fetch_types: false,
    onnotice: () => {},
    connection: {
      TimeZone: 'UTC',
      DateStyle: 'ISO',
      application_name: options.name ?? 'deskhand',
      // the second net: a transaction nobody goes on with gives its locks and its connection back
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    },
    backoff: (retries: number) => Math.min(0.05 * 2 ** retries, 1),
  }
  // the driver's type parameter names the custom types; nothing outside this file looks at it
  const open = () => ('url' in address ? postgres(address.url, settings) : postgres({ ...address, ...settings })) as unknown as postgres.Sql
  const pool = openPool(open)
  const db = makeDb(pool, options.check ?? asIs)
  return {
    ...db,
    get driver() {
      return pool.current()
    },
    close: () => pool.close(),
  }
}

function makeDb(line: Pool | Line, check: StatementCheck, kept?: Kept): Db {
  const send = async (statement: Statement<unknown>, prepare: boolean) => {
    const { sql: text, parameters } = 'compile' in statement ? statement.compile() : statement
    check(text)
    const sql = line.current()
    try {
      return await sql.unsafe(text, parameters as never[], { prepare })
    } catch (error) {
      line.failed(error, sql)
      throw error
    }
  }
  const db: Db = {
    all: async <Row>(statement: Statement<Row>) => (await send(statement, true)) as unknown as Row[],
    first: async <Row>(statement: Statement<Row>) => (await send(statement, true))[0] as Row | undefined,
    run: async (statement) => (await send(statement, true)).count,
    planned: async <Row>(statement: Statement<Row>) => (await send(statement, false)) as unknown as Row[],
    is_transaction: kept !== undefined,
    transaction: (work) => ('close' in line ? runTransaction(line, (inner) => workToTheEnd(inner, check, work)) : work(db)),
    beforeCommit(lastAct, item) {
      if (kept === undefined) throw new Error('Only a transaction has an end that something can be done at')
      const act = lastAct as LastAct<unknown>
      const items = kept.get(act)
      if (items === undefined) kept.set(act, [item])
      else items.push(item)
    },
  }
  return db
}

async function workToTheEnd<Result>(line: Line, check: StatementCheck, work: (db: Db) => Promise<Result>): Promise<Result> {
  const kept: Kept = new Map()
  const db = makeDb(line, check, kept)
  const result = await work(db)
  for (const [lastAct, items] of kept) await lastAct(db, items)
  return result
}

/** True when an error says that a unique index was violated; `constraint` names it. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof postgres.PostgresError && error.code === '23505' && (constraint === undefined || error.constraint_name === constraint)
  )
}

const NEVER_BEGUN = new Set(['ECONNREFUSED', 'ENOENT', 'CONNECT_TIMEOUT', 'CONNECTION_ENDED', '57P03', '53300'])

/** True when an error says that the database could not be reached at all, so that nothing was done and the caller may try again. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Error && NEVER_BEGUN.has(String((error as { code?: unknown }).code))
}
