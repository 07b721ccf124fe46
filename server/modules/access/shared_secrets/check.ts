import type { Details } from '../../../errors.ts'

/** A link lasts this long at most. @source docs/reference/access_governance.md §8 */
export const MOST_SECONDS = 86_400
const LEAST_SECONDS = 60
const MOST_LABEL = 200
const MOST_VALUE = 10_000
const LEAST_PASSPHRASE = 8
const MOST_PASSPHRASE = 200
/** A value shorter than this may well stand in a label by chance. */
const TELLING = 6

/** A one-time secret as somebody wants to send it. */
export interface Draft {
  readonly label: string
  readonly value: string
  readonly passphrase: string | null
  readonly expires_in: number
}

const problem = (description: string, error: string) => [{ description, error }]

/** What is wrong with a one-time secret as it would be sent. The label is read by many and stands in mails. */
export function checkDraft({ label, value, passphrase, expires_in }: Draft): Details {
  const details: Details = {}
  if (label === '') details.label = problem('Label: cannot be blank', 'BlankValue')
  else if (label.length > MOST_LABEL) details.label = problem(`Label: is too long (maximum is ${MOST_LABEL} characters)`, 'TooLong')
  else if ([value, passphrase].some((secret) => secret !== null && secret.length >= TELLING && label.includes(secret)))
    details.label = problem('Label: must not hold the secret itself, because mails and lists show it', 'InvalidValue')
  if (value === '') details.value = problem('Value: cannot be blank', 'BlankValue')
  else if (value.length > MOST_VALUE) details.value = problem(`Value: is too long (maximum is ${MOST_VALUE} characters)`, 'TooLong')
  if (expires_in < LEAST_SECONDS || expires_in > MOST_SECONDS)
    details.expires_in = problem(`Expires in: must be ${LEAST_SECONDS} to ${MOST_SECONDS} seconds`, 'InvalidValue')
  return { ...details, ...checkPassphrase(passphrase) }
}

/** What is wrong with a passphrase: it is short enough to be guessed, or longer than anybody types. Null is none. */
export function checkPassphrase(passphrase: string | null): Details {
  if (passphrase === null || (passphrase.length >= LEAST_PASSPHRASE && passphrase.length <= MOST_PASSPHRASE)) return {}
  return { passphrase: problem(`Passphrase: must have ${LEAST_PASSPHRASE} to ${MOST_PASSPHRASE} characters`, 'InvalidValue') }
}
