// ACCESS TO POSTGRESQL: one driver, every statement named and prepared, one place where statements run.
// Not here: any statement of a resource; those are in its store.ts.
import type { Compilable, CompiledQuery } from 'kysely'
import type postgres from 'postgres'
import type { DatabaseAddress } from './address.ts'
import { isLookup } from './builder.ts'
import { type TransactionConnection, type Rows, runTransaction, type Text } from './connection_loss.ts'
import type { PoolCounts } from './pool_counts.ts'
import { openPool, type Pool, type PoolOptions, type PoolShare } from './connections.ts'
import { isRead, isUndone } from './outage.ts'
import { type RequestScope, requireTime } from './request_scope.ts'
import type { PoolFigures } from './fair_pool.ts'
import { rowsOf } from './driver.ts'
import { makePrepared } from './prepared.ts'
import type { SharedConnection } from './shared_connection.ts'
import { TransactionEnd } from './transaction_end.ts'
import { allOf } from '../lib/all_of.ts'
import { runInStatementSpan } from './statement_span.ts'

/** A statement to run: a Kysely builder, or its compiled text with parameters. */
export type Statement<Row> = Compilable<Row> | CompiledQuery<Row>

/** Runs statements, on the pool or inside one transaction. */
export interface Db {
  /** All rows. */
  all<Row>(statement: Statement<Row>): Promise<Row[]>
  /** The first row, or undefined when there is none. */
  first<Row>(statement: Statement<Row>): Promise<Row | undefined>
  /** The first row of a statement that returns one. @throws Error when there is none */
  one<Row>(statement: Statement<Row>): Promise<Row>
  /** Runs a statement for its effect; returns the number of affected rows. */
  run(statement: Statement<unknown>): Promise<number>
  /** As {@link Db.all}, planned with the real values each time: for searches, whose best plan depends on them. */
  planned<Row>(statement: Statement<Row>): Promise<Row[]>
  /** True inside a transaction: after a failed statement it runs no other. */
  readonly is_transaction: boolean
  /** The state of the transaction; outside of one everything is committed at once. `committed` also when the outcome is unknown. */
  readonly fate: 'open' | 'committed' | 'undone'
  /** Runs `work` in one transaction; inside a transaction, in the same one. */
  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>
  /** Calls `lastAct` once with all its items just before the commit: for locks that must be taken last. @throws Error outside a transaction */
  beforeCommit<Item>(lastAct: CommitStep<Item>, item: Item): void
  /** Calls `act` once the transaction is committed, or its outcome is unknown; outside of one at once. It must not throw. */
  afterCommit(act: () => void): void
}

/** Runs once in a transaction, just before its commit. An error rolls the transaction back. */
export type CommitStep<Item> = (db: Db, items: readonly Item[]) => Promise<void>

/** A pool, within one share of it. */
export interface PoolPart extends Db {
  /** Runs a statement of the process itself that belongs to no instance: creating partitions, for example. */
  unchecked<Row>(text: string, parameters?: readonly unknown[]): Promise<Row[]>
}

/** The pool with what a process needs beside statements. */
export interface Database extends PoolPart {
  /**
   * The same connections, within the share of an instance or another named user of the pool. What writes for a request leaves connections for
   * what only reads: see fair_pool.ts.
   */
  for(key: string | number, request?: RequestScope): PoolPart
  /** How many connections are in use, and how many callers wait for one. */
  figures(): PoolFigures
  /** Counters since the pool was opened. */
  readonly counts: PoolCounts
  /** The driver itself, with its own connections and without time limits: for migrations and bulk loads. */
  readonly driver: postgres.Sql
  /** Ends within seconds, even if the server does not respond. */
  close(): Promise<void>
}

/** Checks a statement before it runs and throws if it must not; tests give one. */
export type StatementCheck = (text: string) => void

const CLOSE_SECONDS = 3
const isPrepared = makePrepared()

/** Opens a pool of `max` connections. Nothing is connected until the first statement. */
export function openDatabase(address: DatabaseAddress, options: PoolOptions & { check?: StatementCheck } = {}): Database {
  const pool = openPool(address, options)
  let driver: postgres.Sql | undefined
  return new PooledDatabase({ pool, check: options.check ?? (() => {}) }, [pool.common, pool.common], undefined, {
    driver: () => (driver ??= pool.openDriver()),
    close: async () =>
      void (await allOf(
        () => pool.close(CLOSE_SECONDS),
        () => driver?.end({ timeout: CLOSE_SECONDS }),
      )),
  })
}

interface Source {
  readonly pool: Pool
  readonly check: StatementCheck
}

function compileStatement({ check }: Source, statement: Statement<unknown>, prepare: boolean): Text {
  const { sql, parameters, query } = 'compile' in statement ? statement.compile() : statement
  check(sql)
  // hand-written statements have no query tree
  return { text: sql, parameters, prepare: prepare && (query === undefined || isPrepared(sql)) }
}

/** The methods of {@link Db} over one way to send a statement. */
abstract class Statements {
  abstract send(statement: Statement<unknown>, prepare: boolean): Promise<Rows>

  async all<Row>(statement: Statement<Row>): Promise<Row[]> {
    return rowsOf<Row>(await this.send(statement, true))
  }

  async first<Row>(statement: Statement<Row>): Promise<Row | undefined> {
    return rowsOf<Row>(await this.send(statement, true))[0]
  }

  async one<Row>(statement: Statement<Row>): Promise<Row> {
    const row = await this.first(statement)
    if (row === undefined) throw new Error('The statement returned no row')
    return row
  }

  async run(statement: Statement<unknown>): Promise<number> {
    return (await this.send(statement, true)).count
  }

  async planned<Row>(statement: Statement<Row>): Promise<Row[]> {
    return rowsOf<Row>(await this.send(statement, false))
  }
}

/** A pool, within one share of it. Created for each request: it holds only its share and its request. */
class PoolDb extends Statements implements PoolPart {
  readonly is_transaction = false
  readonly fate = 'committed'
  protected readonly source: Source
  private readonly reading: PoolShare
  /** For transactions and statements that write: they may wait for locks, and leave connections for reads. */
  private readonly writing: PoolShare
  private readonly errand: RequestScope | undefined

  constructor(source: Source, [reading, writing]: readonly [PoolShare, PoolShare], request: RequestScope | undefined) {
    super()
    this.source = source
    this.reading = reading
    this.writing = writing
    this.errand = request
  }

  send(statement: Statement<unknown>, prepare: boolean): Promise<Rows> {
    const text = compileStatement(this.source, statement, prepare)
    return this.source.pool.shared !== undefined && isLookup(text.text) ? this.lookUp(text, this.source.pool.shared) : this.execute(text)
  }

  private async lookUp(text: Text, shared: SharedConnection): Promise<Rows> {
    requireTime(this.errand)
    return runInStatementSpan(text.text, async () => {
      const found = await shared.run(text)
      if (found !== undefined) return found
      requireTime(this.errand)
      return this.begin(text)
    })
  }

  async unchecked<Row>(text: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return rowsOf<Row>(await this.execute({ text, parameters, prepare: false }))
  }

  private execute(text: Text): Promise<Rows> {
    requireTime(this.errand)
    const sent = runInStatementSpan(text.text, () => this.begin(text))
    const { errand: request } = this
    if (request === undefined || request.has_committed || isRead(text.text)) return sent
    return sent.then((rows) => {
      if (rows.count > 0) request.has_committed = true
      return rows
    })
  }

  private begin(text: Text): Promise<Rows> {
    const { pool } = this.source
    const share = this.reading === this.writing || isRead(text.text) ? this.reading : this.writing
    const connection = pool.take(share)
    return connection === undefined ? pool.wait(share).then((late) => late.runOnce(text, share)) : connection.runOnce(text, share)
  }

  async transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    requireTime(this.errand)
    const { pool } = this.source
    const connection = pool.take(this.writing) ?? (await pool.wait(this.writing))
    let db: TransactionDb | undefined
    try {
      const result = await runTransaction(
        connection,
        (line) => (db = new TransactionDb(this.source, line, this.errand)).toTheEnd(work),
        () => requireTime(this.errand),
      )
      if (this.errand !== undefined) this.errand.has_committed = true
      db?.endCommitted()
      return result
    } catch (error) {
      if (db !== undefined && isUndone(error)) db.fate = 'undone'
      else db?.endCommitted()
      throw error
    } finally {
      pool.give(this.writing, connection)
    }
  }

  beforeCommit(): void {
    throw new Error('Only a transaction has an end that something can be done at')
  }

  afterCommit(act: () => void): void {
    act()
  }
}

class PooledDatabase extends PoolDb implements Database {
  readonly close: () => Promise<void>
  private readonly ownDriver: () => postgres.Sql

  constructor(
    source: Source,
    shares: readonly [PoolShare, PoolShare],
    request: RequestScope | undefined,
    process: { driver: () => postgres.Sql; close: () => Promise<void> },
  ) {
    super(source, shares, request)
    this.ownDriver = process.driver
    this.close = process.close
  }

  get driver(): postgres.Sql {
    return this.ownDriver()
  }

  for(key: string | number, request?: RequestScope): PoolPart {
    const { pool } = this.source
    const reading = pool.share(key)
    return new PoolDb(this.source, [reading, request === undefined ? reading : pool.share(key, true)], request)
  }

  get counts(): PoolCounts {
    return this.source.pool.counts
  }

  figures(): PoolFigures {
    return this.source.pool.figures()
  }
}

class TransactionDb extends Statements implements Db {
  readonly is_transaction = true
  fate: Db['fate'] = 'open'
  private readonly source: Source
  private readonly line: TransactionConnection
  private readonly errand: RequestScope | undefined
  private readonly end = new TransactionEnd<Db>()

  constructor(source: Source, line: TransactionConnection, request: RequestScope | undefined) {
    super()
    this.source = source
    this.line = line
    this.errand = request
  }

  send(statement: Statement<unknown>, prepare: boolean): Promise<Rows> {
    requireTime(this.errand)
    const text = compileStatement(this.source, statement, prepare)
    return runInStatementSpan(text.text, () => this.line.run(text))
  }

  async transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    return work(this)
  }

  beforeCommit<Item>(lastAct: CommitStep<Item>, item: Item): void {
    this.end.addStep(lastAct, item)
  }

  afterCommit(act: () => void): void {
    this.end.addLaterAct(act)
  }

  /** Notes that it is committed, or may be. */
  endCommitted(): void {
    this.fate = 'committed'
    this.end.runLaterActs()
  }

  async toTheEnd<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    const result = await work(this)
    await this.end.runSteps(this)
    return result
  }
}
