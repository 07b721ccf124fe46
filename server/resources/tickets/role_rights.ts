/** What a custom role takes from agents in the ticket door: changing more than the conversation, and tags. @source other.md §11 ticket_editing, ticket_tag_editing */
import { can } from '../../access/permissions.ts'
import type { Context } from '../../context.ts'
import { Forbidden } from '../../errors.ts'
import { normalTags } from '../../lib/tags.ts'
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

/** Refuses tags where the caller's role gives none; those that come with fields are not his. @throws Forbidden */
export function requireTags(ctx: Context, before: readonly string[], { tags, additional_tags, remove_tags }: TicketInput): void {
  const set = tags === undefined || normalTags(tags).join() === normalTags(before).join()
  const added = normalTags(additional_tags ?? []).every((tag) => before.includes(tag))
  const removed = !normalTags(remove_tags ?? []).some((tag) => before.includes(tag))
  if (!(set && added && removed) && !can(ctx, 'ticket.tag')) throw new Forbidden()
}
