/**
 * What becomes of statements when their connection breaks. postgres.js 3.4 cannot be left alone with that: told of the error
 * inside a transaction it sends a ROLLBACK on the connection that is gone, which ends the process or lands in a stranger's
 * transaction, and a connection that broke while it was spoken to may never work again.
 * @source https://github.com/porsager/postgres/issues/1208, https://github.com/porsager/postgres/pull/1215
 */
import type postgres from 'postgres'

/** The driver's own words, the system's, and PostgreSQL's last ones: shut down, crashed, idle or in a transaction for too long. */
const LOSSES: readonly unknown[] = [
  ...['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT'],
  ...['ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  ...['57P01', '57P02', '57P05', '25P03', '25P04'],
]
/** How long statements on the other connections of a broken pool may take to end. */
const DRAIN_SECONDS = 10

/** True when a connection broke under a statement: whether it was carried out is not known. */
export function isConnectionLoss(error: unknown): boolean {
  return error instanceof Error && LOSSES.includes((error as { code?: unknown }).code)
}

/** Where statements are sent: the pool, or one transaction. */
export interface Line {
  /** @throws the loss, in a transaction whose connection is lost */
  current(): postgres.ISql
  /** To be told of every failed statement and where it was sent. */
  failed(error: unknown, sql: postgres.ISql): void
}

/** The driver's pool, replaced by a new one after a loss. */
export interface Pool extends Line {
  current(): postgres.Sql
  close(): Promise<void>
}

/** Opens a pool. Nothing is connected until the first statement. */
export function openPool(open: () => postgres.Sql): Pool {
  let sql = open()
  const draining = new Set<Promise<void>>()
  return {
    current: () => sql,
    failed(error, broken) {
      if (broken !== sql || !isConnectionLoss(error)) return
      const drained = sql.end({ timeout: DRAIN_SECONDS }).finally(() => draining.delete(drained))
      draining.add(drained)
      sql = open()
    },
    close: async () => void (await Promise.all([sql.end({ timeout: 5 }), ...draining])),
  }
}

/** Runs `work` in one transaction. After a loss the driver never learns how `work` ended, so it says nothing more on that connection. */
export function runTransaction<Result>(pool: Pool, work: (line: Line) => Promise<Result>): Promise<Result> {
  const sql = pool.current()
  return new Promise((resolve, reject) => {
    let loss: unknown
    const failed = (error: unknown) => {
      if (isConnectionLoss(error)) loss ??= error
      pool.failed(error, sql)
    }
    const tell = (inner: postgres.TransactionSql) =>
      new Promise<Result>((done, broken) => {
        const current = () => {
          if (loss !== undefined) throw loss
          return inner
        }
        work({ current, failed }).then(
          (result) => loss === undefined && done(result),
          (error: unknown) => (loss === undefined ? broken(error) : reject(error)),
        )
      })
    sql.begin(tell).then(
      (result) => resolve(result as Result),
      (error: unknown) => {
        failed(error)
        reject(error)
      },
    )
  })
}
