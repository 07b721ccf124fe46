import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { readInclude, urlOf } from '#http/envelope.ts'
import { allOf } from '#lib/all_of.ts'
import { wireTime } from '#lib/clock.ts'
import { presentGroup } from '#modules/people/groups/present.ts'
import { findGroups } from '#modules/people/groups/store.ts'
import { presentUsers } from '#modules/people/users/present.ts'
import { findVisibleUsers } from '#modules/people/users/list_store.ts'
import type { GroupMembershipRow } from './store.ts'
import type { GroupMembership, GroupMembershipSiblings } from './schema.ts'
import { listKnownIds } from '#lib/known_ids.ts'

/** A group membership as JSON. @source docs/reference/people.md §5.1 */
export function presentGroupMembership(ctx: Context, row: GroupMembershipRow): AnswerOf<typeof GroupMembership> {
  return {
    url: urlOf(ctx.caller.base_url, `group_memberships/${row.id}`),
    id: row.id,
    user_id: row.user_id,
    group_id: row.group_id,
    default: row.default,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
  }
}

/** The users and groups to side-load with memberships. @source docs/reference/conventions.md §5 */
export async function groupMembershipSiblings(
  ctx: Context,
  include: string | undefined,
  rows: readonly GroupMembershipRow[],
): Promise<AnswerOf<typeof GroupMembershipSiblings>> {
  const names = readInclude(include)
  const [users, groups] = await allOf(
    () => (names.has('users') ? findVisibleUsers(ctx, listKnownIds(rows.map((row) => row.user_id))) : []),
    () => (names.has('groups') ? findGroups(ctx, listKnownIds(rows.map((row) => row.group_id))) : []),
  )
  return {
    ...(names.has('users') ? { users: await presentUsers(ctx, users) } : {}),
    ...(names.has('groups') ? { groups: groups.map((row) => presentGroup(ctx, row)) } : {}),
  }
}
