/** How much a caller may send in one place, where a shape does not say otherwise; and how more is refused. */
import { type HttpError, InvalidAttribute, RecordInvalid, TooManyValues } from '../errors.ts'

/** Characters of a text. @source docs/reference/fields_and_forms.md §2; docs/reference/tickets.md §2 */
export const MOST_TEXT = 65_536
/** Items of a list. */
export const MOST_ITEMS = 1000
/** Values of one free-form member, such as `metadata`: members of its objects and items of its lists, at every depth. */
export const MOST_VALUES = 10_000
/** Characters of all texts and keys of one free-form member. */
export const MOST_FREE_TEXT = 1024 * 1024

/** 400: more than a place takes, whatever else might be taken there. */
export class BeyondBounds extends InvalidAttribute {}

/** What is left of a free-form member's values and text. */
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
 * The refusal of a text that is too long. In a record it is a problem of that record, else an invalid attribute. `called` is what problems of the
 * record as a whole call it. @source docs/reference/conventions.md §2.2
 */
export function tooLong(path: string, most: number, action: string, called?: string): HttpError {
  const must = `is too long (maximum is ${most} characters)`
  const names = path.split('.')
  if (names.length === 1 && called === undefined) return new BeyondBounds(path === '' ? 'body' : path, must, action)
  const name = names.at(-1) as string
  const title = called ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
  return new RecordInvalid({ [called === undefined ? name : 'base']: [{ description: `${title}: ${must}`, error: 'TooLong' }] })
}

/** The refusal of a list that is too long. `words` are those of a list that has its own. @source docs/reference/conventions.md §2.1 */
export function tooMany(path: string, most: number, words?: string): TooManyValues {
  // the public service leaves the name of a list of records out
  return new TooManyValues(words ?? `Parameter ${path.includes('.') ? path : ''} cannot specify more than ${most} values`, most)
}
