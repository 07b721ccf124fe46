/** The target types of lookup fields, as the wire names them. @source docs/reference/people.md §7; docs/reference/custom_objects.md */

/** The built-in target types of lookup fields, which are also record types with lookup fields; custom objects are further ones. */
export const TARGET_TYPES = ['zen:user', 'zen:organization', 'zen:ticket'] as const
export type TargetType = (typeof TARGET_TYPES)[number]

const OBJECT = 'zen:custom_object:'

/** The key of the custom object that a lookup field targets; undefined for other types. */
export function targetObject(type: string | null | undefined): string | undefined {
  return type?.startsWith(OBJECT) === true && type.length > OBJECT.length ? type.slice(OBJECT.length) : undefined
}

/** True for a built-in target type. */
export function isTargetType(type: string | null | undefined): type is TargetType {
  return (TARGET_TYPES as readonly (string | null | undefined)[]).includes(type)
}
