/**
 * One connection, and the handling of its statements when it is lost. postgres.js 3.4 cannot be relied on here: after such an error inside
 * a transaction it sends a ROLLBACK on the lost connection, which ends the process or reaches another transaction, and a connection lost in
 * the middle of a statement may never work again. So each connection is a driver instance of its own, used by one caller at a time, and
 * replaced after a loss.
 * @source https://github.com/porsager/postgres/issues/1208, https://github.com/porsager/postgres/pull/1215
 */
import type postgres from 'postgres'
import type { Share } from './fair_pool.ts'
import { DatabaseFault, isConnectionLoss, isRead, noteUndone, STANDBY } from './outage.ts'
import { countError, type PoolCounts } from './pool_counts.ts'
import { sendText } from './driver.ts'

/** The time limits for statements of a pool. */
export interface Limits {
  /** Of one statement. The server cancels longer ones; when even that is not answered, the connection counts as lost. */
  readonly statement_seconds: number
  /** Of waiting for a lock on a row or table. */
  readonly lock_seconds: number
}

/** Creates a driver with one connection, which calls `closed` whenever that is closed. */
export type OpenDriver = (closed: () => void) => postgres.Sql

/** One session of a connection: until the connection is lost. */
class Session {
  readonly sql: postgres.Sql
  /** Whether its settings are made, on its current connection. */
  is_ready = false
  /** How often its connection was closed. */
  closed = 0
  /** The number of statements in flight, and the tick of the last progress. */
  private pending = 0
  private since = 0
  private readonly clock: { ticks: number }

  constructor(open: OpenDriver, clock: { ticks: number }) {
    this.clock = clock
    this.sql = open(() => {
      this.is_ready = false
      this.closed += 1
    })
  }

  begins(): void {
    // a statement queued behind others is no progress
    if (this.pending === 0) this.since = this.clock.ticks
    this.pending += 1
  }

  ends(): void {
    this.pending -= 1
    this.since = this.clock.ticks
  }

  isSilent(ticks: number): boolean {
    return this.pending > 0 && this.clock.ticks - this.since > ticks
  }

  underWay(): number {
    return this.pending
  }
}

/** The dependencies of a connection. */
export interface ConnectionParts {
  readonly open: OpenDriver
  /** A statement for each new session. Its row says whether the server `is_standby`. */
  readonly settings: string
  readonly clock: { ticks: number }
  readonly giveBack: (share: Share<Connection>, connection: Connection) => void
  readonly counts: PoolCounts
}

/** A statement in the form the driver takes. */
export interface Text {
  readonly text: string
  readonly parameters: readonly unknown[]
  readonly prepare: boolean
}

/** One connection of a pool. */
export class Connection {
  private readonly parts: ConnectionParts
  /** Replaced by a new one after a loss. */
  private session: Session
  private was_open = false

  constructor(parts: ConnectionParts) {
    this.parts = parts
    this.session = new Session(parts.open, parts.clock)
  }

  /** Runs one statement for the share that holds this connection, and gives it back. */
  async runOnce(text: Text, share: Share<Connection>): Promise<Rows> {
    try {
      return await this.run(text)
    } finally {
      this.parts.giveBack(share, this)
    }
  }

  /** Runs one statement, after those in flight. In a new session the settings are made first. */
  async run({ text, parameters, prepare }: Text): Promise<Rows> {
    const session = this.readySession() ?? (await this.setUp())
    session.begins()
    try {
      return await sendText(session.sql, text, parameters, { prepare })
    } catch (error) {
      if (isRead(text)) noteUndone(error)
      this.failed(error, session)
      throw error
    } finally {
      session.ends()
    }
  }

  /** The session, unless its settings are still to be made. */
  readySession(): Session | undefined {
    return this.session.is_ready ? this.session : undefined
  }

  /** A session with its settings made. They are not sent as startup parameters because poolers refuse those. */
  async setUp(): Promise<Session> {
    while (!this.session.is_ready) {
      const { session } = this
      const { closed } = session
      session.begins()
      try {
        const [row] = await session.sql.unsafe<{ is_standby: boolean }[]>(this.parts.settings)
        if (row?.is_standby !== false) throw new DatabaseFault(STANDBY, 'the server is a standby')
        session.is_ready = session.closed === closed
        if (this.was_open) this.parts.counts.reconnects += 1
        this.was_open = true
      } catch (error) {
        noteUndone(error)
        this.failed(error, session)
        throw error
      } finally {
        session.ends()
      }
    }
    return this.session
  }

  /** To be called for every failed statement, with the session it was sent on. */
  failed(error: unknown, session: Session): void {
    countError(this.parts.counts, error)
    if (session === this.session && isConnectionLoss(error)) this.renew()
  }

  /** True when the server has not answered for more than this many ticks. */
  isSilent(ticks: number): boolean {
    return this.session.isSilent(ticks)
  }

  /** The number of statements sent and not yet answered. */
  underWay(): number {
    return this.session.underWay()
  }

  /** Abandons the session: its statements fail as lost, and the next ones go to a new one. */
  renew(): void {
    const { sql } = this.session
    this.session = new Session(this.parts.open, this.parts.clock)
    void sql.end({ timeout: 0 })
  }

  /** Closes it when its statement has ended, at the latest after this many seconds. */
  close(seconds: number): Promise<void> {
    return this.session.sql.end({ timeout: seconds })
  }
}

/** The result of a statement. */
export type Rows = postgres.RowList<postgres.Row[]>

/** Sends the statements of one transaction. */
export interface TransactionConnection {
  /** @throws the loss when its connection is lost */
  run(statement: Text): Promise<Rows>
}

/**
 * Runs `work` in one transaction. After a loss the callback of the driver never settles, so that nothing more is sent on that connection.
 * `mayCommit` is called at the end and throws when the transaction must not be committed.
 */
export async function runTransaction<Result>(
  connection: Connection,
  work: (line: TransactionConnection) => Promise<Result>,
  mayCommit: () => void,
): Promise<Result> {
  const session = connection.readySession() ?? (await connection.setUp())
  return new Promise((resolve, reject) => {
    let loss: unknown
    let isCommitting = false
    const noteFailure = (error: unknown) => {
      if (isConnectionLoss(error)) {
        loss ??= error
        if (!isCommitting) noteUndone(error)
      }
      connection.failed(error, session)
    }
    const workThrough = async (inner: postgres.TransactionSql, commit: (result: Result) => void, rollBack: (error: unknown) => void) => {
      try {
        const result = await work(lineOf(inner, { session, failed: noteFailure, loss: () => loss }))
        if (loss === undefined) mayCommit()
        if (loss !== undefined) return reject(loss)
        isCommitting = true
        session.begins()
        commit(result)
      } catch (error) {
        if (loss !== undefined) return reject(loss)
        session.begins()
        rollBack(error)
      }
    }
    const tell = (inner: postgres.TransactionSql) => {
      session.ends() // BEGIN
      return new Promise<Result>((commit, rollBack) => void workThrough(inner, commit, rollBack))
    }
    const begin = async () => {
      session.begins() // until BEGIN is answered, and again from COMMIT or ROLLBACK on
      try {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver unwraps lists of promises, and this is none
        resolve((await session.sql.begin(tell)) as Result)
      } catch (error) {
        noteFailure(error)
        reject(error)
      } finally {
        session.ends()
      }
    }
    void begin()
  })
}

interface LineState {
  readonly session: Session
  readonly failed: (error: unknown) => void
  readonly loss: () => unknown
}

function lineOf(inner: postgres.TransactionSql, { session, failed, loss }: LineState): TransactionConnection {
  return {
    async run({ text, parameters, prepare }) {
      if (loss() !== undefined) throw loss()
      session.begins()
      try {
        return await sendText(inner, text, parameters, { prepare })
      } catch (error) {
        failed(error)
        throw error
      } finally {
        session.ends()
      }
    },
  }
}
