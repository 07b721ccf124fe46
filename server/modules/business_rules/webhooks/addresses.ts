/** Which addresses may be given for a webhook. What a name resolves to is checked at each call (server/outbound/). */
import type { Context } from '../../../context.ts'
import { isPublicHost } from '../../../lib/public_address.ts'
import { literalAddress } from '../../../outbound/addresses.ts'
import type { MayCall } from './check.ts'

/** True for names, and for literal addresses that are public or that the operator allows. */
export function mayCall(ctx: Context): MayCall {
  const { outbound } = ctx.services
  return (url) => {
    const isOwn = literalAddress(url.hostname) !== undefined || /(?:^|\.)localhost$/.test(url.hostname)
    return !isOwn || isPublicHost(url.hostname) || outbound.isAllowed(url)
  }
}
