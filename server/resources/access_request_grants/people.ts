/** Who may handle the credential of an access request after it has been issued. */
import { requireDuty } from '../../access/duties.ts'
import type { Context } from '../../context.ts'
import { requireApartFromValue } from '../access_requests/separation.ts'
import type { AccessRequestRow } from '../access_requests/store.ts'

/** @throws Forbidden for whoever is no engineer, and for an engineer who had another part in the request @source spec §5.6 step 4, product.md Separation */
export function requireEngineer(ctx: Context, request: AccessRequestRow): void {
  requireDuty(ctx, 'engineer')
  requireApartFromValue(ctx, request)
}
