/**
 * One connection, and what becomes of its statements when it breaks. postgres.js 3.4 cannot be left alone with that: told of the error
 * inside a transaction it sends a ROLLBACK on the connection that is gone, which ends the process or lands in another's
 * transaction, and a connection that broke while it was spoken to may never work again. So each connection is a driver of its own, used by
 * one at a time, and replaced after a loss.
 * @source https://github.com/porsager/postgres/issues/1208, https://github.com/porsager/postgres/pull/1215
 */
import type postgres from 'postgres'
import type { Share } from './fair_pool.ts'
import { isConnectionLoss, isRead, noteUndone } from './outage.ts'
import { countError, type PoolCounts } from './pool_counts.ts'

/** How long the statements of a pool may take. */
export interface Limits {
  /** A statement. Longer ones are cancelled by the server; one that is not even answered then is taken for lost. */
  readonly statement_seconds: number
  /** Waiting for a row or table that somebody else holds. */
  readonly lock_seconds: number
}

/** Makes a driver with one connection; `closed` is to be called whenever that is closed. */
export type OpenDriver = (closed: () => void) => postgres.Sql

/** One session of a connection: until it breaks. */
class Session {
  readonly sql: postgres.Sql
  /** Whether its settings are made, on the connection that it has now. */
  is_ready = false
  /** How often its connection was closed. */
  closed = 0
  /** Statements under way, and since which tick nothing has moved. */
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
    // behind others nothing moves by it
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

/** What a connection is made with. */
export interface ConnectionParts {
  readonly open: OpenDriver
  /** A statement for each new session. */
  readonly settings: string
  readonly clock: { ticks: number }
  readonly giveBack: (share: Share<Connection>, connection: Connection) => void
  readonly counts: PoolCounts
}

/** A statement as the driver takes it. */
export interface Text {
  readonly text: string
  readonly parameters: unknown[]
  readonly prepare: boolean
}

/** One connection of a pool. */
export class Connection {
  private readonly parts: ConnectionParts
  /** Another one after a loss. */
  private session: Session
  private was_open = false

  constructor(parts: ConnectionParts) {
    this.parts = parts
    this.session = new Session(parts.open, parts.clock)
  }

  /** Runs one statement for who was given this connection, and gives it back. */
  async runOnce(text: Text, share: Share<Connection>): Promise<Rows> {
    try {
      return await this.run(text)
    } finally {
      this.parts.giveBack(share, this)
    }
  }

  /** Runs one statement, behind those that are under way. Settings are made first where the session is new. */
  async run({ text, parameters, prepare }: Text): Promise<Rows> {
    const session = this.readySession() ?? (await this.setUp())
    session.begins()
    try {
      return await session.sql.unsafe(text, parameters as never[], { prepare })
    } catch (error) {
      if (isRead(text)) noteUndone(error)
      this.failed(error, session)
      throw error
    } finally {
      session.ends()
    }
  }

  /** The session, unless its settings have to be made first. */
  readySession(): Session | undefined {
    return this.session.is_ready ? this.session : undefined
  }

  /** A session with its settings made. A pooler would refuse them at the start of a connection. */
  async setUp(): Promise<Session> {
    while (!this.session.is_ready) {
      const { session } = this
      const { closed } = session
      session.begins()
      try {
        await session.sql.unsafe(this.parts.settings)
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

  /** To be told of every failed statement and where it was sent. */
  failed(error: unknown, session: Session): void {
    countError(this.parts.counts, error)
    if (session === this.session && isConnectionLoss(error)) this.renew()
  }

  /** True when the server has not answered for so many ticks. */
  isSilent(ticks: number): boolean {
    return this.session.isSilent(ticks)
  }

  /** How many statements were sent and are not answered. */
  underWay(): number {
    return this.session.underWay()
  }

  /** Gives up the session: its statements fail as lost, and the next ones go to a new one. */
  renew(): void {
    const { sql } = this.session
    this.session = new Session(this.parts.open, this.parts.clock)
    void sql.end({ timeout: 0 })
  }

  /** Closes it when its statement has ended, at the latest after so many seconds. */
  close(seconds: number): Promise<void> {
    return this.session.sql.end({ timeout: seconds })
  }
}

/** What a statement brings. */
export type Rows = postgres.RowList<postgres.Row[]>

/** Where the statements of one transaction are sent. */
export interface Line {
  /** @throws the loss when its connection is lost */
  run(statement: Text): Promise<Rows>
}

/**
 * Runs `work` in one transaction. After a loss the driver never learns how `work` ended, so it says nothing more on that connection.
 * `mayCommit` is asked at the end and throws when it must not be.
 */
export async function runTransaction<Result>(
  connection: Connection,
  work: (line: Line) => Promise<Result>,
  mayCommit: () => void,
): Promise<Result> {
  const session = connection.readySession() ?? (await connection.setUp())
  return new Promise((resolve, reject) => {
    let loss: unknown
    let isCommitting = false
    const failed = (error: unknown) => {
      if (isConnectionLoss(error)) {
        loss ??= error
        if (!isCommitting) noteUndone(error)
      }
      connection.failed(error, session)
    }
    const workThrough = async (inner: postgres.TransactionSql, commit: (result: Result) => void, rollBack: (error: unknown) => void) => {
      try {
        const result = await work(lineOf(inner, { session, failed, loss: () => loss }))
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
        resolve((await session.sql.begin(tell)) as Result)
      } catch (error) {
        failed(error)
        reject(error)
      } finally {
        session.ends()
      }
    }
    void begin()
  })
}

interface Fate {
  readonly session: Session
  readonly failed: (error: unknown) => void
  readonly loss: () => unknown
}

function lineOf(inner: postgres.TransactionSql, { session, failed, loss }: Fate): Line {
  return {
    async run({ text, parameters, prepare }) {
      if (loss() !== undefined) throw loss()
      session.begins()
      try {
        return await inner.unsafe(text, parameters as never[], { prepare })
      } catch (error) {
        failed(error)
        throw error
      } finally {
        session.ends()
      }
    },
  }
}
