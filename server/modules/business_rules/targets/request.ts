/** The request of a target, by its kind. Pure. @source docs/reference/other.md §1 */
import { findFixedOrigin } from './origin.ts'
import type { OutgoingRequest, Pairs } from '../webhooks/delivery/request.ts'
import type { TargetRow } from './store.ts'
import type { MemberValue } from './types.ts'

type Members = Readonly<Record<string, MemberValue>>

/** What is sent: a text, or pairs of names and values. */
interface Message {
  readonly message: string | Pairs
  readonly rendered?: { readonly target_url?: string }
}

const FORM = 'application/x-www-form-urlencoded'
const urlEncoded = (pairs: Pairs) => new URLSearchParams(pairs.map(([...pair]) => pair)).toString()

/** The request, or why there is none: this kind of target is not called, or a value of the ticket would choose the host. */
export function targetRequest({ type, settings }: TargetRow, secrets: Members, { message, rendered }: Message): OutgoingRequest | string {
  const isPlain = type === 'url_target'
  if (!isPlain && type !== 'url_target_v2' && type !== 'http_target') return `Targets of the kind ${type} are not supported`
  const method = String(settings.method ?? 'get').toUpperCase()
  const url = URL.parse(rendered?.target_url ?? String(settings.target_url))
  if (url === null || url.origin !== findFixedOrigin(String(settings.target_url)))
    return 'Not called: the address is not on the host of the target'
  const content = isPlain
    ? [[String(settings.attribute ?? ''), typeof message === 'string' ? message : urlEncoded(message)] as const]
    : message
  const isBodiless = method === 'GET' || method === 'DELETE'
  if (isBodiless && typeof content !== 'string') for (const [name, value] of content) url.searchParams.append(name, value)
  const media = isPlain ? FORM : String(settings.content_type ?? 'application/json')
  const body = typeof content === 'string' ? content : media === FORM ? urlEncoded(content) : JSON.stringify(Object.fromEntries(content))
  const username = String(settings.username ?? '')
  const basic = Buffer.from(`${username}:${String(secrets.password ?? '')}`).toString('base64')
  return {
    url: url.href,
    method,
    headers: {
      'user-agent': 'Zendesk Target',
      ...(username === '' ? {} : { authorization: `Basic ${basic}` }),
      ...(isBodiless ? {} : { 'content-type': `${media}; charset=utf-8` }),
    },
    body: isBodiless ? null : body,
  }
}
