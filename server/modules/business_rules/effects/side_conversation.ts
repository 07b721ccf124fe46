/** Side conversations that rules begin. @source docs/reference/business_rules.md §4 */
import type { Context } from '#core/context.ts'
import type { Effect } from '#rules/bound_action.ts'
import type { RenderText } from '#modules/tickets/placeholders/render.ts'
import { beginSideConversation } from '#modules/tickets/side_conversations/begin.ts'
import { draftOf, readGroup } from '#modules/tickets/side_conversations/message.ts'
import type { Participant } from '#modules/tickets/side_conversations/store.ts'
import { personById } from '#modules/tickets/tickets/people_store.ts'
import type { TicketRow } from '#modules/tickets/tickets/row.ts'
import { ticketGroups } from '#modules/tickets/tickets/setup_store.ts'
import { viaRule } from '#modules/tickets/tickets/write/rule_events.ts'
import type { EffectRule } from '#modules/tickets/tickets/write/rule_run.ts'

type Asked = Extract<Effect, { kind: 'side_conversation' }>

/** What a rule knows of the write that it runs in. */
interface At {
  readonly ticket: TicketRow
  readonly render: RenderText
  readonly rule: EffectRule
  readonly author_id: number
}

/**
 * Begins the conversation of a rule, with its texts rendered. Those whom it goes to by mail see what end users see: they may be anybody. A
 * child ticket and Slack are for agents. Nothing begins if the text comes to nothing, or the group is gone. Returns the subject; null
 * if nothing began.
 * @throws RecordInvalid when the ticket is closed by now
 */
export async function converse(tx: Context, effect: Asked, { ticket, render, rule, author_id }: At): Promise<string | null> {
  const to = await recipientsOf(tx, effect)
  if (to === null) return null
  const audience = effect.channel === 'email' ? 'end-user' : 'agent'
  const subject = await render({ text: effect.subject, audience, mode: 'text' })
  const text = await render({ text: effect.body, audience, mode: effect.is_html ? 'html' : 'text' })
  const draft = draftOf(subject, effect.is_html ? { html_body: text } : { body: text }, to)
  if (draft === null) return null
  const via = viaRule({ id: rule.id, title: rule.title, revision_id: rule.revision_id ?? rule.id }, rule.kind)
  const requester_id = effect.channel === 'ticket' ? await speakerOf(tx, ticket, author_id) : author_id
  await beginSideConversation({ ...tx, via }, ticket, draft, { via: 'rule', external_ids: {}, rule, requester_id })
  return draft.subject
}

/** Whom it goes to; null if there is nobody. A place in Slack is kept as the rule has it. */
async function recipientsOf(tx: Context, { channel, to, group_id, agent_id }: Asked): Promise<readonly Participant[] | null> {
  if (channel === 'email') return to.map((email) => ({ email }))
  if (channel === 'slack') return to.map((slack_channel_id) => ({ slack_channel_id }))
  const group = group_id === null ? null : readGroup(group_id, agent_id, await ticketGroups(tx))
  return group === null ? null : [group]
}

/**
 * The agent whom a child ticket of a rule is from: the author of the write, or else the assignee, or else the owner of the account. Never the
 * requester of the ticket, who must not read what a group is asked.
 */
async function speakerOf(tx: Context, { assignee_id }: TicketRow, author_id: number): Promise<number> {
  for (const id of [author_id, assignee_id ?? 0]) {
    const person = id > 0 ? await personById(tx, id) : undefined
    if (person?.active === true && !person.suspended && person.role !== 'end-user') return id
  }
  return tx.account.owner_id
}
