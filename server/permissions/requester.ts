/** The role in which a caller views requests. Agents view their own requests as requesters, and those of others as agents. */
import type { Context } from '#core/context.ts'
import { isStaff } from './permissions.ts'
import { findSharedOrganizations } from './shared_store.ts'

/**
 * The caller's context for viewing a request they need not own, or lists of them. An agent sees the tickets they can see; an end user their own,
 * those they are copied on, and those of organizations that share them. @source docs/reference/tickets.md §9; docs/reference/people.md §4
 */
export async function asViewer(ctx: Context): Promise<Context> {
  return isStaff(ctx) ? ctx : asRequester(ctx)
}

/** As {@link asViewer}, but agents are treated as requesters too, for their own requests. */
export async function asRequester(ctx: Context): Promise<Context> {
  const shared = ctx.actor.organization_ids.length === 0 ? [] : await findSharedOrganizations(ctx)
  const organization_ids = shared.map((organization) => organization.id)
  const ticket_restriction = shared.length === 0 ? 'requested' : 'organization'
  return { ...ctx, actor: { ...ctx.actor, role: 'end-user', ticket_restriction, organization_ids } }
}
