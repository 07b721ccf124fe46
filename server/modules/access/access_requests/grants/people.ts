/** Who may handle the credential of an access request after it has been issued. */
import { requireDuty } from '#permissions/duties.ts'
import type { Context } from '#core/context.ts'
import { requireValueSeparation } from '../separation.ts'
import type { AccessRequestRow } from '../store.ts'

/**
 * Requires an engineer who had no other part in the request.
 * @throws Forbidden
 * @source docs/reference/specification.md §5.6.4; docs/reference/access_governance.md §3
 */
export function requireEngineer(ctx: Context, request: AccessRequestRow): void {
  requireDuty(ctx, 'engineer')
  requireValueSeparation(ctx, request)
}
