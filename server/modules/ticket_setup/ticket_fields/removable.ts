/** System fields that an instance may do without. */
const DISPENSABLE: readonly string[] = ['tickettype', 'priority']

/** True for a field that may be switched off: all but what no ticket can be without. @source fields_forms.md §1 System fields */
export function isRemovable(field: { readonly system: boolean; readonly type: string }): boolean {
  return !field.system || DISPENSABLE.includes(field.type)
}
