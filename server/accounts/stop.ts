/**
 * The commands that stop an account before it is moved to another installation, let it go on, and say where it is. Not here: what its state
 * means in a process (gate.ts), and its copies (backup/).
 * @source docs/decisions/0054_moving_instances.md
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { announce } from '#db/announce.ts'
import { defineStatement } from '#db/builder.ts'
import { invalidateEverywhere } from '#db/cache.ts'
import type { Db } from '#db/db.ts'
import type { Connected } from '#db/setup/connect.ts'
import { LEASE_MS } from '#db/lease.ts'
import { removeJobs } from '#db/queue_tables.ts'
import { ACCOUNT_MOVES_TOPIC } from '#db/topics.ts'
import { readStopwatch } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'
import { formatList } from '#lib/lists.ts'
import type { MoveState } from './account.ts'
import { AccountError } from './create.ts'
import { ACCOUNTS_TOPIC } from './directory.ts'

/** How long a stop may take. */
interface StopLimits {
  /** For the processes to confirm it: they cut off acts after five seconds, and a statement may go on for half a minute. */
  readonly confirm_ms: number
  /** For transactions that began before to end. */
  readonly drain_ms: number
}

const STOP_LIMITS: StopLimits = { confirm_ms: 45_000, drain_ms: 30_000 }
const POLL_MS = 100

/** An account by its id and its subdomain, which messages name. */
export interface NamedAccount {
  readonly id: number
  readonly subdomain: string
}

interface StateRow {
  readonly move_state: MoveState | null
}

// the lock waits for transactions that have looked at the state; see gate.ts
const lockState = defineStatement<StateRow>('select move_state from accounts where id = $1 for no key update')
const setState = defineStatement<unknown>('update accounts set move_state = $2, moved_to = $3 where id = $1')
const readMoment = defineStatement<{ moment: string }>('select clock_timestamp()::text as moment')
// whether a transaction only reads cannot be seen
const listOlder = defineStatement<{ pid: number }>(`select pid from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() and xact_start < $1::timestamptz order by pid`)

const IS: Readonly<Record<MoveState | 'in_use', string>> = {
  in_use: 'is in use: stop it first, with deskhand instance stop',
  leaving: 'is stopped',
  arriving: 'is arriving: it is in use as soon as the second file of its move is imported',
  moved: 'has moved: it is in use elsewhere',
}

/**
 * Stops an account: when this returns, nothing changes it any more but what decision 0054 lists.
 * @throws AccountError when it is arriving or has moved; and when it cannot be said that nothing changes it: then its state is what it was
 */
export async function stopAccount(connected: Connected, account: NamedAccount, limits = STOP_LIMITS): Promise<void> {
  const before = await changeState(connected.database, account, { from: ['in_use', 'leaving'], state: 'leaving' })
  try {
    const begun = readStopwatch()
    await announceState(connected, account, limits)
    // a process that does not know yet that its listening connection is lost trusts its cache for so long
    await sleep(Math.max(0, begun + LEASE_MS - readStopwatch()))
    await waitForOlder(connected.database, limits)
  } catch (error) {
    if (before !== null) throw addToRefusal(error, `${account.subdomain} is still stopped, as it was before`)
    await changeState(connected.database, account, { from: ['leaving'], state: null })
    await tellAll(connected, account, 0)
    throw addToRefusal(error, `${account.subdomain} is in use as before`)
  }
}

/** A refusal that says what has become of the account; another error as it is. */
function addToRefusal(error: unknown, outcome: string): unknown {
  return error instanceof AccountError ? new AccountError(`${error.message}. ${outcome}`) : error
}

/** Lets a stopped account go on. @throws AccountError when it is arriving or has moved, or when a process does not confirm */
export async function resumeAccount(connected: Connected, account: NamedAccount): Promise<void> {
  await changeState(connected.database, account, { from: ['in_use', 'leaving'], state: null })
  await announceState(connected, account)
}

/** Says that a stopped account is elsewhere, at `to` if that is known, and removes its jobs. @throws AccountError when it is not stopped */
export async function releaseAccount(connected: Connected, account: NamedAccount, to: string | null): Promise<void> {
  await changeState(connected.database, account, { from: ['leaving', 'moved'], state: 'moved', to })
  await announceState(connected, account)
}

interface Change {
  readonly from: readonly (MoveState | 'in_use')[]
  readonly state: MoveState | null
  readonly to?: string | null
}

/** Changes the state. @returns the one before @throws AccountError when that does not allow it */
async function changeState(db: Db, { id, subdomain }: NamedAccount, { from, state, to = null }: Change): Promise<MoveState | null> {
  return db.transaction(async (tx) => {
    const found = await tx.first(lockState(id))
    if (found === undefined) throw new AccountError(`There is no instance "${subdomain}"`)
    const before = found.move_state ?? 'in_use'
    if (!from.includes(before)) throw new AccountError(`The instance ${subdomain} ${IS[before]}`)
    await tx.run(setState(id, state, to))
    if (state === 'moved') await tx.run(removeJobs(id))
    return found.move_state
  })
}

/** Tells all processes of the state. @returns the sessions of those that have not confirmed it in time */
async function tellAll({ database, address }: Connected, { id }: NamedAccount, patience_ms: number): Promise<number[]> {
  await invalidateEverywhere(database, ACCOUNTS_TOPIC)
  return announce(address, { topic: ACCOUNT_MOVES_TOPIC, key: String(id) }, patience_ms)
}

/** Tells all processes of the state. @throws AccountError when one does not confirm it */
async function announceState(connected: Connected, account: NamedAccount, { confirm_ms } = STOP_LIMITS): Promise<void> {
  const { subdomain } = account
  const silent = await tellAll(connected, account, confirm_ms)
  if (silent.length > 0)
    throw new AccountError(
      `The state of ${subdomain} is not confirmed by the processes with the sessions ${formatList(silent.map(String))} in PostgreSQL: end them, and run the command again`,
    )
}

/** Waits until no transaction is open that began before. @throws AccountError when one stays open */
async function waitForOlder(db: Db, { drain_ms }: StopLimits): Promise<void> {
  const { moment } = ensureDefined(await db.first(readMoment()))
  for (const begun = readStopwatch(); ; await sleep(POLL_MS)) {
    const older = await db.all(listOlder(moment))
    if (older.length === 0) return
    if (readStopwatch() - begun > drain_ms)
      throw new AccountError(
        `The sessions ${formatList(older.map(({ pid }) => String(pid)))} have had transactions open since before the stop: wait for the end of a backup or an import that runs, and run the command again`,
      )
  }
}
