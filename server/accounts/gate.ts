/**
 * WHETHER AN ACCOUNT MAY BE CHANGED: one that is moved to another installation is stopped before its last copy is made, in every process and
 * without a statement in the path of each write. A process keeps the states of all accounts that are moved, of which there are hardly ever any,
 * and the acts in progress: requests, jobs, scheduled work. A change of a state is notified (db/cache.ts), and acknowledged when no act that
 * began before can write any more. A process that may have missed a notification asks the database in each transaction, under a lock that the
 * change of the state waits for.
 * Not here: the commands that change the state (stop.ts), and what a request is answered (http/serve.ts).
 * @source docs/decisions/0054_moving_instances.md
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { defineStatement } from '#db/builder.ts'
import type { Db } from '#db/db.ts'
import type { AccountAct } from '#db/request_scope.ts'
import { Unavailable } from '#core/errors.ts'
import { readStopwatch } from '#lib/clock.ts'
import type { Account, MoveState } from './account.ts'

/** How long acts may go on after the state has changed. Then they are cut off: no statement of theirs begins. */
const GRACE_MS = 5000
const POLL_MS = 10
const REFUSAL =
  'This instance is being moved to another place, and nothing can be changed in it for a moment. Please try again in a minute.'

/** The state of the move of an account. `to`: the base URL where it is now, of one that has moved. */
export interface Move {
  readonly state: MoveState
  readonly to: string | null
}

/** An act of an account, from its beginning to its end. */
export interface Act extends AccountAct {
  /** Undefined for an account that is in use. */
  readonly move: Move | undefined
  /** Aborted when the state of the account has changed since: what can be left to another run is left to it. */
  readonly stopping: AbortSignal
  end(): void
}

/** See the top of this file. */
export interface AccountGate {
  /** Begins an act of an account, as the caller has read it. What it may do depends on its `move`; the caller ends it. */
  begin(account: Pick<Account, 'id' | 'move_state'>): Promise<Act>
  /** The state of an account has changed. Resolves when no act that began before can write any more. */
  change(accountId: number): Promise<void>
  /** Notifications may have been missed: acts in progress ask the database from now on. */
  doubt(): void
}

const selectAll = defineStatement<Move & { id: number }>(
  'select id, move_state as state, moved_to as "to" from accounts where move_state is not null',
)
const selectOne = defineStatement<Move>(
  'select move_state as state, moved_to as "to" from accounts where id = $1 and move_state is not null',
)
const lockOne = defineStatement<{ move_state: MoveState | null }>('select move_state from accounts where id = $1 for share')
const readOnly = defineStatement<unknown>(`select set_config('transaction_read_only', 'on', true)`)

/** Makes the gate of a process. `isHearing`: false while notifications may have been missed. */
export function makeGate(db: Db, isHearing: () => boolean): AccountGate {
  return new ProcessGate(db, isHearing)
}

/** The refusal of what would change an account that is being moved. */
export function makeMoveRefusal(): Unavailable {
  return new Unavailable(REFUSAL)
}

async function requireInUse(tx: Db, accountId: number): Promise<void> {
  const row = await tx.first(lockOne(accountId))
  if (row !== undefined && row.move_state !== null) throw makeMoveRefusal()
}

async function makeReadOnly(tx: Db): Promise<void> {
  await tx.run(readOnly())
}

class ProcessGate implements AccountGate {
  private readonly db: Db
  private readonly isHearing: () => boolean
  private readonly acts = new Set<ProcessAct>()
  /** Undefined until they are read again after a change. */
  private moves: ReadonlyMap<number, Move> | undefined
  private reading: Promise<void> | undefined
  private changes = 0

  constructor(db: Db, isHearing: () => boolean) {
    this.db = db
    this.isHearing = isHearing
  }

  async begin({ id, move_state }: Pick<Account, 'id' | 'move_state'>): Promise<Act> {
    if (this.moves === undefined && this.isHearing()) await this.read()
    // no promise is awaited between this look and the addition to the acts
    const moves = this.isHearing() ? this.moves : undefined
    // the row was read after a change that is not notified yet
    const known = move_state !== null && moves?.has(id) === false ? undefined : moves
    const move = known === undefined ? await this.db.first(selectOne(id)) : known.get(id)
    const act: ProcessAct = new ProcessAct({
      account_id: id,
      move,
      is_sure: known !== undefined,
      isHearing: this.isHearing,
      leave: () => this.acts.delete(act),
    })
    this.acts.add(act)
    return act
  }

  async change(accountId: number): Promise<void> {
    this.forget()
    const before = [...this.acts].filter((act) => act.account_id === accountId)
    for (const act of before) act.stop()
    const cut_at = readStopwatch() + GRACE_MS
    while (before.some((act) => this.acts.has(act) && act.mayWrite())) {
      if (readStopwatch() > cut_at) for (const act of before) act.cut()
      await sleep(POLL_MS)
    }
  }

  doubt(): void {
    this.forget()
    for (const act of this.acts) act.doubt()
  }

  private forget(): void {
    this.changes += 1
    this.moves = undefined
    this.reading = undefined
  }

  private read(): Promise<void> {
    return (this.reading ??= this.readOnce())
  }

  private async readOnce(): Promise<void> {
    const { changes } = this
    const rows = await this.db.all(selectAll()).catch((error: unknown) => {
      if (changes === this.changes) this.reading = undefined
      throw error
    })
    // what has changed meanwhile may not be in it
    if (changes === this.changes) this.moves = new Map(rows.map(({ id, state, to }) => [id, { state, to }]))
  }
}

interface ActParts {
  readonly account_id: number
  readonly move: Move | undefined
  /** The state was known without a doubt when it began. */
  readonly is_sure: boolean
  readonly isHearing: () => boolean
  readonly leave: () => void
}

class ProcessAct implements Act {
  readonly account_id: number
  readonly move: Move | undefined
  writing = 0
  private readonly parts: ActParts
  private is_sure: boolean
  private is_cut = false
  private controller: AbortController | undefined

  constructor(parts: ActParts) {
    this.parts = parts
    this.account_id = parts.account_id
    this.move = parts.move
    this.is_sure = parts.is_sure
  }

  get stopping(): AbortSignal {
    return (this.controller ??= new AbortController()).signal
  }

  prepareTransaction(): ((tx: Db) => Promise<void>) | undefined {
    this.requireUncut()
    if (this.move?.state === 'leaving') return makeReadOnly
    if (this.is_sure && this.parts.isHearing()) return undefined
    return (tx) => requireInUse(tx, this.account_id)
  }

  requireUncut(): void {
    if (this.is_cut) throw makeMoveRefusal()
  }

  mayWrite(): boolean {
    return !this.is_cut || this.writing > 0
  }

  stop(): void {
    this.controller ??= new AbortController()
    this.controller.abort()
  }

  cut(): void {
    this.is_cut = true
  }

  doubt(): void {
    this.is_sure = false
  }

  end(): void {
    this.parts.leave()
  }
}
