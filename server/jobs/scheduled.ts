/**
 * Runs scheduled work: access requests expire, tokens end, unread secrets are destroyed. Every half minute, and at once when an instance's
 * clock is moved, each kind of work finds the accounts that need it, by the account's own clock, and is done there.
 */
import { randomUUID } from 'node:crypto'
import type { Account } from '#accounts/account.ts'
import { baseUrlOf } from '#accounts/address.ts'
import { allAccounts } from '#accounts/directory.ts'
import { type Context, systemContext } from '#core/context.ts'
import type { Clocks } from '#db/clocks.ts'
import type { Server } from '#http/serve.ts'
import { accountNow, isHeld, machineNow } from '#lib/clock.ts'
import { claimScheduled, releaseScheduled } from './claim.ts'
import type { ScheduledWork } from '#queue/scheduled_work.ts'
import { SCHEDULED_WORKS } from './scheduled_works.ts'

/** Accounts with work to do, and which kinds of scheduled work found them. */
type Found = Map<number, [string, ScheduledWork][]>

/**
 * Does the scheduled work of every account. However many clocks there are, each kind of work finds its accounts with one statement; one
 * worker at a time works on an account. A failed act is logged and tried again the next time. No work starts once `stopping` is aborted.
 * @returns how many accounts were left to another worker
 */
export async function runScheduled(server: Server, stopping?: AbortSignal): Promise<number> {
  const { database } = server
  const standing = (await allAccounts(database)).filter(isStanding)
  const accounts = new Map(standing.map((account) => [account.id, account]))
  const clocks = readClocks(standing)
  const found: Found = new Map()
  for (const named of Object.entries(SCHEDULED_WORKS))
    for (const id of await named[1].accountsDue(database, clocks)) found.set(id, [...(found.get(id) ?? []), named])
  const holder = randomUUID()
  let others = 0
  for (const [id, acts] of found) {
    const account = accounts.get(id)
    // undefined: its clock is being advanced, it is being moved, or it was made just now
    if (account === undefined || stopping?.aborted === true) continue
    const isDone = await runClaimed(server, { account, acts, holder, stopping }).catch((error: unknown) => {
      server.log.warn({ err: error, account_id: id }, 'what is due could not be done')
      return true
    })
    if (!isDone) others += 1
  }
  return others
}

/** Not one that is being moved. And not one whose clock is being advanced: the advance does its scheduled work itself. */
function isStanding({ move_state, settings: { clock } }: Account): boolean {
  return move_state === null && (clock.mode !== 'advancing' || !isHeld(clock))
}

function readClocks(accounts: readonly Account[]): Clocks {
  const others = accounts.filter(({ settings: { clock } }) => clock.mode !== 'real')
  return {
    now: machineNow().toISOString(),
    account_ids: others.map(({ id }) => id),
    nows: others.map(({ settings: { clock } }) => accountNow(clock).toISOString()),
  }
}

interface Claimed {
  readonly account: Account
  readonly acts: readonly [string, ScheduledWork][]
  readonly holder: string
  readonly stopping: AbortSignal | undefined
}

/** Does the work of an account, unless another worker does. */
async function runClaimed({ services, database, log, gate }: Server, { account, acts, holder, stopping }: Claimed): Promise<boolean> {
  const act = await gate.begin(account)
  try {
    if (act.move !== undefined) return true
    const db = database.for(account.id, undefined, act)
    for (const [name, due] of acts) {
      if (stopping?.aborted === true || act.stopping.aborted) break
      if (!(await claimScheduled(db, account.id, holder))) return false
      const ctx = systemContext({ account, db, log, services, base_url: baseUrlOf(account, services.config) })
      await due
        .act(ctx)
        .catch((error: unknown) => log.error({ err: error, due: name, account_id: account.id }, 'what is due could not be done'))
    }
    return true
  } finally {
    act.end()
    await releaseScheduled(database, account.id, holder)
  }
}

/**
 * Does the scheduled work of one account, each kind even if another one fails: the job that is queued when its clock is moved. It does not
 * wait for another worker, which uses the old clock.
 * @throws AggregateError
 */
export async function doScheduled(ctx: Context): Promise<void> {
  const failures: unknown[] = []
  for (const due of Object.values(SCHEDULED_WORKS)) await due.act(ctx).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'not all that is due could be done')
}
