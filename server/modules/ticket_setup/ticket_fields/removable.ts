/** System fields that an instance may do without. */
const DISPENSABLE: readonly string[] = ['tickettype', 'priority']

/** True for a field that may be switched off: all but what no ticket can be without. @source docs/reference/fields_and_forms.md §1.3 */
export function isRemovable(field: { readonly system: boolean; readonly type: string }): boolean {
  return !field.system || DISPENSABLE.includes(field.type)
}
