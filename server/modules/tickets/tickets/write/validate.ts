/**
 * The stage that refuses what cannot be saved, or what the caller's role does not allow. The checks of a ticket are in check.ts. It comes
 * before the rules: a write never fails because of what they change.
 */
import type { Context } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import { isPerson } from '../people.ts'
import { checkTicket } from './check.ts'
import { organizationsOf } from './load.ts'
import { requireGroup } from './role_rights.ts'
import type { TicketWrite } from './ticket_write.ts'

/** @throws Forbidden @throws RecordInvalid */
export async function validate(ctx: Context, write: TicketWrite): Promise<void> {
  const { before, input, options, loaded, after } = write
  const { follows = false, requested = false } = options
  const choosesGroup = before === null ? !requested && Boolean(input.group_id || input.assignee_id) : !follows
  if (choosesGroup) requireGroup(ctx, before, after)
  const requesterOrganizations = await organizationsAllowed(ctx, write)
  refuseInvalid(checkTicket(ctx, before, after, { input, ...loaded, requesterOrganizations, follows, requested }))
}

/** The organizations that a write may set: those of the requester. */
async function organizationsAllowed(ctx: Context, { before, input, loaded, after }: TicketWrite): Promise<readonly number[]> {
  if (before !== null) return organizationsOf(ctx, input, after.requester_id)
  const { requester } = loaded.people
  return (isPerson(requester) ? requester : ctx.actor).organization_ids
}
