/** Who may read the activity of credentials. */
import type { Context } from '#core/context.ts'
import { hasDuty } from '#permissions/duties.ts'
import { can } from '#permissions/permissions.ts'
import { Forbidden } from '#core/errors.ts'

/**
 * Requires an administrator, or the duty of a provisioner, an engineer or support operations.
 * @throws Forbidden
 * @source docs/reference/specification.md §5.6; docs/reference/access_governance.md §12.2
 */
export function requireActivityReader(ctx: Context): void {
  const watches =
    can(ctx, 'settings.manage') || (['provisioner', 'engineer', 'support_operations'] as const).some((duty) => hasDuty(ctx, duty))
  if (!watches)
    throw new Forbidden('Only administrators, provisioners, engineers and members of support operations see how the API is used.')
}
