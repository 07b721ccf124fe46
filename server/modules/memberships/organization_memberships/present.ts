import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { readInclude, urlOf } from '#http/envelope.ts'
import { allOf } from '#lib/all_of.ts'
import { wireTime } from '#lib/clock.ts'
import { presentOrganizations } from '#modules/people/organizations/present.ts'
import { findOrganizations } from '#modules/people/organizations/store.ts'
import { presentUsers } from '#modules/people/users/present.ts'
import { findVisibleUsers } from '#modules/people/users/list_store.ts'
import type { MembershipRow } from './store.ts'
import type { Membership, MembershipSiblings } from './schema.ts'
import { listKnownIds } from '#lib/known_ids.ts'

/** A membership as JSON. @source docs/reference/people.md §4.1 */
export function presentMembership(ctx: Context, row: MembershipRow): AnswerOf<typeof Membership> {
  return {
    url: urlOf(ctx.caller.base_url, `organization_memberships/${row.id}`),
    id: row.id,
    user_id: row.user_id,
    organization_id: row.organization_id,
    default: row.default,
    created_at: wireTime(row.created_at),
    organization_name: row.organization_name,
    updated_at: wireTime(row.updated_at),
    view_tickets: row.view_tickets,
  }
}

/** The users and organizations to side-load with memberships. @source docs/reference/conventions.md §5 */
export async function membershipSiblings(
  ctx: Context,
  include: string | undefined,
  rows: readonly MembershipRow[],
): Promise<AnswerOf<typeof MembershipSiblings>> {
  const names = readInclude(include)
  const [users, organizations] = await allOf(
    () => (names.has('users') ? findVisibleUsers(ctx, listKnownIds(rows.map((row) => row.user_id))) : []),
    () => (names.has('organizations') ? findOrganizations(ctx, listKnownIds(rows.map((row) => row.organization_id))) : []),
  )
  return {
    ...(names.has('users') ? { users: await presentUsers(ctx, users) } : {}),
    ...(names.has('organizations') ? { organizations: await presentOrganizations(ctx, organizations) } : {}),
  }
}
