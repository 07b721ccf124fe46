/**
 * Finds the accounts with scheduled work, each by its own clock, with one statement for all of them. Most clocks show the machine's time, so
 * only those that do not are passed: the database knows the accounts.
 */
import { defineStatement } from './builder.ts'
import type { Db } from './db.ts'

/** The times that clocks show, as ISO texts. */
export interface Clocks {
  /** What all clocks show but those of `account_ids`. */
  readonly now: string
  /** Accounts whose clocks show another time, and these times by the same index. */
  readonly account_ids: readonly number[]
  readonly nows: readonly string[]
}

/** Those accounts that have scheduled work; and the condition for that, of the row `c` of an account and a time of it. */
export interface AccountsWithWork {
  (db: Db, clocks: Clocks): Promise<number[]>
  /** For a statement whose `$1` is the only account it asks about. */
  readonly condition: string
}

// `ticket_counters` has a row for each account. Two parts, since the time of the first is one value: so rows that are not due are left out
// before they are joined with accounts
const REAL = `select k.account_id, $3::timestamptz as now from ticket_counters k
  where not exists (select from unnest($1::bigint[]) as o (account_id) where o.account_id = k.account_id)`
const OTHERS =
  'select k.account_id, n.now from ticket_counters k join unnest($1::bigint[], $2::timestamptz[]) as n (account_id, now) on n.account_id = k.account_id'

/**
 * Finds accounts that have a row in `from` for which `condition` holds. The rows have the alias `d`; `c.now` is the account's time, to be
 * shifted by {@link subtractFromNow}.
 */
export function accountsWith(from: string, condition: string): AccountsWithWork {
  // sub-selects of the condition, too, are tied to the account and not only to their outer row
  const isDue = (tie: string) =>
    `exists (select 1 from ${from} where d.account_id = ${tie} and (${condition.replaceAll(/\bd\.account_id\b/g, () => tie)}))`
  const selectAccounts = defineStatement<{ account_id: number }>(
    [REAL, OTHERS].map((accounts) => `select c.account_id from (${accounts}) as c where ${isDue('c.account_id')}`).join(' union all '),
  )
  const find = async (db: Db, { now, account_ids, nows }: Clocks) =>
    (await db.all(selectAccounts(account_ids, nows, now))).map((row) => row.account_id)
  return Object.assign(find, { condition: isDue('$1') })
}

/** The account's time, this many seconds earlier (negative: later), in SQL. */
export function subtractFromNow(seconds: number): string {
  return `(c.now - interval '${seconds} seconds')`
}
