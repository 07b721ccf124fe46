import type { Context } from '#core/context.ts'
import type { Db } from '#db/db.ts'
import type { Clocks } from '#db/clocks.ts'

/** One kind of scheduled work. */
export interface ScheduledWork {
  /**
   * Returns which accounts have work to do, each by its own clock. One statement for all accounts. `condition`: the same in SQL, of the row
   * `c` of the account `$1` and a time of it; absent where the work does not go by the account's clock.
   */
  readonly accountsDue: ((db: Db, clocks: Clocks) => Promise<readonly number[]>) & { readonly condition?: string }
  /**
   * Does the work of one account, as the system, and returns how many records that concerned. It must be idempotent: several processes may
   * run it, also at the same time.
   */
  act(ctx: Context): Promise<number>
  /**
   * The first moment from `ctx.now` to `until` at which there is work; undefined when there is none. Left out where `accountsDue` is exact
   * and what is due stays due until it is done: then the moment is found by asking that.
   */
  nextDue?(ctx: Context, until: Date): Promise<Date | undefined>
}
