/** The size limits of input where a shape has none of its own; and the errors for exceeding them. */
import { type HttpError, InvalidAttribute, RecordInvalid, TooManyValues } from '#core/errors.ts'
import { ensureDefined } from '#lib/defined.ts'

/** Characters of a text. @source docs/reference/fields_and_forms.md §2; docs/reference/tickets.md §2 */
export const MAX_TEXT = 65_536
/** Items of a list. */
export const MAX_ITEMS = 1000
/** Values of one free-form member, such as `metadata`: members of its objects and items of its lists, at every depth. */
export const MAX_VALUES = 10_000
/** Characters of all texts and keys of one free-form member. */
export const MAX_FREE_TEXT = 1024 * 1024

/** 400: beyond a size limit, which no alternative of the shape can accept either. */
export class BeyondBounds extends InvalidAttribute {}

/** The remaining budget of values and text of a free-form member. */
export interface Allowance {
  values: number
  text: number
}

/** True for a text of more than `most` characters, counted as JSON Schema and PostgreSQL count them: a surrogate pair is one. */
export function isLongerThan(text: string, most: number): boolean {
  if (text.length <= most) return false
  if (text.length > 2 * most) return true
  return Array.from(text).length > most
}

/**
 * The error for a text that is too long. In a record it is a problem of that record, else an invalid attribute. `called` is its title in
 * problems of the record as a whole. @source docs/reference/conventions.md §2.2
 */
export function tooLong(path: string, most: number, action: string, called?: string): HttpError {
  const must = `is too long (maximum is ${most} characters)`
  const names = path.split('.')
  if (names.length === 1 && called === undefined) return new BeyondBounds(path === '' ? 'body' : path, must, action)
  const name = ensureDefined(names.at(-1))
  const title = called ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
  return new RecordInvalid({ [called === undefined ? name : 'base']: [{ description: `${title}: ${must}`, error: 'TooLong' }] })
}

/** The error for a list that is too long. `words` is the list's own sentence, if any. @source docs/reference/conventions.md §2.1 */
export function tooMany(path: string, most: number, words?: string): TooManyValues {
  // the public service leaves out the name of a list of records
  return new TooManyValues(words ?? `Parameter ${path.includes('.') ? path : ''} cannot specify more than ${most} values`, most)
}
