/** Statements that read the group and tags that tickets get from their organization. Cached. */
import { actorsTopic } from '#auth/actors.ts'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'

/** What a new ticket gets from its organization. */
export interface OrganizationDefaults {
  readonly group_id: number | null
  readonly tags: readonly string[]
}

const NONE: OrganizationDefaults = { group_id: null, tags: [] }
const selectDefaults =
  defineStatement<OrganizationDefaults>(`select (select g.id from groups g where g.account_id = $1 and g.id = o.group_id and not g.deleted) as group_id, o.tags
  from organizations o where o.account_id = $1 and o.id = $2`)

/** What a new ticket gets from its organization; nothing if the organization does not exist. */
export async function organizationDefaults(ctx: Context, organizationId: number): Promise<OrganizationDefaults> {
  const found = await ctx.services.cache.load(actorsTopic(ctx.account.id), `organization-home:${organizationId}`, () =>
    ctx.services.database.first(selectDefaults(ctx.account.id, organizationId)),
  )
  return found ?? NONE
}
