/** Which events a change of a user means. Pure. @source docs/reference/webhooks.md §5 */
import { wireTime } from '../../../lib/clock.ts'
import type { EventDraft, EventSubject } from '../../common/webhook_events/publish.ts'
import { type ChangeRow, changesOf, fieldEvents, idText, tagEvents, textOrEmpty } from '../../common/webhook_events/values.ts'
import type { UserRow } from './store.ts'

const CHANGES: readonly ChangeRow<UserRow>[] = [
  ['active_changed', (user) => user.active],
  ['alias_changed', (user) => textOrEmpty(user.alias)],
  ['custom_role_changed', (user) => idText(user.custom_role_id)],
  ['default_group_changed', (user) => idText(user.default_group_id)],
  ['details_changed', (user) => textOrEmpty(user.details)],
  ['external_id_changed', (user) => textOrEmpty(user.external_id)],
  ['name_changed', (user) => user.name],
  ['notes_changed', (user) => textOrEmpty(user.notes)],
  ['only_private_comments_changed', (user) => user.only_private_comments],
  ['role_changed', (user) => user.role],
  ['suspended_changed', (user) => user.suspended],
  ['time_zone_changed', (user) => user.time_zone],
]

/** A user as events show it. */
export function userSubject(user: UserRow): EventSubject {
  const detail = {
    created_at: wireTime(user.created_at),
    default_group_id: idText(user.default_group_id),
    email: textOrEmpty(user.email),
    external_id: textOrEmpty(user.external_id),
    id: String(user.id),
    organization_id: idText(user.organization_id),
    role: user.role,
    updated_at: wireTime(user.updated_at),
  }
  return { domain: 'user', id: user.id, detail }
}

/** The events of a change of a user. */
export function userEvents(before: UserRow, after: UserRow): EventDraft[] {
  return [
    ...changesOf('user', CHANGES, before, after),
    ...tagEvents('user', before.tags, after.tags),
    ...fieldEvents('user', before.user_fields, after.user_fields),
  ]
}
