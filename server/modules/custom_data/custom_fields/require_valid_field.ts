import type { Context } from '#core/context.ts'
import { type Details, refuseInvalid } from '#core/errors.ts'
import { readCustomObjects } from '../custom_objects/store.ts'

/**
 * Requires that nothing is wrong with a field. `check` is given the keys of the custom objects that a lookup field can target.
 * @throws RecordInvalid
 */
export async function requireValidField(tx: Context, check: (objects: readonly string[]) => Details): Promise<void> {
  refuseInvalid(check((await readCustomObjects(tx)).map(({ key }) => key)))
}
