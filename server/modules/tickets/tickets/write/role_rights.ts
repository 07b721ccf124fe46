/**
 * What a custom role denies agents in writes of tickets: changes beyond comments, tags, and assigning tickets to groups of which they are
 * no members; and what it allows: minor changes of closed tickets.
 * @source docs/reference/account.md §6.1
 */
import { keysOf } from '#lib/objects.ts'
import { can } from '#permissions/permissions.ts'
import { mayAssignTo, mayChangeClosed } from '#permissions/role_switches.ts'
import type { Context } from '#core/context.ts'
import { type Details, Forbidden } from '#core/errors.ts'
import { normalTags } from '#lib/tags.ts'
import { checkOpen } from '../closed.ts'
import type { TicketState } from '../row.ts'
import type { TicketInput } from '../schema.ts'

/** Checked elsewhere: tags by a permission of their own, the rating by who gives it. */
const APART: readonly (keyof TicketState)[] = ['tags', 'satisfaction_rating']

/** What light agents cannot change on any ticket, not even on their own. @source docs/reference/tickets.md §13 */
const STATUS: readonly (keyof TicketState)[] = ['status', 'custom_status_id']

/**
 * Refuses a change that the caller's role does not allow. A value that is sent unchanged is no change. An agent limited to private comments
 * cannot change the requester of an existing ticket, whatever the role: as the requester they would comment publicly. @throws Forbidden
 */
export function requireChangeAllowed(ctx: Context, before: TicketState, asked: TicketState, input: TicketInput): void {
  const { role, role_configuration, only_private_comments } = ctx.actor
  if (role !== 'agent') return
  const differs = (key: keyof TicketState) => JSON.stringify(before[key]) !== JSON.stringify(asked[key])
  if (only_private_comments && differs('requester_id')) throw new Forbidden()
  if (role_configuration === null) return
  const governed = isOwnOfLight(ctx, before) ? STATUS : keysOf(asked).filter((key) => !APART.includes(key))
  if (governed.some(differs) && !can(ctx, 'ticket.update')) throw new Forbidden()
  requireTags(ctx, before, input)
}

/** True for tickets that a light agent creates or is the requester of, which they may edit. @source docs/reference/tickets.md §13 */
function isOwnOfLight({ actor }: Context, before: Pick<TicketState, 'requester_id'> | null): boolean {
  return actor.role === 'agent' && actor.role_configuration?.light_agent === true && (before === null || before.requester_id === actor.id)
}

/** Refuses to assign a ticket to a group, directly or by its assignee, if the caller's role does not allow it. @throws Forbidden */
export function requireGroup(
  ctx: Context,
  before: Pick<TicketState, 'group_id'> | null,
  { group_id }: Pick<TicketState, 'group_id'>,
): void {
  if (group_id !== null && group_id !== before?.group_id && !mayAssignTo(ctx.actor, group_id)) throw new Forbidden()
}

/**
 * What a role may let its agents change on closed tickets, and members that accompany any change.
 * @source docs/reference/tickets.md §3.1
 */
const OF_CLOSED: readonly (keyof TicketInput)[] = [
  'subject',
  'priority',
  'tags',
  'additional_tags',
  'remove_tags',
  'safe_update',
  'updated_stamp',
]

/** Why a ticket cannot be changed, if it is closed. @source docs/reference/tickets.md §3.1 */
export function checkClosed(ctx: Context, before: Pick<TicketState, 'status'>, input: TicketInput): Details {
  const isSmall = keysOf(input).every((member) => input[member] === undefined || OF_CLOSED.includes(member))
  return isSmall && mayChangeClosed(ctx.actor) ? {} : checkOpen(before)
}

/**
 * Refuses tags if the caller's role does not allow them, but not those that come with fields. `before` is null for a new ticket.
 * @throws Forbidden
 */
export function requireTags(
  ctx: Context,
  before: Pick<TicketState, 'tags' | 'requester_id'> | null,
  { tags, additional_tags, remove_tags }: TicketInput,
): void {
  const there = before?.tags ?? []
  const has = new Set(there)
  const set = tags === undefined || normalTags(tags).join() === normalTags(there).join()
  const added = normalTags(additional_tags ?? []).every((tag) => has.has(tag))
  const removed = !normalTags(remove_tags ?? []).some((tag) => has.has(tag))
  if (!(set && added && removed) && !can(ctx, 'ticket.tag') && !isOwnOfLight(ctx, before)) throw new Forbidden()
}
