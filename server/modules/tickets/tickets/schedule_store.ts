/** The schedules of an account, for what is counted in business hours. Cached. */
import type { Context } from '../../../context.ts'
import { fixed } from '../../../db/builder.ts'
import { configurationTopic } from '../../../db/topics.ts'
import { type BusinessHours, businessHours, type WeekSchedule } from '../../../lib/business_time.ts'
import { ianaTimeZone } from '../../../lib/time_zones.ts'
import { scheduleClock } from '../../../rules/business_clock.ts'
import type { RuleContext } from '../../../rules/facts.ts'
import type { TicketState } from './row.ts'

interface StoredSchedule extends WeekSchedule {
  readonly id: number
}

/** The schedules by id. The first one is that of tickets without one of their own. */
export type Schedules = readonly { readonly id: number; readonly hours: BusinessHours }[]

const select = fixed<StoredSchedule>(`select s.id, s.time_zone, s.intervals, (
    select coalesce(jsonb_agg(jsonb_build_object('name', h.name, 'start_date', h.start_date, 'end_date', h.end_date)), '[]') from holidays h
    where h.account_id = $1 and h.schedule_id = s.id) as holidays
  from schedules s where s.account_id = $1 order by s.id`)

/** The schedules of the account, from the cache. */
export async function ticketSchedules(ctx: Context): Promise<Schedules> {
  const load = async (): Promise<Schedules> => {
    const rows = await ctx.services.database.all(select(ctx.account.id))
    return rows.map(({ id, ...week }) => ({ id, hours: businessHours({ ...week, time_zone: ianaTimeZone(week.time_zone) }) }))
  }
  return ctx.services.cache.load(configurationTopic(ctx.account.id), 'schedules', load)
}

/** The schedule of a ticket: its own while that exists, else the first one; undefined in an account without any. */
export function scheduleOf(schedules: Schedules, { sla }: Pick<TicketState, 'sla'>): Schedules[number] | undefined {
  return schedules.find(({ id }) => id === sla?.schedule_id) ?? schedules[0]
}

/** What conditions on business hours are counted with: the first schedule; nothing without one. */
export async function businessClock(ctx: Context): Promise<Pick<RuleContext, 'business_clock'>> {
  const [first] = await ticketSchedules(ctx)
  return first === undefined ? {} : { business_clock: scheduleClock(first.hours) }
}
