/** Finds the accounts with scheduled work, each by its own clock, with one statement for all of them. */
import { defineStatement } from './builder.ts'
import type { Db } from './client.ts'

/** Accounts and their current times, by the same index in both lists. `nows` are ISO texts. */
export interface Clocks {
  readonly account_ids: readonly number[]
  readonly nows: readonly string[]
}

/** Those of these accounts that have scheduled work; and the condition for that, of the row `c` of an account and its time. */
export interface AccountsWithWork {
  (db: Db, clocks: Clocks): Promise<number[]>
  readonly condition: string
}

/**
 * Finds accounts that have a row in `from` for which `condition` holds. The rows have the alias `d`; `c.now` is the account's time, to be
 * shifted by `earlier`.
 */
export function accountsWith(from: string, condition: string): AccountsWithWork {
  const exists = `exists (select 1 from ${from} where d.account_id = c.account_id and (${condition}))`
  const selectAccounts = defineStatement<{
    account_id: number
  }>(`select c.account_id from unnest($1::bigint[], $2::timestamptz[]) as c (account_id, now)
    where ${exists}`)
  const find = async (db: Db, { account_ids, nows }: Clocks) =>
    (await db.all(selectAccounts(account_ids, nows))).map((row) => row.account_id)
  return Object.assign(find, { condition: exists })
}

/** The account's time, this many seconds earlier (negative: later), in SQL. */
export function subtractFromNow(seconds: number): string {
  return `(c.now - interval '${seconds} seconds')`
}
