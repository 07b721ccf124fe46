import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import type { CallMetadata } from '../tickets/schema.ts'

export type AuditMetadata = AnswerOf<typeof CallMetadata>

/**
 * The metadata that an audit and its comment store about the request. There is no geolocation, so the location is null.
 * @source docs/reference/tickets.md §5
 */
export function auditMetadata(ctx: Context, custom: Readonly<Record<string, unknown>> = {}): AuditMetadata {
  const { user_agent, ip_address } = ctx.caller
  return { system: { client: user_agent, ip_address, location: null, latitude: null, longitude: null }, custom }
}
