/** Finding accounts with something due, each by its own clock, with one statement for all of them. */
import { fixed } from './builder.ts'
import type { Db } from './client.ts'

/** Accounts, and what time it is in each: the same place in both lists. `nows` are ISO texts. */
export interface Clocks {
  readonly account_ids: readonly number[]
  readonly nows: readonly string[]
}

/** Of these accounts those with something due. */
export type AccountsWithWork = (db: Db, clocks: Clocks) => Promise<number[]>

/**
 * Finds accounts that have a row in `from` for which `condition` holds. Rows are tied to the account as `d`; `c.now` is its time, to be
 * moved by `earlier`.
 */
export function accountsWith(from: string, condition: string): AccountsWithWork {
  const statement = fixed<{ account_id: number }>(`select c.account_id from unnest($1::bigint[], $2::timestamptz[]) as c (account_id, now)
    where exists (select 1 from ${from} where d.account_id = c.account_id and (${condition}))`)
  return async (db, { account_ids, nows }) => (await db.all(statement(account_ids, nows))).map((row) => row.account_id)
}

/** The account's time, so many seconds earlier (negative: later), in SQL. */
export function earlier(seconds: number): string {
  return `(c.now - interval '${seconds} seconds')`
}
