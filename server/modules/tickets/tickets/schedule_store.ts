/** The schedules of an account, for what is counted in business hours. Cached. */
import { accountZone } from '#accounts/zone.ts'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { configurationTopic } from '#db/topics.ts'
import { type BusinessHours, businessHours, type WeekSchedule } from '#lib/business_time.ts'
import { ianaTimeZone } from '#lib/time_zones.ts'
import { scheduleClock } from '#rules/business_clock.ts'
import type { RuleContext } from '#rules/facts.ts'
import type { TicketState } from './row.ts'

interface StoredSchedule extends WeekSchedule {
  readonly id: number
}

/** The schedules by id. The first one is that of tickets without one of their own. */
export type Schedules = readonly { readonly id: number; readonly hours: BusinessHours }[]

const select = defineStatement<StoredSchedule>(`select s.id, s.time_zone, s.intervals, (
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

/** The hours of a ticket's schedule; null in an account without any, where all time is business time. */
export function hoursOf(schedules: Schedules, ticket: Pick<TicketState, 'sla'>): BusinessHours | null {
  return scheduleOf(schedules, ticket)?.hours ?? null
}

/** How conditions count time: in the days of the account, and in the hours of its first schedule if it has one. */
export async function accountTime(ctx: Context): Promise<Pick<RuleContext, 'time_zone' | 'business_clock'>> {
  const [first] = await ticketSchedules(ctx)
  return { time_zone: accountZone(ctx), ...(first && { business_clock: scheduleClock(first.hours) }) }
}
