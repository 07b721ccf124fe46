/** What the values of lookup fields name: the kinds of records by the word the wire has for them. @source docs/reference/people.md §7; docs/reference/custom_objects.md */

/** Kinds of records a lookup field may name, and that may have lookup fields; beside them the custom objects of the instance. */
export const TARGET_TYPES = ['zen:user', 'zen:organization', 'zen:ticket'] as const
export type TargetType = (typeof TARGET_TYPES)[number]

const OBJECT = 'zen:custom_object:'

/** The key of the custom object whose records a lookup field names; undefined for other kinds of records. */
export function targetObject(type: string | null | undefined): string | undefined {
  return type?.startsWith(OBJECT) === true && type.length > OBJECT.length ? type.slice(OBJECT.length) : undefined
}

/** True for a kind of record that exists here. */
export function isTargetType(type: string | null | undefined): type is TargetType {
  return (TARGET_TYPES as readonly (string | null | undefined)[]).includes(type)
}
