/** Which addresses may be given for a webhook. What a name resolves to is checked at each call (server/outbound/). */
import type { Context } from '#core/context.ts'
import { isPublicHost } from '#lib/public_address.ts'
import { literalAddress } from '#outbound/addresses.ts'

/** Whether a URL may be saved: not one that is written as an address of this machine or of a private network. */
export type MayCall = (url: URL) => boolean

/** True for the address `noop://…`: it may be saved, and its calls succeed without being sent. @source docs/reference/webhooks.md §1 */
export const callsNobody = (url: URL) => url.protocol === 'noop:'

/** True for names, and for literal addresses that are public or that the operator allows. */
export function mayCall(ctx: Context): MayCall {
  const { outbound } = ctx.services
  return (url) => {
    const isOwn = literalAddress(url.hostname) !== undefined || /(?:^|\.)localhost$/.test(url.hostname)
    return !isOwn || isPublicHost(url.hostname) || outbound.isAllowed(url)
  }
}
