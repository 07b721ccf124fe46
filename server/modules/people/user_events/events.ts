/** Which events a change of a user means. Pure. @source docs/reference/webhooks.md §5 */
import { isDeepStrictEqual } from 'node:util'
import { wireTime, wireTimeOrNull } from '#lib/clock.ts'
import type { EventDraft, EventSubject } from '#modules/common/webhook_events/publish.ts'
import { type ChangeRow, changesOf, fieldEvents, idText, tagEvents, textOrEmpty } from '#modules/common/webhook_events/values.ts'

/** The members of a user that events show. */
export interface ShownUser {
  readonly id: number
  readonly default_group_id: number | null
  readonly email: string | null
  readonly external_id: string | null
  readonly organization_id: number | null
  readonly role: string
  readonly created_at: string
  readonly updated_at: string
}

/** An identity as events show it, but for its id. */
export interface EventIdentity {
  readonly id: number
  readonly type: string
  readonly value: string
  readonly verified: boolean
  readonly primary: boolean
}

/** All of a user whose change is an event. */
export interface EventUser extends ShownUser {
  readonly active: boolean
  readonly alias: string | null
  readonly custom_role_id: number | null
  readonly details: string | null
  readonly last_login_at: string | null
  readonly name: string
  readonly notes: string | null
  readonly only_private_comments: boolean
  readonly photo_id: number | null
  readonly suspended: boolean
  readonly time_zone: string
  readonly tags: readonly string[]
  readonly user_fields: Readonly<Record<string, unknown>>
  readonly identities: readonly EventIdentity[]
  readonly group_ids: readonly number[]
  readonly organization_ids: readonly number[]
}

const CHANGES: readonly ChangeRow<EventUser>[] = [
  ['active_changed', (user) => user.active],
  ['alias_changed', (user) => textOrEmpty(user.alias)],
  ['custom_role_changed', (user) => idText(user.custom_role_id)],
  ['default_group_changed', (user) => idText(user.default_group_id)],
  ['details_changed', (user) => textOrEmpty(user.details)],
  ['external_id_changed', (user) => textOrEmpty(user.external_id)],
  ['last_login_changed', (user) => textOrEmpty(wireTimeOrNull(user.last_login_at))],
  ['name_changed', (user) => user.name],
  ['notes_changed', (user) => textOrEmpty(user.notes)],
  ['only_private_comments_changed', (user) => user.only_private_comments],
  // not its address, which opens the picture without signing in
  ['photo_changed', (user) => idText(user.photo_id)],
  ['role_changed', (user) => user.role],
  ['suspended_changed', (user) => user.suspended],
  ['time_zone_changed', (user) => user.time_zone],
]

/** A user as events show it. */
export function userSubject(user: ShownUser): EventSubject {
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

/** The events of a change of a user: of their members, and of identities and memberships that were added, changed or removed. */
export function userEvents(before: EventUser, after: EventUser): EventDraft[] {
  return [
    ...changesOf('user', CHANGES, before, after),
    ...tagEvents('user', before.tags, after.tags),
    ...fieldEvents('user', before.user_fields, after.user_fields),
    ...identityEvents(before.identities, after.identities),
    ...membershipEvents('group', before.group_ids, after.group_ids),
    ...membershipEvents('organization', before.organization_ids, after.organization_ids),
  ]
}

const shownIdentity = ({ id, type, value, verified, primary }: EventIdentity) => ({ id: String(id), type, value, verified, primary })

function identityEvents(before: readonly EventIdentity[], after: readonly EventIdentity[]): EventDraft[] {
  const old = new Map(before.map((row) => [row.id, row]))
  const left = new Set(after.map(({ id }) => id))
  const kept = after.flatMap((row): EventDraft[] => {
    const was = old.get(row.id)
    if (was === undefined) return [{ type: 'user.identity_created', event: { identity: shownIdentity(row) } }]
    const current = shownIdentity(row)
    const previous = shownIdentity(was)
    return isDeepStrictEqual(current, previous) ? [] : [{ type: 'user.identity_changed', event: { current, previous } }]
  })
  const gone = before.filter(({ id }) => !left.has(id))
  return [...kept, ...gone.map((row) => ({ type: 'user.identity_deleted', event: { identity: shownIdentity(row) } }))]
}

function membershipEvents(kind: 'group' | 'organization', before: readonly number[], after: readonly number[]): EventDraft[] {
  const eventOf = (done: string) => (id: number) => ({ type: `user.${kind}_membership_${done}`, event: { [kind]: { id: String(id) } } })
  return [
    ...after.filter((id) => !before.includes(id)).map(eventOf('created')),
    ...before.filter((id) => !after.includes(id)).map(eventOf('deleted')),
  ]
}
