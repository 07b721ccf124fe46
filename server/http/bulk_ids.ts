/** The bulk verbs: which records a call names, and the limit on their number. @source docs/reference/conventions.md §6 */
import { InvalidAttribute, TooManyValues } from '#core/errors.ts'

/** Records one call may name. */
export const MAX_AT_ONCE = 100

/** The ids of `?ids=1,2`; duplicates are dropped. @throws InvalidAttribute when one is not an integer @throws TooManyValues past 100 */
export function readIds(ids: string | undefined, action: string): number[] {
  const words = readList(ids)
  for (const word of words) if (!/^-?\d{1,19}$/.test(word)) throw new InvalidAttribute('ids', 'must be a list of integers', action)
  return words.map(Number).filter(Number.isSafeInteger)
}

/** The texts of `?external_ids=a,b`; duplicates are dropped. @throws TooManyValues past 100 */
export function readList(text: string | undefined): string[] {
  const words = [
    ...new Set(
      (text ?? '')
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
    ),
  ]
  if (words.length > MAX_AT_ONCE) throw new TooManyValues()
  return words
}

/** Refuses more than 100 records in one body. `description` is the resource's own sentence. @throws TooManyValues */
export function refuseTooMany(items: readonly unknown[], description?: string): void {
  if (items.length > MAX_AT_ONCE) throw new TooManyValues(description)
}
