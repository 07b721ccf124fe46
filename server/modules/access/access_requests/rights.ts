/** Who sees which access requests. What somebody may do on one is asked of the table of steps. */
import type { Settings } from '../../../accounts/settings.ts'
import { type Actor, type Context, type Duty } from '../../../context.ts'
import { Forbidden, NotFound } from '../../../errors.ts'
import { type AccessRequestRow, getAccessRequest, lockAccessRequest } from './store.ts'

const SEEING: readonly Duty[] = ['provisioner', 'engineer', 'support_operations']

/** True for who sees all access requests: those with a duty in them, the integration bot, administrators. */
export function seesAll(actor: Actor, access: Settings['access']): boolean {
  if (actor.role === 'end-user') return false
  return actor.role === 'admin' || actor.id === access.integration_bot_id || SEEING.some((duty) => actor.duties.includes(duty))
}

/** True for who may see an access request: also whoever filed it, and the manager who is asked. */
export function canSee(actor: Actor, request: AccessRequestRow, access: Settings['access']): boolean {
  return seesAll(actor, access) || actor.id === request.requester_id || actor.id === request.manager_id
}

/** Access requests are filed and looked at by the staff, and by people who were invited to. @throws Forbidden @source docs/reference/access_governance.md §1.1 */
export function requireFiler({ actor }: Context): void {
  if (actor.id === 0 || (actor.role === 'end-user' && !actor.duties.includes('requester')))
    throw new Forbidden('Only agents, and people an administrator has invited to, may file access requests.')
}

/** An access request, for who may see it. @throws Forbidden @throws NotFound also for the uninvolved */
export async function getVisibleRequest(ctx: Context, id: number): Promise<AccessRequestRow> {
  requireFiler(ctx)
  return visible(ctx, await getAccessRequest(ctx, id))
}

/** As {@link getVisibleRequest}, held against every change until the transaction ends. @throws Forbidden @throws NotFound */
export async function lockVisibleRequest(tx: Context, id: number): Promise<AccessRequestRow> {
  requireFiler(tx)
  return visible(tx, await lockAccessRequest(tx, id))
}

function visible(ctx: Context, request: AccessRequestRow): AccessRequestRow {
  if (!canSee(ctx.actor, request, ctx.account.settings.access)) throw new NotFound()
  return request
}
