/** Calls of webhooks and targets by rules. What they are sent is rendered for agents: it is plain text, with private comments. */
import type { Context } from '#core/context.ts'
import type { ActionValue, Effect } from '#rules/bound_action.ts'
import { pickChangedTexts, type SendingRule, type SentEffect } from '#rules/sent_effect.ts'
import type { Mode } from '#modules/tickets/placeholders/value.ts'
import { messageText } from '#modules/tickets/tickets/write/rule_events.ts'
import { enqueueTarget } from '../targets/call.ts'
import { targetTexts } from '../targets/store.ts'
import { enqueueWebhook } from '../webhooks/delivery/enqueue.ts'
import { requestFormat } from '../webhooks/store.ts'

type Call = Extract<Effect, { kind: 'call_target' | 'call_webhook' }>

/** A call with the rule that causes it, and the ticket it is about; null where it is about none. */
interface RuleCall {
  readonly rule: SendingRule
  readonly effect: Call
  readonly ticket_id: number | null
}

type Render = (template: string) => Promise<string>
/** Renders the texts of a call, in its mode. */
export type Renderer = (mode: Mode) => Render

/** How values are escaped in a text of this format or media type. */
function modeOf(format: string | null | undefined): Mode {
  if (format === 'json' || format === 'application/json') return 'json'
  return format === 'xml' || format === 'application/xml' ? 'xml' : 'text'
}

/** The text of a message, or its pairs of names and values, rendered. */
async function renderMessage(message: ActionValue, render: Render): Promise<string | [string, string][]> {
  if (!Array.isArray(message)) return render(String(message ?? ''))
  const pairs: [string, string][] = []
  for (const pair of message as readonly ActionValue[]) {
    const [name, value] = Array.isArray(pair) ? (pair as readonly ActionValue[]) : []
    pairs.push([String(name ?? ''), await render(String(value ?? ''))])
  }
  return pairs
}

/** What is kept of a call; nothing but that it was not made where its webhook or target is gone or inactive. */
function describeSentCall({ rule, effect }: RuleCall, content: string | [string, string][] | null): SentEffect {
  const sent = { rule: { kind: rule.kind, id: rule.id }, kind: effect.kind, is_sent: content !== null }
  return content === null ? sent : { ...sent, ...pickChangedTexts({ body: messageText(effect.message) }, { body: messageText(content) }) }
}

/** Queues the call of a webhook; in one that takes JSON or XML, values are escaped for it. Returns what was sent. */
export async function callWebhook(tx: Context, call: RuleCall, render: Renderer): Promise<SentEffect> {
  const { ticket_id } = call
  const { id, message } = call.effect
  const mode = typeof message === 'string' ? modeOf(await requestFormat(tx, id)) : 'text'
  const content = await renderMessage(message, render(mode))
  const made = { webhook_id: id, ticket_id, ...(typeof content === 'string' ? { body: content } : { params: content }) }
  const invocation_id = await enqueueWebhook(tx, made)
  return invocation_id === null ? describeSentCall(call, null) : { ...describeSentCall(call, content), invocation_id }
}

/** Queues the call of a target, whose address and subject may have placeholders, too. Values are escaped as for webhooks. Returns what was sent. */
export async function callTarget(tx: Context, call: RuleCall, render: Renderer): Promise<SentEffect> {
  const { ticket_id } = call
  const { id, message } = call.effect
  const target_id = Number(id)
  const texts = await targetTexts(tx, target_id)
  if (texts === undefined) return describeSentCall(call, null)
  const { target_url, subject, content_type } = texts
  const mode = typeof message === 'string' ? modeOf(content_type) : 'text'
  const own = {
    ...(target_url === null ? {} : { target_url: await render('text')(target_url) }),
    ...(subject === null ? {} : { subject: await render('text')(subject) }),
  }
  const content = await renderMessage(message, render(mode))
  const isQueued = await enqueueTarget(tx, { target_id, ticket_id, message: content, rendered: own })
  return describeSentCall(call, isQueued ? content : null)
}
