/**
 * Who a comment sent through the API is addressed to: the requester, in `via.source.to` of public comments and of the audits that wrote
 * them. It is computed for each response and stored nowhere, so it follows the requester's name and address and disappears with them.
 * @source docs/reference/tickets.md §4
 */
import { seesPerson } from '../../../permissions/people_scope.ts'
import type { Context, Via } from '../../../context.ts'
import { isObject } from '../../../lib/json.ts'
import { personById } from './people_store.ts'

type Wire = Record<string, unknown>

/** Presented comments or audits of one ticket, with the requester as their addressee. People are cached: this is usually no statement. */
export async function withAddressee(ctx: Context, requesterId: number, shown: readonly Wire[]): Promise<readonly Wire[]> {
  if (!shown.some(isSent)) return shown
  const to = await addresseeOf(ctx, requesterId)
  return to === null ? shown : shown.map((each) => (isSent(each) ? { ...each, via: sentTo(each.via as Via, to) } : each))
}

/** The addressee; null without an address, or if the caller cannot see the requester. */
async function addresseeOf(ctx: Context, requesterId: number): Promise<{ name: string; address: string } | null> {
  const person = await personById(ctx, requesterId)
  if (person === undefined || person.email === null || !seesPerson(ctx, person)) return null
  return { name: person.name, address: person.email }
}

/** True for a public comment, or an audit with one, that came through the API and whose source has neither a relation nor an addressee. */
function isSent(shown: Wire): boolean {
  const { channel, source } = shown.via as Via
  if (channel !== 'api' || source.rel !== null || Object.keys(source.to).length > 0) return false
  return Array.isArray(shown.events) ? shown.events.some((event) => isObject(event) && event.public === true) : shown.public === true
}

function sentTo(via: Via, to: Via['source']['to']): Via {
  return { channel: via.channel, source: { from: via.source.from, to, rel: via.source.rel } }
}
