/** Asks which of the scheduled works are due in one account, at one or several moments. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { SCHEDULED_WORKS } from '../scheduled_works.ts'

/** A work that is due at the moment with this number. */
interface Due {
  readonly work: string
  readonly number: number
}

/** The works that go by the clock of an account, with the selects of the moments at which they are due. */
const SELECTS = new Map(
  Object.entries(SCHEDULED_WORKS).flatMap(([work, { accountsDue }]): [string, string][] =>
    accountsDue.condition === undefined ? [] : [[work, selectDue(work, accountsDue.condition)]],
  ),
)
const findAll = defineStatement<Due>([...SELECTS.values()].join(' union all '))
const FINDERS = new Map([...SELECTS].map(([work, select]) => [work, defineStatement<Due>(select)]))

function selectDue(work: string, condition: string): string {
  return `select '${work}' as work, c.number from (select m.now, m.number from ticket_counters k
      cross join unnest($2::timestamptz[]) with ordinality as m (now, number) where k.account_id = $1) as c
    where ${condition}`
}

const toTexts = (moments: readonly Date[]) => moments.map((moment) => moment.toISOString())

/** The works that are due at each of these moments, in the order in which they are done: one statement. */
export async function worksDue(ctx: Context, moments: readonly Date[]): Promise<string[][]> {
  const rows = await ctx.db.all(findAll(ctx.account.id, toTexts(moments)))
  return moments.map((_moment, index) =>
    [...SELECTS.keys()].filter((work) => rows.some((row) => row.work === work && row.number === index + 1)),
  )
}

/** At how many of these moments a work is due. @throws Error for one that does not go by the clock of an account */
export async function countMomentsDue(ctx: Context, work: string, moments: readonly Date[]): Promise<number> {
  const find = FINDERS.get(work)
  if (find === undefined) throw new Error(`The scheduled work "${work}" does not go by the clock of an account`)
  return (await ctx.db.all(find(ctx.account.id, toTexts(moments)))).length
}
