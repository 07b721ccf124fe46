/**
 * Which fields of a form a ticket shows, and which of them are required, according to the conditions of the form. Pure.
 * @source docs/reference/fields_and_forms.md §5.1, §6
 */

/**
 * When a child field is required. `type`: `ALL_STATUSES`, `NO_STATUSES` or `SOME_STATUSES`, and any word until it was checked; `statuses` are
 * categories, `custom_statuses` ids.
 */
interface RequiredOn {
  readonly type: string
  readonly statuses?: readonly string[]
  readonly custom_statuses?: readonly number[]
}

/** A field that is shown while its condition holds. Only conditions for agents have `required_on_statuses`. */
export interface ChildField {
  readonly id: number
  readonly is_required: boolean
  readonly required_on_statuses?: RequiredOn
}

/** While the parent field has this value, its children are shown. */
export interface FormCondition {
  readonly parent_field_id: number
  readonly parent_field_type: string
  readonly value: string | boolean
  readonly child_fields: readonly ChildField[]
}

/** Returns the value of a field of the ticket, custom or system. */
export type ValueOf = (fieldId: number) => unknown

function holds({ value }: FormCondition, held: unknown): boolean {
  if (Array.isArray(held)) return held.includes(value)
  if (typeof value === 'boolean') return (held === true) === value
  return typeof held === 'number' ? String(held) === value : held === value
}

/**
 * The visible fields, each with the child entries that show it. A field that is no child is always visible. A child is visible if one of
 * its conditions holds and the parent of that condition is visible.
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

/** The custom statuses that conditions refer to. */
export function statusesNamed(conditions: readonly FormCondition[]): ReadonlySet<number> {
  const children = conditions.flatMap((condition) => condition.child_fields)
  return new Set(children.flatMap((child) => child.required_on_statuses?.custom_statuses ?? []))
}

/** True when a child field is required for a ticket to have this status. */
export function isRequiredOn(child: ChildField, status: string, customStatusId: number): boolean {
  const on = child.required_on_statuses
  if (on === undefined) return child.is_required && (status === 'solved' || status === 'closed')
  if (on.type === 'ALL_STATUSES') return true
  if (on.type === 'NO_STATUSES') return false
  const category = status === 'closed' ? 'solved' : status
  return (on.statuses ?? []).includes(category) || (on.custom_statuses ?? []).includes(customStatusId)
}
