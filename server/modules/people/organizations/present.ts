import { isStaff } from '#permissions/permissions.ts'
import type { AnswerOf } from '#http/route.ts'
import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import { wireTime } from '#lib/clock.ts'
import { ORGANIZATION_HOLDER } from '#modules/custom_data/custom_fields/holders.ts'
import { profileFields } from '#modules/custom_data/custom_fields/profile_store.ts'
import { presentProfile, type ProfileField } from '#modules/custom_data/custom_fields/values.ts'
import type { OrganizationRow } from './store.ts'
import type { Organization, SeenOrganization } from './schema.ts'

/**
 * Organizations side-loaded with other records, as the caller may see them. End users see only
 * their names: notes, details and tags are for agents. @source docs/reference/people.md §4, §8
 */
export async function presentOrganizations(ctx: Context, rows: readonly OrganizationRow[]): Promise<AnswerOf<typeof SeenOrganization>[]> {
  return isStaff(ctx) ? presentWholeOrganizations(ctx, rows) : rows.map(({ id, name }) => ({ id, name }))
}

/** Organizations as agents see them, with the fields the instance has for organizations. @source docs/reference/people.md §4 */
export async function presentWholeOrganizations(ctx: Context, rows: readonly OrganizationRow[]): Promise<AnswerOf<typeof Organization>[]> {
  const fields = rows.length === 0 ? [] : await profileFields(ctx, ORGANIZATION_HOLDER)
  return rows.map((row) => presentRow(ctx, row, fields))
}

/** An organization as agents see it; see {@link presentWholeOrganizations}. */
export async function presentWholeOrganization(ctx: Context, row: OrganizationRow): Promise<AnswerOf<typeof Organization>> {
  return presentRow(ctx, row, await profileFields(ctx, ORGANIZATION_HOLDER))
}

function presentRow(ctx: Context, row: OrganizationRow, fields: readonly ProfileField[]) {
  return {
    url: urlOf(ctx.caller.base_url, `organizations/${row.id}`),
    id: row.id,
    name: row.name,
    shared_tickets: row.shared_tickets,
    shared_comments: row.shared_comments,
    external_id: row.external_id,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    domain_names: row.domain_names,
    details: row.details,
    notes: row.notes,
    group_id: row.group_id,
    tags: row.tags,
    organization_fields: presentProfile(fields, row.organization_fields),
  }
}
