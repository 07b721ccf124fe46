/**
 * Records side-loaded with tickets when `include` requests them: siblings of the list, or members of each ticket.
 * @source docs/reference/conventions.md §5
 */
import { hasScope } from '#auth/scopes.ts'
import type { Context } from '#core/context.ts'
import { forEachOf } from '#lib/all_of.ts'
import { readInclude } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { wireTimeOrNull } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'
import { fromKeys, keysOf } from '#lib/objects.ts'
import { presentBrand } from '#modules/account/brands/present.ts'
import { findBrands } from '#modules/account/brands/store.ts'
import { presentStatus } from '#modules/ticket_setup/custom_statuses/present.ts'
import { listStatuses } from '#modules/ticket_setup/custom_statuses/store.ts'
import { presentGroup } from '#modules/people/groups/present.ts'
import { findGroups } from '#modules/people/groups/store.ts'
import { presentOrganizations } from '#modules/people/organizations/present.ts'
import { findOrganizations } from '#modules/people/organizations/store.ts'
import { presentAgreement } from '#modules/account/sharing_agreements/present.ts'
import { listAgreements } from '#modules/account/sharing_agreements/store.ts'
import { presentTicketForms } from '#modules/ticket_setup/ticket_forms/present.ts'
import { findTicketForms } from '#modules/ticket_setup/ticket_forms/store.ts'
import { lastAudits } from '../ticket_audits/store.ts'
import { presentAudits } from '../ticket_audits/present.ts'
import { presentMetric, presentMetricEvent, presentSla } from '../ticket_metrics/present.ts'
import { findSlas } from '../ticket_metrics/sla_store.ts'
import { findMetricEvents, findMetrics, type MetricEventRow } from '../ticket_metrics/store.ts'
import { presentUsers } from '#modules/people/users/present.ts'
import { findUsers } from '#modules/people/users/store.ts'
import { incidentCounts, type ListedTicket } from './list.ts'
import { Dates, type TicketExtras } from './schema.ts'
import type { TicketSiblings } from './sibling_schema.ts'
import { listKnownIds } from '#lib/known_ids.ts'

type Siblings = AnswerOf<typeof TicketSiblings>

const SIBLINGS: {
  readonly [Name in keyof Siblings]-?: (ctx: Context, rows: readonly ListedTicket[]) => Promise<NonNullable<Siblings[Name]>>
} = {
  users: async (ctx, rows) => {
    const ids = rows.flatMap((row) => [row.requester_id, row.submitter_id, row.assignee_id, ...row.email_cc_ids, ...row.follower_ids])
    return presentUsers(ctx, await findUsers(ctx, listKnownIds(ids)))
  },
  groups: async (ctx, rows) => (await findGroups(ctx, listKnownIds(rows.map((row) => row.group_id)))).map((row) => presentGroup(ctx, row)),
  organizations: async (ctx, rows) =>
    presentOrganizations(ctx, await findOrganizations(ctx, listKnownIds(rows.map((row) => row.organization_id)))),
  brands: async (ctx, rows) => (await findBrands(ctx, listKnownIds(rows.map((row) => row.brand_id)))).map((row) => presentBrand(ctx, row)),
  custom_statuses: async (ctx, rows) => {
    const ids = new Set(rows.map((row) => row.custom_status_id))
    return (await listStatuses(ctx)).filter((status) => ids.has(status.id)).map((status) => presentStatus(ctx, status))
  },
  sharing_agreements: async (ctx, rows) => {
    const ids = new Set(rows.flatMap((row) => row.sharing_agreement_ids))
    return ids.size === 0 ? [] : (await listAgreements(ctx)).filter((one) => ids.has(one.id)).map((one) => presentAgreement(ctx, one))
  },
  ticket_forms: async (ctx, rows) => {
    const ids = new Set(rows.map((row) => row.ticket_form_id))
    return presentTicketForms(ctx, await findTicketForms(ctx, { ids: [...ids] }))
  },
  last_audits: async (ctx, rows) => presentAudits(ctx, await lastAudits(ctx, listKnownIds(rows.map((row) => row.id)))),
}

/** Audits need the global scope `read`, side-loaded or not. @source docs/reference/authentication.md §4.6 */
const maySee = (ctx: Context, name: string) => name !== 'last_audits' || hasScope(ctx.auth, '', 'read')

/** Side-loaded lists by name, each record once. Ignores unknown names. */
export async function ticketSiblings(ctx: Context, include: string | undefined, rows: readonly ListedTicket[]): Promise<Siblings> {
  const wanted = readInclude(include)
  const names = keysOf(SIBLINGS).filter((name) => wanted.has(name) && maySee(ctx, name))
  return Object.assign({}, ...(await forEachOf(names, async (name) => ({ [name]: await SIBLINGS[name](ctx, rows) }))))
}

type Extra = (ctx: Context, rows: readonly ListedTicket[]) => Promise<(row: ListedTicket) => AnswerOf<typeof TicketExtras>>

const idsOf = (rows: readonly ListedTicket[]) => rows.map((row) => row.id)

const DATES = keysOf(Dates.properties)

const EXTRAS: Readonly<Record<string, Extra>> = {
  comment_count: async () => (row) => ({ comment_count: row.comment_count }),
  incident_counts: async (ctx, rows) => {
    const incidents = await incidentCounts(ctx, idsOf(rows))
    return (row) => ({ incident_count: incidents.get(row.id) ?? 0 })
  },
  dates: async () => (row) => ({ dates: fromKeys(DATES, (name) => wireTimeOrNull(row[name])) }),
  metric_sets: async (ctx, rows) => {
    const metrics = await findMetrics(ctx, idsOf(rows))
    return ({ id }) => ({ metric_set: presentMetric(ctx, ensureDefined(metrics.get(id))) })
  },
  metric_events: async (ctx, rows) => {
    const events = Map.groupBy(await findMetricEvents(ctx, idsOf(rows)), (row) => row.ticket_id)
    return ({ id }) => ({ metric_events: byMetric(events.get(id) ?? []) })
  },
  slas: async (ctx, rows) => {
    const slas = await findSlas(ctx, idsOf(rows))
    return ({ id }) => ({ slas: { policy_metrics: presentSla(slas.get(id), ctx.now) } })
  },
}

const byMetric = (events: readonly MetricEventRow[]) => Object.groupBy(events.map(presentMetricEvent), (event) => event.metric)

/** What `include` adds to each ticket itself. Ignores unknown names. */
export async function ticketExtras(
  ctx: Context,
  include: string | undefined,
  rows: readonly ListedTicket[],
): Promise<(row: ListedTicket) => AnswerOf<typeof TicketExtras>> {
  const names = [...readInclude(include)].filter((name) => Object.hasOwn(EXTRAS, name))
  const extras = await forEachOf(names, (name) => ensureDefined(EXTRAS[name])(ctx, rows))
  return (row) => Object.assign({}, ...extras.map((extra) => extra(row)))
}
