/** Who sees which access requests. What a user may do with one is decided by the table of steps. */
import type { Settings } from '#accounts/settings.ts'
import { type Actor, type Context, type Duty } from '#core/context.ts'
import { Forbidden, NotFound } from '#core/errors.ts'
import { type AccessRequestRow, getAccessRequest, lockAccessRequest } from './store.ts'

const DUTIES_THAT_SEE_ALL: readonly Duty[] = ['provisioner', 'engineer', 'support_operations']

/** True for a user who sees all access requests: staff with a duty in them, the integration-bot agent, administrators. */
export function seesAll(actor: Actor, access: Settings['access']): boolean {
  if (actor.role === 'end-user') return false
  return actor.role === 'admin' || actor.id === access.integration_bot_id || DUTIES_THAT_SEE_ALL.some((duty) => actor.duties.includes(duty))
}

/** True for a user who may see this access request: those who see all, its requester and its manager. */
function canSee(actor: Actor, request: AccessRequestRow, access: Settings['access']): boolean {
  return seesAll(actor, access) || actor.id === request.requester_id || actor.id === request.manager_id
}

/**
 * Access requests are filed and read by staff, and by end users who were invited to.
 * @throws Forbidden
 * @source docs/reference/access_governance.md §1.1
 */
export function requireFiler({ actor }: Context): void {
  if (actor.id === 0 || (actor.role === 'end-user' && !actor.duties.includes('requester')))
    throw new Forbidden('Only agents, and people an administrator has invited to, may file access requests.')
}

/** An access request the caller may see. @throws Forbidden @throws NotFound also for callers who may not see it */
export async function getVisibleRequest(ctx: Context, id: number): Promise<AccessRequestRow> {
  requireFiler(ctx)
  return requireVisible(ctx, await getAccessRequest(ctx, id))
}

/** As {@link getVisibleRequest}, with the row locked until the transaction ends. @throws Forbidden @throws NotFound */
export async function lockVisibleRequest(tx: Context, id: number): Promise<AccessRequestRow> {
  requireFiler(tx)
  return requireVisible(tx, await lockAccessRequest(tx, id))
}

function requireVisible(ctx: Context, request: AccessRequestRow): AccessRequestRow {
  if (!canSee(ctx.actor, request, ctx.account.settings.access)) throw new NotFound()
  return request
}
