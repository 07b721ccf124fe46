/**
 * Whether a caller can see a user or an organization: as a check in memory and as the same condition in SQL. Checked wherever a user is shown, or
 * referred to by an id or an address. The users of a ticket are visible to everyone who can see the ticket; only visible users can be
 * added to it.
 * @source docs/reference/people.md §4, §8
 */
import { type RawBuilder, sql } from 'kysely'
import type { Context, Role } from '#core/context.ts'
import { can } from './permissions.ts'

/** The properties of a user that decide who can see them. */
export interface ScopedPerson {
  readonly role: Role
  readonly organization_ids: readonly number[]
}

/** True for agents who can see their own organizations only. */
export function isRestricted(ctx: Context): boolean {
  return ctx.actor.role === 'agent' && ctx.actor.ticket_restriction === 'organization'
}

/** True when the caller can see the user. Agents restricted to their organizations see the users of these, and all staff. */
export function canSeeUser(ctx: Context, person: ScopedPerson): boolean {
  return !isRestricted(ctx) || person.role !== 'end-user' || person.organization_ids.some((id) => ctx.actor.organization_ids.includes(id))
}

/** The same as a condition on the table of users, with the table's alias in the statement; null if all users are visible. */
export function userScope(ctx: Context, table: 'users' | 'u' = 'users'): RawBuilder<boolean> | null {
  if (!isRestricted(ctx)) return null
  return sql<boolean>`(${sql.ref(`${table}.role`)} <> 'end-user' or exists (select 1 from organization_memberships m
    where m.account_id = ${ctx.account.id} and m.user_id = ${sql.ref(`${table}.id`)} and m.organization_id = any(${ctx.actor.organization_ids}::bigint[])))`
}

/** True unless the caller is restricted to other organizations. Does not check whether the organization exists. */
export function canSeeOrganization(ctx: Context, id: number): boolean {
  return !isRestricted(ctx) || ctx.actor.organization_ids.includes(id)
}

/** The organizations a caller can look up; null = all. Restricted agents and end users can look up their own. */
export function organizationScope(ctx: Context): RawBuilder<boolean> | null {
  const isLimited = isRestricted(ctx) || !can(ctx, 'organization.list')
  return isLimited ? sql<boolean>`organizations.id = any(${ctx.actor.organization_ids}::bigint[])` : null
}
