/** Which events a change of an organization means. Pure. @source docs/reference/webhooks.md §5 */
import { wireTime } from '#lib/clock.ts'
import type { EventDraft, EventSubject } from '#modules/common/webhook_events/publish.ts'
import { type ChangeRow, changesOf, fieldEvents, idText, tagEvents, textOrEmpty } from '#modules/common/webhook_events/values.ts'
import type { OrganizationRow } from './store.ts'

const CHANGES: readonly ChangeRow<OrganizationRow>[] = [
  ['external_id_changed', (row) => textOrEmpty(row.external_id)],
  ['name_changed', (row) => row.name],
]

/** An organization as events show it. */
export function organizationSubject(row: OrganizationRow): EventSubject {
  const detail = {
    created_at: wireTime(row.created_at),
    external_id: textOrEmpty(row.external_id),
    group_id: idText(row.group_id),
    id: String(row.id),
    name: row.name,
    shared_comments: row.shared_comments,
    shared_tickets: row.shared_tickets,
    updated_at: wireTime(row.updated_at),
  }
  return { domain: 'organization', id: row.id, detail }
}

/** The events of a change of an organization. */
export function organizationEvents(before: OrganizationRow, after: OrganizationRow): EventDraft[] {
  return [
    ...changesOf('organization', CHANGES, before, after),
    ...tagEvents('organization', before.tags, after.tags),
    ...fieldEvents('organization', before.organization_fields, after.organization_fields),
  ]
}
