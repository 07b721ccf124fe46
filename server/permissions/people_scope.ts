/**
 * May this caller see this person, and this organization: once in memory, once as SQL, side by side. Asked wherever a person is shown or
 * named by a number or an address. The people of a ticket are seen by whoever sees the ticket; nobody can be put there who is not seen.
 * @source docs/reference/people.md §4, §8
 */
import { type RawBuilder, sql } from 'kysely'
import type { Context, Role } from '../context.ts'
import { can } from './permissions.ts'

/** What of a person decides who sees them. */
export interface ScopedPerson {
  readonly role: Role
  readonly organization_ids: readonly number[]
}

/** True for agents who see their own organizations only. */
export function isRestricted(ctx: Context): boolean {
  return ctx.actor.role === 'agent' && ctx.actor.ticket_restriction === 'organization'
}

/** True when the caller sees the person. Agents restricted to their organizations see the people of these, and their colleagues. */
export function seesPerson(ctx: Context, person: ScopedPerson): boolean {
  return !isRestricted(ctx) || person.role !== 'end-user' || person.organization_ids.some((id) => ctx.actor.organization_ids.includes(id))
}

/** The same as a condition on the table of users, by the name it has in the statement; null = all. */
export function userScope(ctx: Context, table: 'users' | 'u' = 'users'): RawBuilder<boolean> | null {
  if (!isRestricted(ctx)) return null
  return sql<boolean>`(${sql.ref(`${table}.role`)} <> 'end-user' or exists (select 1 from organization_memberships m
    where m.account_id = ${ctx.account.id} and m.user_id = ${sql.ref(`${table}.id`)} and m.organization_id = any(${ctx.actor.organization_ids}::bigint[])))`
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
