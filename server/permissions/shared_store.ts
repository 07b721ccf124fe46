/** The statement that finds the organizations that share requests. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'

/** An organization whose members see each other's requests. */
export interface SharedOrganization {
  readonly id: number
  readonly shared_comments: boolean
}

const selectSharedOrganizations = defineStatement<SharedOrganization>(`select o.id, o.shared_comments
  from organization_memberships m join organizations o on o.account_id = m.account_id and o.id = m.organization_id
  where m.account_id = $1 and o.account_id = $1 and m.user_id = $2 and m.view_tickets and (o.shared_tickets or $3)`)

/** The caller's organizations whose requests they can see: because the organization shares them, or by the caller's own permission. */
export function findSharedOrganizations(ctx: Context): Promise<SharedOrganization[]> {
  return ctx.db.all(selectSharedOrganizations(ctx.account.id, ctx.actor.id, ctx.actor.ticket_restriction === 'organization'))
}
