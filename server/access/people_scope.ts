/** Which people and organizations a caller sees, as SQL. @source users_orgs.md §4, §8 */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../context.ts'
import { can } from './permissions.ts'

/** True for agents who see their own organizations only. */
export function isRestricted(ctx: Context): boolean {
  return ctx.actor.role === 'agent' && ctx.actor.ticket_restriction === 'organization'
}

/** The users a caller sees; null = all. Agents restricted to their organizations see the people of these, and their colleagues. */
export function userScope(ctx: Context): RawBuilder<boolean> | null {
  if (!isRestricted(ctx)) return null
  return sql<boolean>`(users.role <> 'end-user' or exists (select 1 from organization_memberships m
    where m.account_id = ${ctx.account.id} and m.user_id = users.id and m.organization_id = any(${ctx.actor.organization_ids}::bigint[])))`
}

/** True unless the caller sees other organizations only; whether there is such a one is not asked. */
export function seesOrganization(ctx: Context, id: number): boolean {
  return !isRestricted(ctx) || ctx.actor.organization_ids.includes(id)
}

/** The organizations a caller can look up; null = all. Restricted agents and end users find their own. */
export function organizationScope(ctx: Context): RawBuilder<boolean> | null {
  const isBound = isRestricted(ctx) || !can(ctx, 'organization.list')
  return isBound ? sql<boolean>`organizations.id = any(${ctx.actor.organization_ids}::bigint[])` : null
}
