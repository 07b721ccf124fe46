// ACCESS TO POSTGRESQL: one driver, every statement named and prepared, one place where statements run.
// Not here: any statement of a resource; those are in its store.ts.
import type postgres from 'postgres'
import type { DatabaseAddress } from './address.ts'
import { isLookup } from './builder.ts'
import type { Db, Statement, StatementCheck } from './db.ts'
import { type Connection, type Rows, runTransaction, type Text } from './connection_loss.ts'
import type { PoolCounts } from './pool_counts.ts'
import { openPool, type PoolOptions, type PoolShare } from './connections.ts'
import { isRead, isUndone } from './outage.ts'
import { type AccountAct, type RequestScope, requireTime } from './request_scope.ts'
import type { PoolFigures } from './fair_pool.ts'
import { rowsOf } from './driver.ts'
import type { SharedConnection } from './shared_connection.ts'
import { allOf } from '#lib/all_of.ts'
import { runInStatementSpan } from './statement_span.ts'
import { compileStatement, type Purpose, type Source, Statements, TransactionDb } from './transaction_db.ts'

/** A pool, within one share of it. */
export interface PoolPart extends Db {
  /** Runs a statement of the process itself that belongs to no instance: creating partitions, for example. */
  unchecked<Row>(text: string, parameters?: readonly unknown[]): Promise<Row[]>
}

/** The pool with what a process needs beside statements. */
export interface Database extends PoolPart {
  /**
   * The same connections, within the share of an instance or another named user of the pool. What writes for a request leaves connections for
   * what only reads: see fair_pool.ts. What an act of an account writes is subject to the state of that account.
   */
  for(key: string | number, request?: RequestScope, act?: AccountAct): PoolPart
  /** How many connections are in use, and how many callers wait for one. */
  figures(): PoolFigures
  /** Counters since the pool was opened. */
  readonly counts: PoolCounts
  /** The driver itself, with its own connections and without time limits: for migrations and bulk loads. */
  readonly driver: postgres.Sql
  /** Ends within seconds, even if the server does not respond. */
  close(): Promise<void>
}

const CLOSE_SECONDS = 3

/** Opens a pool of `max` connections. Nothing is connected until the first statement. */
export function openDatabase(address: DatabaseAddress, options: PoolOptions & { check?: StatementCheck } = {}): Database {
  const pool = openPool(address, options)
  let driver: postgres.Sql | undefined
  return new PooledDatabase({ pool, check: options.check ?? (() => {}) }, [pool.common, pool.common], {
    driver: () => (driver ??= pool.openDriver()),
    close: async () =>
      void (await allOf(
        () => pool.close(CLOSE_SECONDS),
        () => driver?.end({ timeout: CLOSE_SECONDS }),
      )),
  })
}

/** A pool, within one share of it. Created for each request: it holds only its share and what it runs for. */
class PoolDb extends Statements implements PoolPart {
  readonly is_transaction = false
  readonly fate = 'committed'
  protected readonly source: Source
  private readonly reading: PoolShare
  /** For transactions and statements that write: they may wait for locks, and leave connections for reads. */
  private readonly writing: PoolShare
  private readonly purpose: Purpose

  constructor(source: Source, [reading, writing]: readonly [PoolShare, PoolShare], purpose: Purpose) {
    super()
    this.source = source
    this.reading = reading
    this.writing = writing
    this.purpose = purpose
  }

  send(statement: Statement<unknown>, prepare: boolean): Promise<Rows> {
    const text = compileStatement(this.source, statement, prepare)
    return this.source.pool.shared !== undefined && isLookup(text.text) ? this.lookUp(text, this.source.pool.shared) : this.execute(text)
  }

  private async lookUp(text: Text, shared: SharedConnection): Promise<Rows> {
    requireTime(this.purpose.request)
    return runInStatementSpan(text.text, async () => {
      const found = await shared.run(text)
      if (found !== undefined) return found
      requireTime(this.purpose.request)
      return this.begin(text)
    })
  }

  async unchecked<Row>(text: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return rowsOf<Row>(await this.execute({ text, parameters, prepare: false }))
  }

  private execute(text: Text): Promise<Rows> {
    const { request, act } = this.purpose
    requireTime(request)
    if ((request === undefined && act === undefined) || isRead(text.text)) return this.sendText(text)
    const sent = act === undefined ? this.sendText(text) : this.write(text, act)
    if (request === undefined || request.has_committed) return sent
    return sent.then((rows) => {
      if (rows.count > 0) request.has_committed = true
      return rows
    })
  }

  private sendText(text: Text): Promise<Rows> {
    return runInStatementSpan(text.text, () => this.begin(text))
  }

  /** Runs a single statement of an act that writes. */
  private async write(text: Text, act: AccountAct): Promise<Rows> {
    act.writing += 1
    try {
      const connection = act.prepareTransaction() === undefined ? this.source.pool.take(this.writing) : undefined
      if (connection !== undefined) return await runInStatementSpan(text.text, () => connection.runOnce(text, this.writing))
      // a transaction asks once it has a connection: seconds may have passed then
      return await this.runTransaction((db) => db.sendText(text))
    } finally {
      act.writing -= 1
    }
  }

  private begin(text: Text): Promise<Rows> {
    const { pool } = this.source
    const share = this.reading === this.writing || isRead(text.text) ? this.reading : this.writing
    const connection = pool.take(share)
    return connection === undefined ? pool.wait(share).then((late) => late.runOnce(text, share)) : connection.runOnce(text, share)
  }

  async transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    return this.runTransaction(work)
  }

  private async runTransaction<Result>(work: (db: TransactionDb) => Promise<Result>): Promise<Result> {
    const { request, act } = this.purpose
    requireTime(request)
    if (act !== undefined) act.writing += 1
    const { pool } = this.source
    let connection: Connection | undefined
    let db: TransactionDb | undefined
    try {
      connection = pool.take(this.writing) ?? (await pool.wait(this.writing))
      const result = await runTransaction(
        connection,
        (line) => (db = new TransactionDb(this.source, line, this.purpose)).runWhole(work),
        () => requireTime(request),
      )
      if (request !== undefined) request.has_committed = true
      db?.endCommitted()
      return result
    } catch (error) {
      if (db !== undefined && isUndone(error)) db.fate = 'undone'
      else db?.endCommitted()
      throw error
    } finally {
      if (connection !== undefined) pool.give(this.writing, connection)
      if (act !== undefined) act.writing -= 1
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
    process: { driver: () => postgres.Sql; close: () => Promise<void> },
  ) {
    super(source, shares, { request: undefined, act: undefined })
    this.ownDriver = process.driver
    this.close = process.close
  }

  get driver(): postgres.Sql {
    return this.ownDriver()
  }

  for(key: string | number, request?: RequestScope, act?: AccountAct): PoolPart {
    const { pool } = this.source
    const reading = pool.share(key)
    return new PoolDb(this.source, [reading, request === undefined ? reading : pool.share(key, true)], { request, act })
  }

  get counts(): PoolCounts {
    return this.source.pool.counts
  }

  figures(): PoolFigures {
    return this.source.pool.figures()
  }
}
