/** Statements that read tickets, users, organizations, audits and changes of skills in the order of change: one per page, each served by an index. */
import type { CompiledQuery, Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import type { RoutingChangesTable } from '#db/tables.ts'
import { ORGANIZATION_COLUMNS, type OrganizationRow } from '#modules/people/organizations/store.ts'
import { AUDIT_COLUMNS, type AuditRow } from '#modules/tickets/ticket_audits/store.ts'
import { LISTED, type ListedTicket } from '#modules/tickets/tickets/list.ts'
import { USER_COLUMNS, type UserRow } from '#modules/people/users/store.ts'
import type { Exported, Range } from '#http/export_page.ts'

/** A change of a skill or of who has it. */
export type SkillChange = Omit<Selectable<RoutingChangesTable>, 'account_id'>

const MOMENT = (parameter: string) => `'epoch'::timestamptz + ${parameter}::bigint * interval '1 microsecond'`

function statement<Row>(table: string, columns: readonly string[], at: string, isDeleted = 'false') {
  const build = defineStatement<
    Exported<Row>
  >(`select ${columns.join(', ')}, (extract(epoch from ${at}) * 1000000)::bigint as at_us from ${table}
  where account_id = $1 and (${at}, id) > (${MOMENT('$2')}, $3::bigint) and ${at} < ${MOMENT('$4')} and ($6::boolean is not true or not (${isDeleted}))
  order by ${at}, id limit $5`)
  return (ctx: Context, { after, before, limit, exclude_deleted = false }: Range): CompiledQuery<Exported<Row>> =>
    build(ctx.account.id, after.at_us, after.id, before * 1_000_000, limit, exclude_deleted)
}

const selectTickets = statement<ListedTicket>('tickets', LISTED, 'generated_at', 'deleted_at is not null')
const selectUsers = statement<UserRow>('users', USER_COLUMNS, 'updated_at')
const selectOrganizations = statement<OrganizationRow>('organizations', ORGANIZATION_COLUMNS, 'updated_at')
const selectAudits = statement<AuditRow>('ticket_audits', AUDIT_COLUMNS, 'created_at')

const skillChanges = defineStatement<
  Exported<SkillChange>
>(`select id, kind, type, record_id, parent_id, name, instance_id, created_at, (extract(epoch from created_at) * 1000000)::bigint as at_us
  from routing_changes where account_id = $1 and kind = $6 and (created_at, id) > (${MOMENT('$2')}, $3::bigint) and created_at < ${MOMENT('$4')}
  order by created_at, id limit $5`)

/** Tickets by the time of their last change of any kind. Includes deleted ones unless they are excluded. */
export const findTicketsAfter = (ctx: Context, range: Range) => ctx.db.all(selectTickets(ctx, range))
/** Users, including deleted ones. */
export const findUsersAfter = (ctx: Context, range: Range) => ctx.db.all(selectUsers(ctx, range))
/** Organizations. */
export const findOrganizationsAfter = (ctx: Context, range: Range) => ctx.db.all(selectOrganizations(ctx, range))
/** Audits of tickets. */
export const findAuditsAfter = (ctx: Context, range: Range) => ctx.db.all(selectAudits(ctx, range))
/** Changes of one kind of skills, types of skills, or who has or requires skills. */
export const findSkillChangesAfter = (ctx: Context, kind: SkillChange['kind'], { after, before, limit }: Range) =>
  ctx.db.all(skillChanges(ctx.account.id, after.at_us, after.id, before * 1_000_000, limit, kind))
