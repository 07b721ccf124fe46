/** The requirements for passwords: those for all, and those an instance adds. Not here: how passwords are stored (passwords.ts). */
import type { PasswordPolicy } from '#accounts/settings.ts'
import { ensureDefined } from '#lib/defined.ts'
import { isCommonPassword } from './common_passwords.ts'

/** One requirement for a password: its sentence and its test. */
export interface PasswordRequirement {
  readonly sentence: string
  holds(password: string, email: string | null): boolean
}

const LONGEST = 128
/** A shorter local part occurs in many words by chance. */
const MIN_PART_LENGTH = 3

const LOWER = /\p{Ll}/u
const UPPER = /\p{Lu}/u
const LETTER = /\p{L}/u
const DIGIT = /\p{Nd}/u
const SPECIAL = /[^\p{L}\p{Nd}\s]/u

/** The length of the longest run of consecutive letters or digits, ascending or descending. */
function longestSequence(text: string): number {
  const codes = [...text.toLowerCase()].map((sign) => (/[a-z0-9]/.test(sign) ? sign.charCodeAt(0) : Number.NaN))
  let longest = 1
  for (const step of [1, -1]) {
    let run = 1
    for (const [index, code] of codes.entries()) {
      run = index > 0 && code - ensureDefined(codes[index - 1]) === step ? run + 1 : 1
      longest = Math.max(longest, run)
    }
  }
  return longest
}

function holdsNoPart(password: string, email: string | null): boolean {
  const local = email?.toLowerCase().split('@', 1)[0] ?? ''
  return local.length < MIN_PART_LENGTH || !password.toLowerCase().includes(local)
}

const COMPLEXITY: readonly (PasswordRequirement | null)[] = [
  null,
  { sentence: 'must have letters and numbers', holds: (password) => LETTER.test(password) && DIGIT.test(password) },
  {
    sentence: 'must have letters, numbers and special characters',
    holds: (password) => LETTER.test(password) && DIGIT.test(password) && SPECIAL.test(password),
  },
]

/**
 * The requirements for a password of an instance, in the order they are reported.
 * @source docs/reference/people.md §3; docs/reference/account.md §9
 */
export function passwordRequirements(policy: PasswordPolicy): PasswordRequirement[] {
  const { min_length, mixed_case, complexity, max_sequence, forbid_email_parts } = policy
  const requirements: (PasswordRequirement | null)[] = [
    { sentence: `must be at least ${min_length} characters`, holds: (password) => password.length >= min_length },
    { sentence: `must be at most ${LONGEST} characters`, holds: (password) => password.length <= LONGEST },
    { sentence: 'must be different from email address', holds: (password, email) => password.toLowerCase() !== email?.toLowerCase() },
    { sentence: 'must not be one of the most common passwords', holds: (password) => !isCommonPassword(password) },
    mixed_case
      ? { sentence: 'must have small letters and capitals', holds: (password) => LOWER.test(password) && UPPER.test(password) }
      : null,
    COMPLEXITY[complexity] ?? null,
    max_sequence === null
      ? null
      : {
          sentence: `must not have more than ${max_sequence} letters or numbers in sequence`,
          holds: (password) => longestSequence(password) <= max_sequence,
        },
    forbid_email_parts ? { sentence: 'must not include the first part of the email address', holds: holdsNoPart } : null,
  ]
  return requirements.filter((requirement) => requirement !== null)
}

/** The requirements a password violates, as sentences; empty when it is allowed. */
export function passwordProblems(policy: PasswordPolicy, password: string, email: string | null): string[] {
  return passwordRequirements(policy)
    .filter((requirement) => !requirement.holds(password, email))
    .map((requirement) => requirement.sentence)
}

/** The requirement about earlier passwords, as a sentence; the test against the stored hashes is elsewhere. */
export function historySentence({ history }: PasswordPolicy): string | null {
  if (history === 0) return null
  return history === 1 ? 'must be different from the previous password' : `must be different from the last ${history} passwords`
}
