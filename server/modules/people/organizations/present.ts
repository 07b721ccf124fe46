import { isStaff } from '../../../permissions/permissions.ts'
import type { AnswerOf } from '../../../http/route.ts'
import type { Context } from '../../../context.ts'
import { urlOf } from '../../../http/envelope.ts'
import { wireTime } from '../../../lib/clock.ts'
import { ORGANIZATION_HOLDER } from '../../custom_data/custom_fields/holders.ts'
import { profileFields } from '../../custom_data/custom_fields/profile_store.ts'
import { presentProfile, type ProfileField } from '../../custom_data/custom_fields/values.ts'
import type { OrganizationRow } from './store.ts'
import type { Organization } from './schema.ts'

/**
 * Organizations as JSON, with the instance's organization fields. End users, who get organizations only by side-loading,
 * see id and name: notes, details and tags are for agents. @source docs/reference/people.md §4, §8
 */
export async function presentOrganizations(ctx: Context, rows: readonly OrganizationRow[]): Promise<Record<string, unknown>[]> {
  if (!isStaff(ctx)) return rows.map(({ id, name }) => ({ id, name }))
  const fields = rows.length === 0 ? [] : await profileFields(ctx, ORGANIZATION_HOLDER)
  return rows.map((row) => presentOrganization(ctx, row, fields))
}

/** An organization as JSON. `fields` are those of organizations; see {@link presentOrganizations}. @source docs/reference/people.md §4 */
export function presentOrganization(ctx: Context, row: OrganizationRow, fields: readonly ProfileField[]): AnswerOf<typeof Organization> {
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
