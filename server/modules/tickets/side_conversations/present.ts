import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { allOf } from '#lib/all_of.ts'
import { wireTime } from '#lib/clock.ts'
import { findGroups } from '#modules/people/groups/store.ts'
import { findVisibleUsers } from '#modules/people/users/list_store.ts'
import type { SideConversation, SideConversationEvent } from './schema.ts'
import type { EventRow, Participant, SideConversationRow } from './store.ts'

type ShownParticipant = AnswerOf<typeof SideConversation>['participants'][number]
type ShownEvent = AnswerOf<typeof SideConversationEvent>

/** How participants are called now. A person whom the caller may not see is shown by their number alone. */
interface Names {
  readonly users: ReadonlyMap<number, { readonly name: string; readonly email: string | null }>
  readonly groups: ReadonlyMap<number, { readonly name: string }>
}

const present = <Value>(values: readonly (Value | undefined)[]) => [...new Set(values)].filter((value) => value !== undefined)

/** The names of those who take part, as far as the caller may see them: one statement for users, one for groups. */
async function namesOf(ctx: Context, rows: readonly SideConversationRow[], events: readonly EventRow[]): Promise<Names> {
  const people = [...rows.flatMap((row) => row.participants), ...events.flatMap(({ message }) => message?.to ?? [])]
  const ids = present([...people.map((one) => one.user_id), ...events.map((one) => one.actor_id)])
  const [users, groups] = await allOf(
    () =>
      findVisibleUsers(
        ctx,
        ids.filter((id) => id > 0),
      ),
    () => findGroups(ctx, present(people.map((one) => one.support_group_id))),
  )
  return { users: new Map(users.map((user) => [user.id, user])), groups: new Map(groups.map((group) => [group.id, group])) }
}

function presentParticipant(participant: Participant, names: Names): ShownParticipant {
  const { user_id, support_group_id } = participant
  const user = user_id === undefined ? undefined : names.users.get(user_id)
  if (user !== undefined) return { ...participant, name: user.name, email: user.email }
  const group = support_group_id === undefined ? undefined : names.groups.get(support_group_id)
  return group === undefined ? participant : { ...participant, name: group.name }
}

const actorOf = (id: number, names: Names): ShownParticipant =>
  id < 1 ? { user_id: id, name: 'System' } : presentParticipant({ user_id: id }, names)

const pathOf = (ticketId: number, id: string) => `tickets/${ticketId}/side_conversations/${id}`

/** The address of a conversation. */
export const urlOfSideConversation = (ctx: Context, { ticket_id, id }: SideConversationRow) =>
  urlOf(ctx.caller.base_url, pathOf(ticket_id, id))

function presentOne(ctx: Context, row: SideConversationRow, names: Names): AnswerOf<typeof SideConversation> {
  const child = row.child_ticket_id === null ? {} : { targetTicketId: String(row.child_ticket_id) }
  return {
    created_at: wireTime(row.created_at),
    external_ids: { ...row.external_ids, ...child },
    id: row.id,
    message_added_at: wireTime(row.message_added_at),
    participants: row.participants.map((one) => presentParticipant(one, names)),
    preview_text: row.preview_text,
    state: row.state,
    state_updated_at: wireTime(row.state_updated_at),
    subject: row.subject,
    ticket_id: row.ticket_id,
    updated_at: wireTime(row.updated_at),
    url: urlOfSideConversation(ctx, row),
  }
}

function presentEvent(ctx: Context, event: EventRow, { ticket_id, rule }: SideConversationRow, names: Names): ShownEvent {
  const { id, side_conversation_id, type, via, actor_id, message, updates, created_at } = event
  const actor = actorOf(actor_id, names)
  const shown = {
    id,
    side_conversation_id,
    ticket_id,
    type,
    via,
    created_at: wireTime(created_at),
    url: urlOf(ctx.caller.base_url, `${pathOf(ticket_id, side_conversation_id)}/events/${id}`),
    actor,
    ...(updates === null ? {} : { updates }),
    ...(rule === null || type !== 'create' ? {} : { rule: presentRule(rule) }),
  }
  if (message === null) return shown
  const { comment_id: _comment, ...text } = message
  const to = message.to.map((one) => presentParticipant(one, names))
  return { ...shown, message: { ...text, from: actor, to, attachments: [] } }
}

const presentRule = ({ kind, ...rule }: NonNullable<SideConversationRow['rule']>) => ({ type: kind, ...rule })

/** Conversations and events of them as JSON, with the names that people and groups have now. */
export async function presentConversations(ctx: Context, rows: readonly SideConversationRow[], events: readonly EventRow[] = []) {
  const names = await namesOf(ctx, rows, events)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    side_conversations: rows.map((row) => presentOne(ctx, row, names)),
    events: events.flatMap((event) => {
      const row = byId.get(event.side_conversation_id)
      return row === undefined ? [] : [presentEvent(ctx, event, row, names)]
    }),
  }
}
