/** Setting the status of an agent. */
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden, NotFound, RecordInvalid } from '#core/errors.ts'
import { can, requirePermission } from '#permissions/permissions.ts'
import { lockVisibleUser } from '#modules/people/users/list_store.ts'
import type { AvailabilityInput } from './schema.ts'
import { findAgentStatus, STATUS_NAMES } from './status.ts'
import { type AvailabilityRow, getAvailability, putStatus } from './store.ts'

/**
 * Sets whether an agent works: their own status, or that of another agent as an administrator. The same status again changes nothing.
 * @throws Forbidden @throws NotFound for a user who is no agent @throws RecordInvalid for an unknown status
 */
export async function setStatus(ctx: Context, agentId: number, input: AvailabilityInput): Promise<AvailabilityRow> {
  requirePermission(ctx, 'agent_availability.list')
  if (agentId !== ctx.actor.id && !can(ctx, 'agent_availability.manage')) throw new Forbidden()
  return inTransaction(ctx, async (tx) => {
    const agent = await lockVisibleUser(tx, agentId)
    if (agent.role === 'end-user') throw new NotFound()
    const status = findAgentStatus(input.status ?? '')
    if (status === undefined) {
      const description = `Status: must be one of ${STATUS_NAMES.join(', ')}`
      throw new RecordInvalid({ status: [{ description, error: 'InvalidValue' }] })
    }
    await putStatus(tx, agentId, status, tx.auth.kind === 'session' ? 'AGENT_STATUS_SWITCHER' : 'PUBLIC_API')
    return getAvailability(tx, agentId)
  })
}
