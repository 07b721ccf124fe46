/**
 * Who a comment sent through the API is addressed to: the requester, in `via.source.to` of public comments and of the audits that wrote
 * them. It is computed for each response and stored nowhere, so it follows the requester's name and address and disappears with them.
 * @source docs/reference/tickets.md §4
 */
import { canSeeUser } from '#permissions/people_scope.ts'
import type { Context, Via } from '#core/context.ts'
import { personById } from './people_store.ts'

/** A comment, or an audit with its events. */
interface Shown {
  readonly via: Via
  readonly public?: boolean
  readonly events?: readonly { readonly public?: boolean }[]
}

/** Presented comments or audits of one ticket, with the requester as their addressee. People are cached: this is usually no statement. */
export async function withAddressee<One extends Shown>(ctx: Context, requesterId: number, shown: readonly One[]): Promise<readonly One[]> {
  if (!shown.some(isSent)) return shown
  const to = await addresseeOf(ctx, requesterId)
  return to === null ? shown : shown.map((each) => (isSent(each) ? { ...each, via: sentTo(each.via, to) } : each))
}

/** The same for one of them. */
export async function oneWithAddressee<One extends Shown>(ctx: Context, requesterId: number, shown: One): Promise<One> {
  const to = isSent(shown) ? await addresseeOf(ctx, requesterId) : null
  return to === null ? shown : { ...shown, via: sentTo(shown.via, to) }
}

/** The addressee; null without an address, or if the caller cannot see the requester. */
async function addresseeOf(ctx: Context, requesterId: number): Promise<{ name: string; address: string } | null> {
  const person = await personById(ctx, requesterId)
  if (person === undefined || person.email === null || !canSeeUser(ctx, person)) return null
  return { name: person.name, address: person.email }
}

/** True for a public comment, or an audit with one, that came through the API and whose source has neither a relation nor an addressee. */
function isSent(shown: Shown): boolean {
  const { channel, source } = shown.via
  if (channel !== 'api' || source.rel !== null || Object.keys(source.to).length > 0) return false
  return shown.events === undefined ? shown.public === true : shown.events.some((event) => event.public === true)
}

function sentTo(via: Via, to: Via['source']['to']): Via {
  return { channel: via.channel, source: { from: via.source.from, to, rel: via.source.rel } }
}
