/** Who may handle the credential of an access request after it has been issued. */
import { requireDuty } from '../../access/duties.ts'
import type { Context } from '../../context.ts'
import { Forbidden } from '../../errors.ts'
import type { AccessRequestRow } from '../access_requests/store.ts'

/** @throws Forbidden for whoever is no engineer, and for an engineer who filed the request himself @source spec §5.6 step 4, product.md Separation */
export function requireEngineer(ctx: Context, request: AccessRequestRow): void {
  requireDuty(ctx, 'engineer')
  if (request.requester_id === ctx.actor.id)
    throw new Forbidden('Whoever filed an access request may not handle its credential before it is handed over, too.')
}
