import type { Context } from '../../../context.ts'
import type { AnswerOf } from '../../../http/route.ts'
import type { CallMetadata } from '../tickets/schema.ts'

export type AuditMetadata = AnswerOf<typeof CallMetadata>

/** What an audit and its comment keep of the call that made them. Nothing is looked up, so where the caller sits is not known. @source docs/reference/tickets.md §5 */
export function auditMetadata(ctx: Context, custom: Readonly<Record<string, unknown>> = {}): AuditMetadata {
  const { user_agent, ip_address } = ctx.caller
  return { system: { client: user_agent, ip_address, location: null, latitude: null, longitude: null }, custom }
}
