import type { Context } from '../../../context.ts'

/** What an audit and its comment keep of the call that made them. Nothing is looked up, so where the caller sits is not known. @source docs/reference/tickets.md §5 */
export function auditMetadata(ctx: Context, custom: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const { user_agent, ip_address } = ctx.caller
  return { system: { client: user_agent, ip_address, location: null, latitude: null, longitude: null }, custom }
}
