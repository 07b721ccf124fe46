import type { Details, Problem } from '#core/errors.ts'
import { makeBlankProblem } from '#core/problems.ts'

/** An object as it would be saved. */
export interface ObjectDraft {
  readonly key: string
  readonly title: string
  readonly title_pluralized: string
  readonly description: string
  readonly include_in_list_view: boolean
  readonly allows_attachments: boolean
  readonly allows_photos: boolean
}

const MAX_TITLE_LENGTH = 255
const MAX_DESCRIPTION_LENGTH = 65_536
/** Letters, digits, hyphens and underscores. */
const KEY = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/
/** Path segments below `custom_objects/` that cannot be keys. */
const TAKEN_BY_PATHS = new Set(['limits'])

/** What is wrong with the key of a new object. The caller looks up `isTaken` in the store. */
export function checkKey(key: string, isTaken: boolean): Details {
  const makeDetails = (what: string, error: string): Details => ({ key: [{ description: `Key: ${what}`, error }] })
  if (key === '') return makeDetails('cannot be blank', 'BlankValue')
  if (!KEY.test(key) || TAKEN_BY_PATHS.has(key)) return makeDetails('is invalid', 'InvalidValue')
  return isTaken ? makeDetails('has already been taken', 'DuplicateValue') : {}
}

/** What is wrong with the other members of an object. */
export function checkObject(draft: ObjectDraft): Details {
  const found: Record<string, Problem[]> = {
    title: checkTitle('Title', draft.title),
    title_pluralized: checkTitle('Title pluralized', draft.title_pluralized),
    description: draft.description.length > MAX_DESCRIPTION_LENGTH ? [tooLong('Description', MAX_DESCRIPTION_LENGTH)] : [],
  }
  return Object.fromEntries(Object.entries(found).filter(([, problems]) => problems.length > 0))
}

const tooLong = (name: string, most: number): Problem => ({
  description: `${name}: is too long (maximum is ${most} characters)`,
  error: 'TooLong',
})

function checkTitle(name: string, title: string): Problem[] {
  if (title === '') return [makeBlankProblem(name)]
  return title.length > MAX_TITLE_LENGTH ? [tooLong(name, MAX_TITLE_LENGTH)] : []
}
