/** The other records that a rule names: groups, users, forms and so on. Pure. */
import type { Action } from '#rules/actions.ts'
import type { Condition, Conditions } from '#rules/condition.ts'

/** The kinds of records that rules name by id, with their names in messages. */
export const REFERENCE_KINDS = {
  group: 'group',
  user: 'user',
  organization: 'organization',
  brand: 'brand',
  ticket_form: 'ticket form',
  custom_status: 'ticket status',
  schedule: 'schedule',
  sharing_agreement: 'sharing agreement',
  target: 'target',
  webhook: 'webhook',
} as const
export type ReferenceKind = keyof typeof REFERENCE_KINDS

/** One id in a rule. `place` begins the sentence about it: `condition on group_id`. */
export interface Reference {
  readonly kind: ReferenceKind
  readonly id: string
  readonly place: string
}

/** Condition field → the kind of record its value names. @source docs/reference/business_rules.md §3 */
const CONDITIONS: Readonly<Record<string, ReferenceKind>> = {
  group_id: 'group',
  assignee_id: 'user',
  requester_id: 'user',
  role: 'user',
  organization_id: 'organization',
  brand_id: 'brand',
  ticket_form_id: 'ticket_form',
  custom_status_id: 'custom_status',
  schedule_id: 'schedule',
  within_schedule: 'schedule',
  received_from: 'sharing_agreement',
  sent_to: 'sharing_agreement',
}
/** Action → the kind of record its value, or the first item of its value, names. @source docs/reference/business_rules.md §4 */
const ACTIONS: Readonly<Record<string, ReferenceKind>> = {
  group_id: 'group',
  assignee_id: 'user',
  follower: 'user',
  cc: 'user',
  brand_id: 'brand',
  ticket_form_id: 'ticket_form',
  custom_status_id: 'custom_status',
  set_schedule: 'schedule',
  share_ticket: 'sharing_agreement',
  unshare_ticket: 'sharing_agreement',
  notification_user: 'user',
  notification_sms_user: 'user',
  notification_group: 'group',
  notification_sms_group: 'group',
  notification_target: 'target',
  notification_webhook: 'webhook',
}
/** Actions whose value is a list that begins with an id; the rest of the list is text. */
const LISTS = /^notification_/

const kindIn = (kinds: Readonly<Record<string, ReferenceKind>>, field: string) => (Object.hasOwn(kinds, field) ? kinds[field] : undefined)

/** Ids that are no numbers. */
const IS_TEXT = new Set<ReferenceKind>(['webhook'])

/** The ids in a value; words such as `current_user` are none, unless the ids of the kind are words themselves. */
function idsIn(kind: ReferenceKind, value: unknown): string[] {
  const texts = (Array.isArray(value) ? value : [value]).flatMap((one) => String(one ?? '').split(/[\s,]+/))
  return texts.filter((text) => (IS_TEXT.has(kind) ? text !== '' : /^[1-9]\d{0,15}$/.test(text)))
}

function referencesIn(kinds: Readonly<Record<string, ReferenceKind>>, field: string, value: unknown, place: string): Reference[] {
  const kind = kindIn(kinds, field)
  return kind === undefined ? [] : idsIn(kind, value).map((id) => ({ kind, id, place: `${place}${field}` }))
}

const ofCondition = ({ field, value }: Condition) => referencesIn(CONDITIONS, field, value, 'condition on ')
const ofAction = ({ field, value }: Action) =>
  referencesIn(ACTIONS, field, LISTS.test(field) && Array.isArray(value) ? value[0] : value, 'action ')

/** Every id of another record in the conditions and actions of a rule. */
export function referencesOf(rule: { readonly conditions?: Conditions; readonly actions?: readonly Action[] }): Reference[] {
  const conditions = [...(rule.conditions?.all ?? []), ...(rule.conditions?.any ?? [])]
  return [...conditions.flatMap(ofCondition), ...(rule.actions ?? []).flatMap(ofAction)]
}

/** The name of a record in a set of those that exist. */
export const referenceName = ({ kind, id }: Pick<Reference, 'kind' | 'id'>) => `${kind} ${id}`

/** Sentences on the references to records that do not exist. */
export function describeMissingReferences(references: readonly Reference[], existing: ReadonlySet<string>): string[] {
  const missing = references.filter((one) => !existing.has(referenceName(one)))
  return missing.map(({ kind, id, place }) => `Invalid ${place}: there is no ${REFERENCE_KINDS[kind]} ${id}.`)
}
