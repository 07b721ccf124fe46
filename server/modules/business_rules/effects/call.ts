/** Calls of webhooks and targets by rules. What they are sent is rendered for agents: it is plain text, with private comments. */
import type { Context } from '../../../context.ts'
import type { ActionValue, Effect } from '../../../rules/bound_action.ts'
import { renderPlaceholders } from '../../tickets/placeholders/render.ts'
import { enqueueTarget } from '../targets/call.ts'
import { targetTexts } from '../targets/store.ts'
import { enqueueWebhook } from '../webhooks/delivery/enqueue.ts'
import { requestFormat } from '../webhooks/store.ts'

type Call = Extract<Effect, { kind: 'call_target' | 'call_webhook' }>
type Render = (template: string) => Promise<string>

const renderer =
  (tx: Context, ticketId: number, current_user_id: number | null, mode: 'text' | 'json' = 'text'): Render =>
  (template) =>
    renderPlaceholders(tx, ticketId, template, { mode, audience: 'agent', current_user_id })

/** The text of a message, or its pairs of names and values, rendered. */
async function rendered(message: ActionValue, render: Render): Promise<string | [string, string][]> {
  if (!Array.isArray(message)) return render(String(message ?? ''))
  const pairs: [string, string][] = []
  for (const pair of message as readonly ActionValue[]) {
    const [name, value] = Array.isArray(pair) ? (pair as readonly ActionValue[]) : []
    pairs.push([String(name ?? ''), await render(String(value ?? ''))])
  }
  return pairs
}

/** Queues the call of a webhook; in one that takes JSON, values are escaped for its strings. */
export async function callWebhook(tx: Context, ticket_id: number, { id, message }: Call, current_user_id: number | null): Promise<void> {
  const mode = typeof message === 'string' && (await requestFormat(tx, id)) === 'json' ? 'json' : 'text'
  const content = await rendered(message, renderer(tx, ticket_id, current_user_id, mode))
  await enqueueWebhook(tx, { webhook_id: id, ticket_id, ...(typeof content === 'string' ? { body: content } : { params: content }) })
}

/** Queues the call of a target, whose address and subject may have placeholders, too. */
export async function callTarget(tx: Context, ticket_id: number, { id, message }: Call, current_user_id: number | null): Promise<void> {
  const target_id = Number(id)
  const texts = await targetTexts(tx, target_id)
  if (texts === undefined) return
  const render = renderer(tx, ticket_id, current_user_id)
  const { target_url, subject } = texts
  const own = {
    ...(target_url === null ? {} : { target_url: await render(target_url) }),
    ...(subject === null ? {} : { subject: await render(subject) }),
  }
  await enqueueTarget(tx, { target_id, ticket_id, message: await rendered(message, render), rendered: own })
}
