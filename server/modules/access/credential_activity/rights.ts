/** Who may look at what credentials are used for. */
import type { Context } from '../../../context.ts'
import { hasDuty } from '../../../permissions/duties.ts'
import { can } from '../../../permissions/permissions.ts'
import { Forbidden } from '../../../errors.ts'

/**
 * Administrators, and those who review, issue and run access.
 * @throws Forbidden for everybody else
 * @source docs/reference/specification.md §5.6; docs/reference/access_governance.md §12.2
 */
export function requireWatcher(ctx: Context): void {
  const watches =
    can(ctx, 'settings.manage') || (['provisioner', 'engineer', 'support_operations'] as const).some((duty) => hasDuty(ctx, duty))
  if (!watches)
    throw new Forbidden('Only administrators, provisioners, engineers and members of support operations see how the API is used.')
}
