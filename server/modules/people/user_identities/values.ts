/** Valid values of identities, and their normalised form. Pure. */
import type { Details } from '#core/errors.ts'
import { makeInvalidProblem } from '#core/problems.ts'
import { addressKey, isEmailAddress, plainKey } from '#lib/text_forms.ts'

/** Kinds of identities that clients may make. @source docs/reference/people.md §2 */
const IDENTITY_TYPES = [
  'email',
  'twitter',
  'facebook',
  'google',
  'phone_number',
  'agent_forwarding',
  'any_channel',
  'foreign',
  'sdk',
  'messaging',
  'microsoft',
] as const
/** The number of identities a user may have. All of them are loaded wherever a user's identities are read. */
export const MAX_IDENTITIES = 100
/** The types with a primary identity; the user's own `email` and `phone` copy it. */
export const PRIMARY_TYPES: readonly string[] = ['email', 'phone_number']

const PHONE = /^\+[1-9]\d{6,14}$/
const LONGEST = 255

/** An identity before it is stored. */
export interface IdentityDraft {
  readonly type: string
  readonly value: string
  readonly verified: boolean
  readonly primary: boolean
}

/** The normalised value: addresses in lower case, phone numbers without separators. */
export function normalValue(type: string, value: string): string {
  if (type === 'email') return addressKey(value)
  const text = plainKey(value)
  return type === 'phone_number' || type === 'agent_forwarding' ? text.replace(/[\s().\-/]/g, '') : text
}

/** True for an e-mail address that is accepted here. */
export function isEmail(value: string): boolean {
  return value.length <= LONGEST && isEmailAddress(value)
}

/** True for a number in international form (E.164), which can be a user's direct line. */
export function isDirectLine(value: string): boolean {
  return PHONE.test(normalValue('phone_number', value))
}

/**
 * What is wrong with an identity. `takenBy` is the user who already has the value.
 * @source docs/reference/people.md §2; docs/reference/conventions.md §2
 */
export function checkIdentity(draft: { type: string; value: string }, takenBy: number | undefined): Details {
  const { type, value } = draft
  const makeDetails = (description: string, error: string): Details => ({ value: [{ description: `Value: ${description}`, error }] })
  if (!(IDENTITY_TYPES as readonly string[]).includes(type)) return { type: [makeInvalidProblem('Type')] }
  if (value === '') return makeDetails('cannot be blank', 'BlankValue')
  if (value.length > LONGEST) return makeDetails(`is too long (maximum is ${LONGEST} characters)`, 'TooLong')
  if (type === 'email' && !isEmail(value)) return makeDetails(`${value} is not properly formatted`, 'InvalidFormat')
  if (type === 'phone_number' && !isDirectLine(value))
    return makeDetails(`${value} is not a phone number in international form, such as +15551234567`, 'InvalidFormat')
  if (takenBy !== undefined) return makeDetails(`${value} is already being used by another user`, 'DuplicateValue')
  return {}
}
