/**
 * What a custom role takes from agents in the ticket door: changing more than the conversation, tags, giving tickets to groups that are not
 * theirs; and what it gives: a little of closed tickets.
 * @source other.md §11 ticket_editing, ticket_tag_editing, assign_tickets_to_any_group, modify_closed_tickets
 */
import { can } from '../../access/permissions.ts'
import { mayAssignTo, mayChangeClosed } from '../../access/role_switches.ts'
import type { Context } from '../../context.ts'
import { type Details, Forbidden } from '../../errors.ts'
import { normalTags } from '../../lib/tags.ts'
import { checkOpen } from './closed.ts'
import type { TicketState } from './row.ts'
import type { TicketInput } from './schema.ts'

/** Governed by other settings: tags by their own, the rating by who gives it. */
const APART: readonly (keyof TicketState)[] = ['tags', 'satisfaction_rating']

/** Refuses a change the caller's role does not give. What is sent as it was is no change. @throws Forbidden */
export function requireAsked(ctx: Context, before: TicketState, asked: TicketState, input: TicketInput): void {
  if (ctx.actor.role !== 'agent' || ctx.actor.role_configuration === null) return
  const differs = (key: string) => JSON.stringify(before[key as keyof TicketState]) !== JSON.stringify(asked[key as keyof TicketState])
  const edits = Object.keys(asked).some((key) => !APART.includes(key as keyof TicketState) && differs(key))
  if (edits && !can(ctx, 'ticket.update')) throw new Forbidden()
  requireTags(ctx, before.tags, input)
}

/** Refuses to give a ticket to a group where the caller's role does not, be it by its assignee. @throws Forbidden */
export function requireGroup(
  ctx: Context,
  before: Pick<TicketState, 'group_id'> | null,
  { group_id }: Pick<TicketState, 'group_id'>,
): void {
  if (group_id !== null && group_id !== before?.group_id && !mayAssignTo(ctx.actor, group_id)) throw new Forbidden()
}

/** What a role may let its agents change of closed tickets, and what goes along with any change. @source tickets.md §3.1 modify_closed_tickets */
const OF_CLOSED: readonly (keyof TicketInput)[] = [
  'subject',
  'priority',
  'tags',
  'additional_tags',
  'remove_tags',
  'safe_update',
  'updated_stamp',
]

/** What is wrong with a change of a ticket that may be closed. @source tickets.md §3.1 */
export function checkClosed(ctx: Context, before: Pick<TicketState, 'status'>, input: TicketInput): Details {
  const isSmall = Object.entries(input).every(([member, sent]) => sent === undefined || OF_CLOSED.includes(member as keyof TicketInput))
  return isSmall && mayChangeClosed(ctx.actor) ? {} : checkOpen(before)
}

/** Refuses tags where the caller's role gives none; those that come with fields are not his. @throws Forbidden */
export function requireTags(ctx: Context, before: readonly string[], { tags, additional_tags, remove_tags }: TicketInput): void {
  const set = tags === undefined || normalTags(tags).join() === normalTags(before).join()
  const added = normalTags(additional_tags ?? []).every((tag) => before.includes(tag))
  const removed = !normalTags(remove_tags ?? []).some((tag) => before.includes(tag))
  if (!(set && added && removed) && !can(ctx, 'ticket.tag')) throw new Forbidden()
}
