/** The acts on group memberships: create, remove, make default. Bulk jobs call them, too. */
import { can, requirePermission } from '#permissions/permissions.ts'
import { actorsTopic } from '#auth/actors.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { configurationTopic } from '#db/topics.ts'
import { Forbidden, NotFound, type Problem, RecordInvalid } from '#core/errors.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { findGroups } from '#modules/people/groups/store.ts'
import { rewriteTickets } from '#modules/tickets/tickets/rewrite_store.ts'
import { lockVisibleUser } from '#modules/people/users/list_store.ts'
import { writeAndPublishUser } from '#modules/people/user_events/publishing.ts'
import { getUser, type UserRow } from '#modules/people/users/store.ts'
import type { GroupMembershipInput } from './schema.ts'
import {
  clearDefaultGroup,
  deleteGroupMembership,
  firstMember,
  getGroupMembership,
  type GroupMembershipFilter,
  type GroupMembershipRow,
  groupMembershipsOf,
  insertGroupMembership,
  markDefaultGroup,
} from './store.ts'

const makeRecordInvalid = (member: string, description: string, error = 'InvalidValue') =>
  new RecordInvalid({ [member]: [{ description, error } satisfies Problem] })

async function lockAgent(tx: Context, id: number | null | undefined): Promise<UserRow> {
  try {
    const user = await lockVisibleUser(tx, id ?? 0)
    if (user.role !== 'end-user') return user
  } catch (error) {
    throw error instanceof NotFound ? makeRecordInvalid('user_id', 'User: is invalid') : error
  }
  throw makeRecordInvalid('user_id', 'User: must be an agent')
}

/** Invalidates both caches that depend on members: what actors can see, and which agents tickets can be assigned to. */
async function invalidateMembers(tx: Context): Promise<void> {
  await tx.services.cache.invalidate(tx.db, actorsTopic(tx.account.id))
  await tx.services.cache.invalidate(tx.db, configurationTopic(tx.account.id))
}

/** Makes an agent a member of a group. The first membership is the default one. @throws Forbidden @throws RecordInvalid @source docs/reference/people.md §5.1 */
export async function createGroupMembership(ctx: Context, input: GroupMembershipInput): Promise<GroupMembershipRow> {
  requirePermission(ctx, 'membership.manage')
  return inTransaction(ctx, async (tx) => {
    const user = await lockAgent(tx, input.user_id)
    const group_id = input.group_id ?? 0
    const [group] = (await findGroups(tx, [group_id])).filter((one) => !one.deleted)
    if (group === undefined) throw makeRecordInvalid('group_id', 'Group: is invalid')
    const others = await groupMembershipsOf(tx, user.id)
    const id = await writeAndPublishUser(tx, user.id, async () => {
      const made = await insertGroupMembership(tx, user.id, group_id)
      if (made === undefined) throw makeRecordInvalid('user_id', 'User has already been taken', 'DuplicateValue')
      if (input.default === true || !others.some((row) => row.default)) await markDefaultGroup(tx, { id: made, user_id: user.id, group_id })
      return made
    })
    const row = await getGroupMembership(tx, { id })
    await audit(tx, row, 'create', `Made a member of the group ${group.name}`)
    await invalidateMembers(tx)
    return row
  })
}

/**
 * Removes an agent from a group. The agent's tickets of that group lose their assignee unless they are closed; solved ones go to the
 * longest-standing remaining member. Another membership becomes the default; without one the agent has no default group.
 * @throws Forbidden @throws NotFound @source docs/reference/people.md §5.1
 */
export async function removeGroupMembership(ctx: Context, filter: GroupMembershipFilter): Promise<void> {
  requirePermission(ctx, 'membership.manage')
  const { id, user_id } = await getGroupMembership(ctx, filter)
  await inTransaction(ctx, async (tx) => {
    await lockVisibleUser(tx, user_id)
    const row = await getGroupMembership(tx, { id })
    const { group_id, default: wasDefault } = row
    const [nextDefault] = (await groupMembershipsOf(tx, user_id)).filter((other) => other.id !== id)
    await writeAndPublishUser(tx, user_id, async () => {
      await deleteGroupMembership(tx, id)
      if (wasDefault) await (nextDefault === undefined ? clearDefaultGroup(tx, user_id) : markDefaultGroup(tx, nextDefault))
    })
    const lost = { member: 'assignee_id', from: user_id, group_id, closed_too: false } as const
    await rewriteTickets(tx, { ...lost, to: null, solved: false })
    // solved tickets keep an assignee @source docs/reference/tickets.md §3.3
    await rewriteTickets(tx, { ...lost, to: (await firstMember(tx, group_id)) ?? null, solved: true })
    await audit(tx, row, 'destroy', `Taken out of the group ${await groupName(tx, group_id)}`)
    await invalidateMembers(tx)
  })
}

/**
 * Makes a membership the agent's default one; agents may choose their own.
 * @throws Forbidden @throws NotFound
 * @source docs/reference/people.md §5.1
 */
export async function makeDefaultGroup(ctx: Context, filter: GroupMembershipFilter): Promise<GroupMembershipRow> {
  requirePermission(ctx, 'membership.list')
  const { id, user_id } = await getGroupMembership(ctx, filter)
  if (user_id !== ctx.actor.id && !can(ctx, 'membership.manage')) throw new Forbidden()
  return inTransaction(ctx, async (tx) => {
    await lockVisibleUser(tx, user_id)
    const before = await getGroupMembership(tx, { id })
    await writeAndPublishUser(tx, user_id, () => markDefaultGroup(tx, before))
    // agents changing their own default group are not audited
    if (!before.default && user_id !== ctx.actor.id)
      await audit(tx, before, 'update', `${await groupName(tx, before.group_id)} made the default group`)
    await invalidateMembers(tx)
    return getGroupMembership(tx, { id })
  })
}

async function groupName(tx: Context, id: number): Promise<string> {
  return (await findGroups(tx, [id]))[0]?.name ?? String(id)
}

async function audit(
  tx: Context,
  { id, user_id, group_id }: GroupMembershipRow,
  action: 'create' | 'update' | 'destroy',
  change_description: string,
): Promise<void> {
  const { name } = await getUser(tx, user_id)
  const details = { user_id, group_id }
  await recordAudit(tx, { action, source_type: 'group_membership', source_id: id, source_label: name, change_description, details })
}
