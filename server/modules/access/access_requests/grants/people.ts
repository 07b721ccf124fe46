/** Who may handle the credential of an access request after it has been issued. */
import { requireDuty } from '../../../../permissions/duties.ts'
import type { Context } from '../../../../context.ts'
import { requireApartFromValue } from '../separation.ts'
import type { AccessRequestRow } from '../store.ts'

/** @throws Forbidden for whoever is no engineer, and for an engineer who had another part in the request @source spec §5.6 step 4, product.md Separation */
export function requireEngineer(ctx: Context, request: AccessRequestRow): void {
  requireDuty(ctx, 'engineer')
  requireApartFromValue(ctx, request)
}
