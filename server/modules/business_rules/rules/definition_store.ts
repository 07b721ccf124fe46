/** The records that definitions of rules offer as values. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { MAX_RECORDS, type NamedRecord, type RecordLists, type RuleRecords } from '#rules/records.ts'
import { isRestricted } from '#permissions/people_scope.ts'
import { listOfferedLocales } from '#modules/account/locales/choose.ts'

/** One record more than a definition lists says that there are too many. */
const MOST = MAX_RECORDS + 1

/** A list of `{id, title}` in the given order. More records than are listed are not sorted, as they are not needed. */
const list = (title: string, from: string, order: string, id = 'r.id') =>
  `(select coalesce(jsonb_agg(jsonb_build_object('id', r.listed_id, 'title', r.listed_title) order by ${order}), '[]')
    from (select r.*, ${id} as listed_id, ${title} as listed_title from ${from} order by r.id limit ${MOST}) r)`
const agreements = (type: string) =>
  list('r.name', `sharing_agreements r where r.account_id = $1 and r.type = '${type}' and r.status = 'accepted'`, 'r.name, r.id')

// organizations have no index on their names: beyond the limit none is listed, so the first by id are enough
const selectRecords = defineStatement<Omit<RecordLists, 'locales'>>(`select
  ${list('r.name', 'groups r where r.account_id = $1 and not r.deleted', 'r.name, r.id')} as groups,
  ${list('r.name', `users r where r.account_id = $1 and r.active and r.role <> 'end-user'`, 'r.name, r.id')} as agents,
  ${list('r.name', 'brands r where r.account_id = $1 and r.active and not r.is_deleted', 'r.name, r.id')} as brands,
  ${list('r.name', 'ticket_forms r where r.account_id = $1 and r.active and r.deleted_at is null', 'r.position, r.id')} as forms,
  ${list('r.name', `(select o.id, o.name from organizations o where o.account_id = $1 order by o.id limit ${MOST}) r`, 'r.name, r.id')} as organizations,
  ${list('r.agent_label', 'custom_statuses r where r.account_id = $1 and r.active and r.deleted_at is null', 'r.id')} as statuses,
  ${list('r.name', 'schedules r where r.account_id = $1', 'r.id')} as schedules,
  ${list('r.email', 'recipient_addresses r where r.account_id = $1', 'r.email', 'r.email')} as recipients,
  ${agreements('inbound')} as inbound_agreements,
  ${agreements('outbound')} as outbound_agreements,
  ${list('r.title', 'targets r where r.account_id = $1 and r.active', 'r.title, r.id')} as targets,
  ${list('r.name', `webhooks r where r.account_id = $1 and r.status = 'active'`, 'r.name, r.id')} as webhooks,
  ${list('r.name', 'routing_attribute_values r where r.account_id = $1', 'r.name, r.id')} as skills`)

// a caller who sees some organizations only is in few of them
const selectOwnOrganizations = defineStatement<Pick<RecordLists, 'organizations'>>(`select
  ${list('r.name', 'organizations r where r.account_id = $1 and r.id = any($2::bigint[])', 'r.name, r.id')} as organizations`)

const localeRecords = (ctx: Context): NamedRecord[] => listOfferedLocales(ctx).map(({ id, name }) => ({ id, title: name }))

/** The records of the account that rules can name, each list bounded, in one query. Organizations are those that the caller sees. */
export async function ruleRecords(ctx: Context): Promise<RuleRecords> {
  const lists = await ctx.db.one(selectRecords(ctx.account.id))
  const own = isRestricted(ctx) ? await ctx.db.one(selectOwnOrganizations(ctx.account.id, ctx.actor.organization_ids)) : {}
  return { ...lists, ...own, locales: localeRecords(ctx), is_hold_enabled: ctx.account.settings.tickets.on_hold_status }
}
