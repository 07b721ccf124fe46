/** As whom somebody looks at requests. Agents look at those they made as requesters, and at those of others as agents. */
import type { Context } from '../context.ts'
import { isStaff } from './permissions.ts'
import { sharedOrganizations } from './shared_store.ts'

/**
 * The context of somebody who looks at one request, or at those of others: an agent sees what he sees of tickets; an end user his own,
 * those he is copied on, and those of organizations that share them with him. @source docs/reference/tickets.md §9; docs/reference/people.md §4
 */
export async function asViewer(ctx: Context): Promise<Context> {
  return isStaff(ctx) ? ctx : asRequester(ctx)
}

/** As {@link asViewer}, with an agent as the requester he is of his own requests. */
export async function asRequester(ctx: Context): Promise<Context> {
  const shared = ctx.actor.organization_ids.length === 0 ? [] : await sharedOrganizations(ctx)
  const organization_ids = shared.map((organization) => organization.id)
  const ticket_restriction = shared.length === 0 ? 'requested' : 'organization'
  return { ...ctx, actor: { ...ctx.actor, role: 'end-user', ticket_restriction, organization_ids } }
}
