import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import type { Clocks } from '../db/clocks.ts'

/** One kind of scheduled work. */
export interface ScheduledWork {
  /** Returns which of these accounts have work to do, each by its own clock. One statement for all accounts. */
  accountsDue(db: Db, clocks: Clocks): Promise<readonly number[]>
  /** Does the work of one account, as the system. It must be idempotent: several processes may run it, also at the same time. */
  act(ctx: Context): Promise<void>
}
