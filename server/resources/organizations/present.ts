import type { Context } from '../../context.ts'
import { urlOf } from '../../http/envelope.ts'
import { wireTime } from '../../lib/clock.ts'
import type { OrganizationRow } from './store.ts'

/** An organization as the wire shows it. @source users_orgs.md §4 */
export function presentOrganization(ctx: Context, row: OrganizationRow): Record<string, unknown> {
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
    organization_fields: row.organization_fields,
  }
}
