import type { Details } from '#core/errors.ts'

/** The longest lifetime of a link, in seconds. @source docs/reference/access_governance.md §8 */
export const MAX_SECONDS = 86_400
const MIN_SECONDS = 60
const MAX_LABEL = 200
const MAX_VALUE = 10_000
const MIN_PASSPHRASE = 8
const MAX_PASSPHRASE = 200
/** A shorter value may appear in a label by chance. */
const MIN_CHECKED_LENGTH = 6

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
  else if (label.length > MAX_LABEL) details.label = problem(`Label: is too long (maximum is ${MAX_LABEL} characters)`, 'TooLong')
  else if ([value, passphrase].some((secret) => secret !== null && secret.length >= MIN_CHECKED_LENGTH && label.includes(secret)))
    details.label = problem('Label: must not hold the secret itself, because mails and lists show it', 'InvalidValue')
  if (value === '') details.value = problem('Value: cannot be blank', 'BlankValue')
  else if (value.length > MAX_VALUE) details.value = problem(`Value: is too long (maximum is ${MAX_VALUE} characters)`, 'TooLong')
  if (expires_in < MIN_SECONDS || expires_in > MAX_SECONDS)
    details.expires_in = problem(`Expires in: must be ${MIN_SECONDS} to ${MAX_SECONDS} seconds`, 'InvalidValue')
  return { ...details, ...checkPassphrase(passphrase) }
}

/** Validates the length of a passphrase: not short enough to guess, not too long to type. Null: no passphrase. */
export function checkPassphrase(passphrase: string | null): Details {
  if (passphrase === null || (passphrase.length >= MIN_PASSPHRASE && passphrase.length <= MAX_PASSPHRASE)) return {}
  return { passphrase: problem(`Passphrase: must have ${MIN_PASSPHRASE} to ${MAX_PASSPHRASE} characters`, 'InvalidValue') }
}
