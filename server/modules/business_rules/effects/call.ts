/** Calls of webhooks and targets by rules. What they are sent is rendered for agents: it is plain text, with private comments. */
import type { Context } from '../../../context.ts'
import type { ActionValue, Effect } from '../../../rules/bound_action.ts'
import type { Mode } from '../../tickets/placeholders/value.ts'
import { enqueueTarget } from '../targets/call.ts'
import { targetTexts } from '../targets/store.ts'
import { enqueueWebhook } from '../webhooks/delivery/enqueue.ts'
import { requestFormat } from '../webhooks/store.ts'

type Call = Extract<Effect, { kind: 'call_target' | 'call_webhook' }>
type Render = (template: string) => Promise<string>
/** Renders the texts of a call, in its mode. */
export type Renderer = (mode: Mode) => Render

/** How values are escaped in a text of this format or media type. */
function modeOf(format: string | null | undefined): Mode {
  if (format === 'json' || format === 'application/json') return 'json'
  return format === 'xml' || format === 'application/xml' ? 'xml' : 'text'
}

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

/** Queues the call of a webhook; in one that takes JSON or XML, values are escaped for it. `ticket_id` is null where it is about none. */
export async function callWebhook(tx: Context, ticket_id: number | null, { id, message }: Call, render: Renderer): Promise<void> {
  const mode = typeof message === 'string' ? modeOf(await requestFormat(tx, id)) : 'text'
  const content = await rendered(message, render(mode))
  await enqueueWebhook(tx, { webhook_id: id, ticket_id, ...(typeof content === 'string' ? { body: content } : { params: content }) })
}

/** Queues the call of a target, whose address and subject may have placeholders, too. Values are escaped as for webhooks. */
export async function callTarget(tx: Context, ticket_id: number, { id, message }: Call, render: Renderer): Promise<void> {
  const target_id = Number(id)
  const texts = await targetTexts(tx, target_id)
  if (texts === undefined) return
  const { target_url, subject, content_type } = texts
  const mode = typeof message === 'string' ? modeOf(content_type) : 'text'
  const own = {
    ...(target_url === null ? {} : { target_url: await render('text')(target_url) }),
    ...(subject === null ? {} : { subject: await render('text')(subject) }),
  }
  await enqueueTarget(tx, {
    target_id,
    ticket_id,
    message: await rendered(message, render(mode)),
    rendered: own,
  })
}
