/** Statements that write organizations. Those that read them are in store.ts. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { isUniqueViolation } from '#db/unique_violation.ts'
import { insertRow, updateRow } from '#db/columns.ts'
import { toJson } from '#db/types.ts'
import { RecordInvalid } from '#core/errors.ts'
import { ensureDefined } from '#lib/defined.ts'
import { checkOrganization } from './check.ts'
import { ORGANIZATION_COLUMNS, type OrganizationRow } from './store.ts'

/** The writable members of an organization. */
export type OrganizationDraft = Omit<OrganizationRow, 'id' | 'created_at' | 'updated_at'>

const WRITTEN = [
  'name',
  'external_id',
  'domain_names',
  'details',
  'notes',
  'group_id',
  'shared_tickets',
  'shared_comments',
  'tags',
  'organization_fields',
  'updated_at',
] as const
const insert = insertRow<OrganizationRow>()('organizations', ['account_id', ...WRITTEN, 'created_at'], ORGANIZATION_COLUMNS)
const update = updateRow<OrganizationRow>()('organizations', WRITTEN, ORGANIZATION_COLUMNS)
const remove = defineStatement<unknown>('delete from organizations where account_id = $1 and id = $2')
// users whose default organization is deleted get the oldest of their other memberships as the default
const moveMembersToOtherDefault = defineStatement<unknown>(`with heirs as (
    select distinct on (m.user_id) m.user_id, m.id, m.organization_id from organization_memberships m
    where m.account_id = $1 and m.organization_id <> $2 and m.user_id in (select u.id from users u where u.account_id = $1 and u.organization_id = $2) order by m.user_id, m.id),
  marked as (update organization_memberships m set "default" = true, updated_at = $3 from heirs h where m.account_id = $1 and m.id = h.id)
  update users set organization_id = (select h.organization_id from heirs h where h.user_id = users.id), updated_at = $3 where users.account_id = $1 and users.organization_id = $2`)

const toColumns = (ctx: Context, draft: OrganizationDraft) => ({
  ...draft,
  organization_fields: toJson(draft.organization_fields),
  updated_at: ctx.now,
})

/** Concurrent writes may both pass the check; the unique index then refuses one of them, which gets the same error as from the check. */
async function reportingClash(draft: OrganizationDraft, writing: Promise<OrganizationRow | undefined>): Promise<OrganizationRow> {
  try {
    return ensureDefined(await writing)
  } catch (error) {
    const same_name = isUniqueViolation(error, 'organizations_name')
    const same_external_id = isUniqueViolation(error, 'organizations_external_id')
    if (same_name || same_external_id) throw new RecordInvalid(checkOrganization(draft, { same_name, same_external_id, hasGroup: true }))
    throw error
  }
}

/** Inserts an organization. @throws RecordInvalid when a concurrent write has taken the name or external id */
export function insertOrganization(ctx: Context, draft: OrganizationDraft): Promise<OrganizationRow> {
  return reportingClash(draft, ctx.db.first(insert({ account_id: ctx.account.id, ...toColumns(ctx, draft), created_at: ctx.now })))
}

/** Updates an organization. @throws RecordInvalid when a concurrent write has taken the name or external id */
export function updateOrganization(ctx: Context, id: number, draft: OrganizationDraft): Promise<OrganizationRow> {
  return reportingClash(draft, ctx.db.first(update({ account_id: ctx.account.id, id }, toColumns(ctx, draft))))
}

/**
 * Deletes an organization with its memberships; users who had it as their default get another of their organizations as the default, or
 * none.
 */
export async function deleteOrganization(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(moveMembersToOtherDefault(ctx.account.id, id, ctx.now))
  await ctx.db.run(remove(ctx.account.id, id))
}
