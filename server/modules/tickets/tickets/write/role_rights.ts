/**
 * What a custom role takes from agents in the ticket door: changing more than the conversation, tags, giving tickets to groups that are not
 * theirs; and what it gives: a little of closed tickets.
 * @source docs/reference/account.md §6.1
 */
import { can } from '../../../../permissions/permissions.ts'
import { mayAssignTo, mayChangeClosed } from '../../../../permissions/role_switches.ts'
import type { Context } from '../../../../context.ts'
import { type Details, Forbidden } from '../../../../errors.ts'
import { normalTags } from '../../../../lib/tags.ts'
import { checkOpen } from '../closed.ts'
import type { TicketState } from '../row.ts'
import type { TicketInput } from '../schema.ts'

/** Governed by other settings: tags by their own, the rating by who gives it. */
const APART: readonly (keyof TicketState)[] = ['tags', 'satisfaction_rating']

/** What light agents change of nobody's ticket, not of their own either. @source docs/reference/tickets.md §13 */
const STATUS: readonly (keyof TicketState)[] = ['status', 'custom_status_id']

/**
 * Refuses a change the caller's role does not give. What is sent as it was is no change. Who comments in private only makes nobody the
 * requester of a ticket that is there, whatever their role: as its requester they would answer in public. @throws Forbidden
 */
export function requireMayChange(ctx: Context, before: TicketState, asked: TicketState, input: TicketInput): void {
  const { role, role_configuration, only_private_comments } = ctx.actor
  if (role !== 'agent') return
  const differs = (key: keyof TicketState) => JSON.stringify(before[key]) !== JSON.stringify(asked[key])
  if (only_private_comments && differs('requester_id')) throw new Forbidden()
  if (role_configuration === null) return
  const governed = isOwnOfLight(ctx, before) ? STATUS : (Object.keys(asked) as (keyof TicketState)[]).filter((key) => !APART.includes(key))
  if (governed.some(differs) && !can(ctx, 'ticket.update')) throw new Forbidden()
  requireTags(ctx, before, input)
}

/** Light agents make tickets as they like, and edit those they are the requesters of. @source docs/reference/tickets.md §13 */
function isOwnOfLight({ actor }: Context, before: Pick<TicketState, 'requester_id'> | null): boolean {
  return actor.role === 'agent' && actor.role_configuration?.light_agent === true && (before === null || before.requester_id === actor.id)
}

/** Refuses to give a ticket to a group where the caller's role does not, be it by its assignee. @throws Forbidden */
export function requireGroup(
  ctx: Context,
  before: Pick<TicketState, 'group_id'> | null,
  { group_id }: Pick<TicketState, 'group_id'>,
): void {
  if (group_id !== null && group_id !== before?.group_id && !mayAssignTo(ctx.actor, group_id)) throw new Forbidden()
}

/** What a role may let its agents change of closed tickets, and what goes along with any change. @source docs/reference/tickets.md §3.1 */
const OF_CLOSED: readonly (keyof TicketInput)[] = [
  'subject',
  'priority',
  'tags',
  'additional_tags',
  'remove_tags',
  'safe_update',
  'updated_stamp',
]

/** What is wrong with a change of a ticket that may be closed. @source docs/reference/tickets.md §3.1 */
export function checkClosed(ctx: Context, before: Pick<TicketState, 'status'>, input: TicketInput): Details {
  const isSmall = Object.entries(input).every(([member, sent]) => sent === undefined || OF_CLOSED.includes(member as keyof TicketInput))
  return isSmall && mayChangeClosed(ctx.actor) ? {} : checkOpen(before)
}

/** Refuses tags where the caller's role gives none; those that come with fields are not theirs. `before` is null for a new ticket. @throws Forbidden */
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
