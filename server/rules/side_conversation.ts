/** Actions that begin a side conversation: how their value is read, and the effect that comes of it. Pure. @source docs/reference/business_rules.md §4 */
import { asText } from './argument.ts'
import type { ActionValue, Effect } from './bound_action.ts'
import type { TicketFacts } from './facts.ts'
import { isEmailAddress } from '#lib/text_forms.ts'

/** The `via_id` of a ticket that a side conversation has made. */
export const CHILD_VIA_ID = 1001
/** The most addresses that a rule writes to in one side conversation, as many as people can be copied on a ticket. */
const MAX_RECIPIENTS = 48

type SideConversation = Extract<Effect, { kind: 'side_conversation' }>

const ASSIGNABLE = /^SupportAssignable:support_assignable\/(group|agent)\/(\d{1,15})(?:\/(\d{1,15}))?$/
const MEDIA_TYPE = /^text\/(?:html|plain)$/i

/** The group, and the agent in it, that a text such as `SupportAssignable:support_assignable/group/7` names. */
function parseAssignable(text: string): Pick<SideConversation, 'group_id' | 'agent_id'> | undefined {
  const [, kind, first, second] = ASSIGNABLE.exec(text) ?? []
  if (kind === undefined || (kind === 'agent') !== (second !== undefined)) return undefined
  return { group_id: Number(first), agent_id: second === undefined ? null : Number(second) }
}

/**
 * What `[subject, body, recipient…, media type]` says: recipients are addresses, a group, or places in Slack. Undefined where there is nobody
 * that it could go to.
 */
function readSideConversation(action: string, value: ActionValue): SideConversation | undefined {
  const texts = Array.isArray(value) ? (value as readonly ActionValue[]).map(asText) : []
  const [subject, body, ...others] = texts
  if (subject === undefined || body === undefined || body.trim() === '' || others.includes(undefined)) return undefined
  const given = others.flatMap((text) => text?.trim() || [])
  const recipients = given.filter((text) => !MEDIA_TYPE.test(text))
  const said = { kind: 'side_conversation' as const, subject, body, is_html: given.some((text) => /^text\/html$/i.test(text)) }
  const nobody = { group_id: null, agent_id: null }
  if (action === 'side_conversation_slack') {
    const to = recipients.slice(0, MAX_RECIPIENTS)
    return to.length === 0 ? undefined : { ...said, channel: 'slack', to, ...nobody }
  }
  const [child] = recipients.flatMap((text) => parseAssignable(text) ?? [])
  if (child !== undefined) return { ...said, channel: 'ticket', to: [], ...child }
  const to = [...new Set(recipients.flatMap((text) => text.split(/[\s,;]+/)).filter(isEmailAddress))].slice(0, MAX_RECIPIENTS)
  return to.length === 0 || action === 'side_conversation_ticket' ? undefined : { ...said, channel: 'email', to, ...nobody }
}

/**
 * The effect of such an action on a ticket. A ticket that is itself the child of a side conversation gets no child by a rule: rules that
 * match each child would make them without end.
 */
export function sideConversationEffect(action: string, value: ActionValue, ticket: TicketFacts): Effect {
  const read = readSideConversation(action, value)
  const isChildOfChild = read?.channel === 'ticket' && ticket.via_id === CHILD_VIA_ID
  return read === undefined || isChildOfChild ? { kind: 'not_performed', action } : read
}
