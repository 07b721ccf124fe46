import type { Details } from '../../../errors.ts'

/** The longest lifetime of a link, in seconds. @source docs/reference/access_governance.md §8 */
export const MOST_SECONDS = 86_400
const LEAST_SECONDS = 60
const MOST_LABEL = 200
const MOST_VALUE = 10_000
const LEAST_PASSPHRASE = 8
const MOST_PASSPHRASE = 200
/** A shorter value may appear in a label by chance. */
const SHORTEST_CHECKED = 6

/** A one-time secret to send. */
export interface Draft {
  readonly label: string
  readonly value: string
  readonly passphrase: string | null
  readonly expires_in: number
}

const problem = (description: string, error: string) => [{ description, error }]

/** Validates a one-time secret before it is sent. The label appears in lists and mails. */
export function checkDraft({ label, value, passphrase, expires_in }: Draft): Details {
  const details: Details = {}
  if (label === '') details.label = problem('Label: cannot be blank', 'BlankValue')
  else if (label.length > MOST_LABEL) details.label = problem(`Label: is too long (maximum is ${MOST_LABEL} characters)`, 'TooLong')
  else if ([value, passphrase].some((secret) => secret !== null && secret.length >= SHORTEST_CHECKED && label.includes(secret)))
    details.label = problem('Label: must not hold the secret itself, because mails and lists show it', 'InvalidValue')
  if (value === '') details.value = problem('Value: cannot be blank', 'BlankValue')
  else if (value.length > MOST_VALUE) details.value = problem(`Value: is too long (maximum is ${MOST_VALUE} characters)`, 'TooLong')
  if (expires_in < LEAST_SECONDS || expires_in > MOST_SECONDS)
    details.expires_in = problem(`Expires in: must be ${LEAST_SECONDS} to ${MOST_SECONDS} seconds`, 'InvalidValue')
  return { ...details, ...checkPassphrase(passphrase) }
}

/** Validates the length of a passphrase: not short enough to guess, not too long to type. Null: no passphrase. */
export function checkPassphrase(passphrase: string | null): Details {
  if (passphrase === null || (passphrase.length >= LEAST_PASSPHRASE && passphrase.length <= MOST_PASSPHRASE)) return {}
  return { passphrase: problem(`Passphrase: must have ${LEAST_PASSPHRASE} to ${MOST_PASSPHRASE} characters`, 'InvalidValue') }
}
