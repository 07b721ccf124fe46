/** The items of a request that changes several rules. */
import { InvalidAttribute } from '#core/errors.ts'

/** The ids of the items. @throws InvalidAttribute for an item without one */
export function itemIds(items: readonly { readonly id?: number | null }[], name: string, action: string): number[] {
  return items.map(({ id }) => {
    if (typeof id !== 'number') throw new InvalidAttribute(`${name}.id`, 'must be an integer', action)
    return id
  })
}
