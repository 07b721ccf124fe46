/**
 * What falls due: requests that expire, tokens that end, secrets that nobody opened. Every half minute, and at once when an
 * instance's clock is moved, each act looks for accounts where its time has come, by the account's own clock, and does its work there.
 */
import { baseUrlOf } from '../accounts/address.ts'
import { allAccounts } from '../accounts/directory.ts'
import { systemContext } from '../context.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import type { Server } from '../http/serve.ts'
import { accountNow, type ClockSetting } from '../lib/clock.ts'
import { DUE_ACTS } from './due_acts.ts'

/** One kind of work that falls due. */
export interface DueAct {
  /** Of these accounts those with work to do at `now`, in one statement. */
  accountsDue(db: Db, accountIds: readonly number[], now: Date): Promise<readonly number[]>
  /** Does it for one account, as the system. May run at the same time elsewhere, and again after it has been done. */
  act(ctx: Context): Promise<void>
}

/** Does what is due in every account. An act that fails is logged and tried again the next time. */
export async function runDue(server: Server): Promise<void> {
  const { database, services, log } = server
  const accounts = new Map((await allAccounts(database)).map((account) => [account.id, account]))
  const alike = Map.groupBy(accounts.values(), (account) => JSON.stringify(account.settings.clock))
  for (const [clock, group] of alike) {
    const now = accountNow(JSON.parse(clock) as ClockSetting)
    const ids = group.map((account) => account.id)
    for (const [name, due] of Object.entries(DUE_ACTS)) {
      for (const id of await due.accountsDue(database, ids, now)) {
        const account = accounts.get(id)
        if (account === undefined) continue
        const ctx = systemContext({ account, db: database, log, services, base_url: baseUrlOf(account, services.config) })
        await due.act(ctx).catch((error: unknown) => log.error({ err: error, due: name, account_id: id }, 'what is due could not be done'))
      }
    }
  }
}

/** Does what is due in one account, each kind of work whatever became of the others: the job that follows when its clock is moved. @throws AggregateError */
export async function doDue(ctx: Context): Promise<void> {
  const failures: unknown[] = []
  for (const due of Object.values(DUE_ACTS)) await due.act(ctx).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'not all that is due could be done')
}
