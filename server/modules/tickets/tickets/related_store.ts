/** Facts of other records than the ticket that rules read: of its requester and organization, its incidents, and the schedules. */
import type { Context, Role } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { holidayAt, isOpenAt } from '#lib/business_time.ts'
import { epochSeconds } from '#lib/clock.ts'
import { FIRST_LOCALE, localeByCode } from '#lib/locales.ts'
import type { CustomValue, RelatedFacts, ScheduleFacts } from '#rules/facts.ts'
import type { TicketRow, TicketState } from './row.ts'
import { scheduleOf, ticketSchedules } from './schedule_store.ts'

type Values = Readonly<Record<string, CustomValue>>

interface StoredFacts {
  readonly requester: { readonly role: Role; readonly locale: string; readonly time_zone: string; readonly custom_fields: Values } | null
  readonly organization: Values | null
  readonly incidents: number
}

const select = defineStatement<StoredFacts>(`select
  (select jsonb_build_object('role', u.role, 'locale', u.locale, 'time_zone', u.time_zone, 'custom_fields', u.user_fields)
    from users u where u.account_id = $1 and u.id = $2) as requester,
  (select o.organization_fields from organizations o where o.account_id = $1 and o.id = $3) as organization,
  (select count(*)::integer from tickets t where t.account_id = $1 and t.problem_id = $4 and t.deleted_at is null) as incidents`)

/** Where a moment lies in the schedules of the account and in that of the ticket. */
async function scheduleFacts(ctx: Context, ticket: Pick<TicketState, 'sla'>, moment: string): Promise<ScheduleFacts> {
  const schedules = await ticketSchedules(ctx)
  const now = epochSeconds(moment)
  const own = scheduleOf(schedules, ticket)
  return {
    in_business_hours: own === undefined || isOpenAt(own.hours, now),
    on_holiday: own !== undefined && holidayAt(own.hours, now) !== undefined,
    schedule_id: own?.id ?? null,
    within: new Set(schedules.filter(({ hours }) => isOpenAt(hours, now)).map(({ id }) => id)),
    on_holiday_in: schedules.filter(({ hours }) => holidayAt(hours, now) !== undefined).map(({ id }) => id),
  }
}

/**
 * What rules with these needs know of other records than the ticket: one statement, and none without such needs. `before` is the row of a
 * ticket that exists.
 */
export async function readRelatedFacts(
  ctx: Context,
  ticket: TicketState,
  needs: ReadonlySet<string>,
  before: TicketRow | null,
): Promise<RelatedFacts> {
  const { requester_id, organization_id } = ticket
  const schedules = needs.has('schedules') ? { schedules: await scheduleFacts(ctx, ticket, ctx.now.toISOString()) } : {}
  const requester = needs.has('requester')
  const organization = needs.has('organization')
  const incidents = needs.has('incidents')
  if (!requester && !organization && !incidents) return schedules
  const ids = [requester ? requester_id : null, organization ? organization_id : null, incidents ? (before?.id ?? null) : null]
  const found = await ctx.db.one(select(ctx.account.id, ...ids))
  const person = found.requester
  return {
    ...schedules,
    ...(person === null ? {} : { requester: { ...person, locale_id: (localeByCode(person.locale) ?? FIRST_LOCALE).id } }),
    ...(organization ? { organization: found.organization === null ? null : { custom_fields: found.organization } } : {}),
    ...(incidents ? { incidents: found.incidents } : {}),
  }
}

const selectMany = defineStatement<{
  readonly requesters: Readonly<Record<string, NonNullable<StoredFacts['requester']>>> | null
  readonly organizations: Readonly<Record<string, Values>> | null
  readonly incidents: Readonly<Record<string, number>> | null
}>(`select
  (select jsonb_object_agg(u.id, jsonb_build_object('role', u.role, 'locale', u.locale, 'time_zone', u.time_zone, 'custom_fields', u.user_fields))
    from users u where u.account_id = $1 and u.id = any($2::bigint[])) as requesters,
  (select jsonb_object_agg(o.id, o.organization_fields) from organizations o where o.account_id = $1 and o.id = any($3::bigint[])) as organizations,
  (select jsonb_object_agg(c.problem_id, c.count) from (select t.problem_id, count(*)::integer as count from tickets t
    where t.account_id = $1 and t.problem_id = any($4::bigint[]) and t.deleted_at is null group by t.problem_id) as c) as incidents`)

/** A ticket at a moment, whose related facts are wanted. */
export interface RelatedOf extends Pick<TicketState, 'requester_id' | 'organization_id' | 'sla'> {
  readonly id: number
  readonly moment: string
}

/** {@link readRelatedFacts} of many tickets as other records are now, by one statement; schedules at the moment of each. In their order. */
export async function readRelatedFactsOfMany(
  ctx: Context,
  tickets: readonly RelatedOf[],
  needs: ReadonlySet<string>,
): Promise<RelatedFacts[]> {
  const ids = (need: string, idOf: (ticket: RelatedOf) => number | null) =>
    needs.has(need) ? [...new Set(tickets.map(idOf).filter((id) => id !== null))] : []
  const wanted = [
    ids('requester', (ticket) => ticket.requester_id),
    ids('organization', (ticket) => ticket.organization_id),
    ids('incidents', (ticket) => ticket.id),
  ]
  const found = wanted.some((each) => each.length > 0)
    ? await ctx.db.one(selectMany(ctx.account.id, ...wanted))
    : { requesters: null, organizations: null, incidents: null }
  const facts: RelatedFacts[] = []
  for (const ticket of tickets) {
    const { id, requester_id, organization_id, moment } = ticket
    const person = found.requesters?.[requester_id]
    const fields = organization_id === null ? undefined : found.organizations?.[organization_id]
    facts.push({
      ...(needs.has('schedules') ? { schedules: await scheduleFacts(ctx, ticket, moment) } : {}),
      ...(person === undefined ? {} : { requester: { ...person, locale_id: (localeByCode(person.locale) ?? FIRST_LOCALE).id } }),
      ...(needs.has('organization') ? { organization: fields === undefined ? null : { custom_fields: fields } } : {}),
      ...(needs.has('incidents') ? { incidents: found.incidents?.[id] ?? 0 } : {}),
    })
  }
  return facts
}
