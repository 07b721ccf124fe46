/** The system fields that can be switched off. */
const DISPENSABLE: readonly string[] = ['tickettype', 'priority']

/**
 * True for a field that can be switched off: any custom field, and the system fields that tickets do not need.
 * @source docs/reference/fields_and_forms.md §1.3
 */
export function isRemovable(field: { readonly system: boolean; readonly type: string }): boolean {
  return !field.system || DISPENSABLE.includes(field.type)
}
