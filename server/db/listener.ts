/**
 * The connection on which a process receives notifications, and whether it still receives them. A connection can be silent without being
 * closed, and a pooler can share its session: so the process sends itself a heartbeat every second, over another connection, because that
 * proves what is needed: that what other sessions send arrives here. That connection is not of a pool that requests use, or a busy process
 * would wait for it and miss its own heartbeats. Notifications arrive in the order of their commits, so when a heartbeat has arrived, every
 * notification before it has arrived too. So for a fixed time (the lease) from the sending of a received heartbeat, nothing older than that
 * can have been missed.
 *
 * PostgreSQL lets one transaction that notifies commit at a time. One that waits for a synchronous standby holds back all others, and the
 * heartbeats. Then the lease ends, and nothing is cached; but as nobody can notify, nothing is missed, and the process is ready.
 */
import type postgres from 'postgres'
import { readStopwatch } from '#lib/clock.ts'
import { parseOwn } from '#lib/json.ts'
import { defineStatement } from './builder.ts'
import { LEASE_MS, type Lease, makeLease } from './lease.ts'
import { type Dropped, HEARTBEAT_MS, type Listener, type ListenerParts, type Notification, waitForFirstBeat } from './listening.ts'
import { openPostgres } from './open_postgres.ts'
import { isHeldByLock } from './outage.ts'
import { allOf } from '#lib/all_of.ts'

/** The listener's name in `pg_stat_activity`, as soon as it listens: who waits for confirmations looks for it. */
export const LISTENER = 'deskhand listener'
/** The condition on sessions `a` of `pg_stat_activity` that listen. A pooler may add the client's address to the name. */
export const IS_LISTENER_SQL = `a.datname = current_database() and starts_with(a.application_name, '${LISTENER}')`
const NEW_LISTENER = 'deskhand new listener'
/** Not in one message with `listen`, which PostgreSQL does when the message is over. */
const NAME_LISTENER = `select set_config('application_name', '${LISTENER}', false)`
/** A listener that receives nothing on a connection for this long opens another. */
const RETRY_MS = 3000
/** A closed connection is replaced after this time. */
const REOPEN_MS = 200
const CONNECT_SECONDS = 5
const KEEP_ALIVE_SECONDS = 10
/** Lets the server drop an unresponsive listener, so that nothing waits for it: keep-alive in seconds, `tcp_user_timeout` in ms. */
const SETTINGS = `select pg_backend_pid() as pid, set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),
  set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '10000', false)`

/** A heartbeat that waits longer for another commit is held back. Shorter than a probe waits for an answer (server/monitoring/readiness.ts). */
const HELD_MS = 750
/** Sends a heartbeat, and does not wait for the disk or a standby: nothing is lost with it. */
const sendBeat = defineStatement<unknown>(
  `select pg_notify($1, $2), set_config('synchronous_commit', 'off', true), set_config('lock_timeout', '${HELD_MS}', true)`,
)

/** A listener through which other processes listen too (machine_listener.ts) has two more parts. */
interface SharedParts {
  readonly is_shared: true
  /** Called when a heartbeat has extended the lease, with the session's PID. */
  readonly renewed: (until: number, pid: number) => void
}

/** Starts listening on a connection of its own. */
export async function openListener(parts: ListenerParts & Partial<SharedParts>): Promise<Listener> {
  const listener = new PostgresListener(parts)
  await listener.start()
  return listener
}

class PostgresListener implements Listener {
  private readonly parts: ListenerParts & Partial<SharedParts>
  private readonly lease: Lease
  private readonly mark = `beat-${process.pid}-${Math.random().toString(36).slice(2)}`
  private sql: postgres.Sql
  /** The number of the connection that listens, zero while none does: heartbeats of an earlier one prove nothing. */
  private listening = 0
  private connection = 0
  private session: number | null = null
  private beats = 0
  /** Heartbeats under way, with the moment they were sent. */
  private readonly sent = new Map<string, number>()
  /** When the last heartbeat was sent that the database has not answered yet; zero without one. */
  private beating_since = 0
  private is_started = false
  private is_closed = false
  private checked_at = readStopwatch()
  private opened_at = readStopwatch()
  private heard_at = 0
  /** When a heartbeat was held back last; zero if none was. */
  private held_at = 0
  private timer: NodeJS.Timeout | undefined
  private reopening: NodeJS.Timeout | undefined
  /** Resolved when the next heartbeat arrives or is held back. */
  private next = Promise.withResolvers<void>()

  constructor(parts: ListenerParts & Partial<SharedParts>) {
    this.parts = parts
    this.lease = makeLease(parts.forget, parts.state)
    this.sql = this.open()
  }

  async start(): Promise<void> {
    this.timer = setInterval(() => this.check(), HEARTBEAT_MS).unref()
    await this.listen()
    await waitForFirstBeat(this.next.promise)
    this.is_started = true
    this.lease.report()
  }

  isHearing(): boolean {
    return this.lease.isValid()
  }

  async received(): Promise<void> {
    if (this.isHearing()) return
    if (this.listening !== 0) this.beat()
    await this.next.promise
  }

  heardMs(): number {
    return readStopwatch() - (this.heard_at === 0 ? this.opened_at : this.heard_at)
  }

  doubt(): void {
    this.lease.end()
    this.sent.clear()
  }

  pid(): number | null {
    return this.session
  }

  say(message: Notification): void {
    this.sql.unsafe('select pg_notify($1, $2)', [this.parts.channel, JSON.stringify(message)]).catch(() => {})
  }

  reportDropped({ handled }: Dropped, confirm: () => void): void {
    if (handled === undefined) confirm()
    else void handled.then(confirm)
  }

  async close(): Promise<void> {
    this.is_closed = true
    clearInterval(this.timer)
    clearTimeout(this.reopening)
    await this.sql.end({ timeout: 1 })
  }

  private open(): postgres.Sql {
    const { address } = this.parts
    const options = {
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      fetch_types: false,
      connect_timeout: CONNECT_SECONDS,
      keep_alive: KEEP_ALIVE_SECONDS,
      connection: { application_name: NEW_LISTENER },
      onnotify: (_channel: string, payload: string) => own === this.sql && this.receive(payload),
      onclose: () => own === this.sql && this.lose(),
    }
    const own: postgres.Sql = openPostgres(address, options)
    return own
  }

  private receive(payload: string): void {
    const message = parseOwn<Notification>(payload)
    if (!message[0].startsWith(this.mark)) return this.parts.hear(message, this)
    const at = this.sent.get(message[0])
    if (at === undefined) return
    this.sent.delete(message[0])
    this.heard_at = readStopwatch()
    this.lease.extend(at + LEASE_MS)
    if (this.session !== null) this.parts.renewed?.(this.lease.until(), this.session)
    this.endWait()
  }

  private endWait(): void {
    this.next.resolve()
    this.next = Promise.withResolvers<void>()
  }

  /** Ends the lease, until another connection listens and a heartbeat has arrived on it. */
  private lose(): void {
    this.listening = 0
    this.session = null
    this.doubt()
    this.parts.forget()
    if (!this.is_closed) this.reopening ??= setTimeout(() => void this.reopen(), REOPEN_MS).unref()
  }

  private async reopen(): Promise<void> {
    clearTimeout(this.reopening)
    this.reopening = undefined
    const lost = this.sql
    this.sql = this.open() // a broken connection is not reused; see connection_loss.ts
    await allOf(
      () => lost.end({ timeout: 1 }),
      () => this.listen(),
    )
  }

  private async listen(): Promise<void> {
    const own = this.sql
    this.opened_at = readStopwatch()
    this.listening = 0
    try {
      const [row] = await own.unsafe<{ pid: number }[]>(SETTINGS)
      if (own !== this.sql) return
      this.session = row?.pid ?? null // set before the first message arrives: acknowledgements contain it
      await own.unsafe(`listen ${this.parts.channel}`)
      await own.unsafe(NAME_LISTENER)
      if (own !== this.sql) return
      this.parts.forget()
      this.doubt()
      this.listening = this.connection += 1
      this.beat()
    } catch {
      if (own === this.sql) this.lose() // reported by the lease if it lasts
    }
  }

  /** One at a time, unless the database has not answered for so long that the connection may be lost: then on another one. */
  private beat(): void {
    const now = readStopwatch()
    if (this.beating_since !== 0 && now - this.beating_since < RETRY_MS) return
    this.beating_since = now
    const id = `${this.mark}-${this.connection}-${(this.beats += 1)}`
    if (this.sent.size > 10) this.sent.clear()
    this.sent.set(id, now)
    const message: Notification = this.parts.is_shared === true ? [id, null, this.session, 'shared'] : [id, null, this.session]
    this.parts.db
      .run(sendBeat(this.parts.channel, JSON.stringify(message)))
      .catch((error: unknown) => this.noteUnsent(id, error))
      .finally(() => {
        if (this.beating_since === now) this.beating_since = 0
      })
  }

  /** No heartbeat arrives then: the lease reports it if that lasts. */
  private noteUnsent(id: string, error: unknown): void {
    this.sent.delete(id)
    if (this.listening === 0 || !isHeldByLock(error)) return
    this.held_at = readStopwatch()
    this.endWait()
  }

  private check(): void {
    const now = readStopwatch()
    // this process itself was suspended: pending notifications are read before it is judged
    const wasSuspended = now - this.checked_at > 2 * HEARTBEAT_MS
    this.checked_at = now
    if (this.listening !== 0) this.beat()
    if (wasSuspended || !this.is_started) return
    this.lease.report()
    if (this.isHearing() || this.reopening !== undefined || now - Math.max(this.heard_at, this.held_at, this.opened_at) < RETRY_MS) return
    this.lose()
    void this.reopen()
  }
}
