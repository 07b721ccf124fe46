/** Which fields of a form a ticket shows, and which of them must be filled: what its conditions mean. Pure. @source docs/reference/fields_and_forms.md §5.1, §6 */

/** When a child must be filled. `statuses` are categories, `custom_statuses` ids. */
export interface RequiredOn {
  readonly type: 'ALL_STATUSES' | 'NO_STATUSES' | 'SOME_STATUSES'
  readonly statuses?: readonly string[]
  readonly custom_statuses?: readonly number[]
}

/** A field that shows where its condition holds. `required_on_statuses` is of agents only. */
export interface ChildField {
  readonly id: number
  readonly is_required: boolean
  readonly required_on_statuses?: RequiredOn
}

/** Where the parent has this value, its children show. */
export interface FormCondition {
  readonly parent_field_id: number
  readonly parent_field_type: string
  readonly value: string | boolean
  readonly child_fields: readonly ChildField[]
}

/** What a ticket holds under a field; what it holds under the system's, too. */
export type ValueOf = (fieldId: number) => unknown

function holds({ value }: FormCondition, held: unknown): boolean {
  if (Array.isArray(held)) return held.includes(value)
  if (typeof value === 'boolean') return (held === true) === value
  return typeof held === 'number' ? String(held) === value : held === value
}

/**
 * The fields that show, each with the conditions that show it. A field that is nobody's child shows always; a child only when one of its
 * conditions holds and that one's parent shows.
 */
export function visibleFields(
  fieldIds: readonly number[],
  conditions: readonly FormCondition[],
  valueOf: ValueOf,
): ReadonlyMap<number, readonly ChildField[]> {
  const children = new Set(conditions.flatMap((condition) => condition.child_fields.map((child) => child.id)))
  const visible = new Map<number, ChildField[]>(fieldIds.filter((id) => !children.has(id)).map((id) => [id, []]))
  const met = conditions.filter((condition) => holds(condition, valueOf(condition.parent_field_id)))
  const open = new Set(met)
  for (let found = true; found;) {
    found = false
    for (const condition of open) {
      if (!visible.has(condition.parent_field_id)) continue
      open.delete(condition)
      found = true
      for (const child of condition.child_fields)
        if (fieldIds.includes(child.id)) visible.set(child.id, [...(visible.get(child.id) ?? []), child])
    }
  }
  return visible
}

/** The custom statuses that conditions name. */
export function statusesNamed(conditions: readonly FormCondition[]): ReadonlySet<number> {
  const children = conditions.flatMap((condition) => condition.child_fields)
  return new Set(children.flatMap((child) => child.required_on_statuses?.custom_statuses ?? []))
}

/** True when a child must be filled for a ticket to have this status. */
export function isRequiredOn(child: ChildField, status: string, customStatusId: number): boolean {
  const on = child.required_on_statuses
  if (on === undefined) return child.is_required && (status === 'solved' || status === 'closed')
  if (on.type === 'ALL_STATUSES') return true
  if (on.type === 'NO_STATUSES') return false
  const category = status === 'closed' ? 'solved' : status
  return (on.statuses ?? []).includes(category) || (on.custom_statuses ?? []).includes(customStatusId)
}
