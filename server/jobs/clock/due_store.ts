/** Asks with one statement which of the scheduled works are due in one account, at one or several moments. */
import type { Context } from '../../context.ts'
import { defineStatement } from '../../db/builder.ts'
import { SCHEDULED_WORKS } from '../scheduled_works.ts'

/** A work that is due at the moment with this number. */
interface Due {
  readonly work: string
  readonly number: number
}

const CONDITIONS = Object.entries(SCHEDULED_WORKS).flatMap(
  ([
    work,
    {
      accountsDue: { condition },
    },
  ]) => (condition === undefined ? [] : [{ work, condition }]),
)

/** The works that go by the clock of an account. */
const WORKS_BY_CLOCK: readonly string[] = CONDITIONS.map(({ work }) => work)

const find = defineStatement<Due>(
  CONDITIONS.map(
    ({
      work,
      condition,
    }) => `select '${work}' as work, c.number from unnest($1::bigint[], $2::timestamptz[]) with ordinality as c (account_id, now, number)
      where c.account_id = $3 and ${condition}`,
  ).join(' union all '),
)

/** The works that are due at each of these moments, in the order in which they are done. */
export async function worksDue(ctx: Context, moments: readonly Date[]): Promise<string[][]> {
  const account_ids = moments.map(() => ctx.account.id)
  const nows = moments.map((moment) => moment.toISOString())
  const rows = await ctx.db.all(find(account_ids, nows, ctx.account.id))
  return moments.map((_moment, index) => WORKS_BY_CLOCK.filter((work) => rows.some((row) => row.work === work && row.number === index + 1)))
}
