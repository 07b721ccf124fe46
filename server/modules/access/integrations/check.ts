/** Validates integrations before they are saved. Pure. */
import { holdsSecret } from '#core/secrets.ts'
import type { Details } from '#core/errors.ts'
import { makeBlankProblem } from '#core/problems.ts'
import { isObject } from '#lib/json.ts'
import { isPublicHost, isPublicUrl } from '#lib/public_address.ts'
import { originOf } from '#lib/origin.ts'
import { type ConfigMember, KIND_NAMES, type KindDefinition } from './kinds.ts'
import { isPublicEmailAddress } from '#lib/text_forms.ts'

const MAX_NAME_LENGTH = 100
const MAX_VALUE_LENGTH = 2000

/** A configuration, with its secret members separated. */
export interface ReadConfig {
  readonly config: Record<string, string>
  readonly secrets: Record<string, string>
  readonly details: Details
}

const FORMS: Readonly<Record<ConfigMember['is'], readonly [fits: (value: string) => boolean, must: string]>> = {
  text: [() => true, ''],
  secret: [() => true, ''],
  email: [isPublicEmailAddress, 'must be an e-mail address'],
  public_url: [isPublicUrl, 'must be an HTTPS address of a public host, without a password and without a fragment'],
  public_host: [isPublicHost, 'must be the name or address of a public host'],
}

/** A name that can be typed to confirm the revocation. `taken`: another unrevoked integration has it. */
export function checkName(name: string, taken: boolean): Details {
  const makeDetails = (sentence: string, error: string): Details => ({ name: [{ description: `Name: ${sentence}`, error }] })
  if (name === '') return makeDetails('cannot be blank', 'BlankValue')
  if (name.length > MAX_NAME_LENGTH) return makeDetails(`is too long (maximum is ${MAX_NAME_LENGTH} characters)`, 'TooLong')
  if (/[\p{Cc}\p{Cf}]/u.test(name)) return makeDetails('may hold no control characters', 'InvalidFormat')
  if (holdsSecret(name)) return makeDetails('holds a token or another secret: leave it out and revoke it', 'InvalidValue')
  return taken ? makeDetails('has already been taken', 'DuplicateValue') : {}
}

/** A note or a reason. Many people can read it. */
export function checkRemark(member: 'note' | 'reason', text: string, needed: boolean): Details {
  const label = member === 'note' ? 'Note' : 'Reason'
  const makeDetails = (sentence: string, error: string): Details => ({ [member]: [{ description: `${label}: ${sentence}`, error }] })
  if (text === '') return needed ? makeDetails('cannot be blank', 'BlankValue') : {}
  if (text.length > MAX_VALUE_LENGTH) return makeDetails(`is too long (maximum is ${MAX_VALUE_LENGTH} characters)`, 'TooLong')
  return holdsSecret(text) ? makeDetails('holds a token or another secret: leave it out and revoke it', 'InvalidValue') : {}
}

/**
 * The kind is one of the table, and the requested one. `wanted` null: the request names no kind.
 * @source docs/reference/specification.md §5.5.5
 */
export function checkKind(kind: string, wanted: string | null): Details {
  const makeDetails = (sentence: string): Details => ({ kind: [{ description: `Kind: ${sentence}`, error: 'InvalidValue' }] })
  if (!(KIND_NAMES as string[]).includes(kind)) return makeDetails(`must be one of ${KIND_NAMES.join(', ')}`)
  return wanted === null || wanted === kind ? {} : makeDetails(`the access request asks for ${wanted}`)
}

/**
 * Merges a given configuration into the previous one and validates it. Only members of the kind's table are read. Absent members stay
 * unchanged. Secret members that are already stored (`sealed`) may be absent.
 */
export function readConfig(
  kind: KindDefinition,
  given: Record<string, unknown>,
  before: Readonly<Record<string, string>>,
  sealed: readonly string[],
): ReadConfig {
  const result: ReadConfig = { config: {}, secrets: {}, details: {} }
  for (const member of kind.config) {
    const value = valueOf(given[member.key], before[member.key])
    const problem = problemOf(member, value, sealed)
    if (problem !== undefined) result.details[`config.${member.key}`] = [problem]
    else if (value) (member.is === 'secret' ? result.secrets : result.config)[member.key] = value
  }
  return result
}

/** The new value of a member; undefined when the given value is not text. */
function valueOf(given: unknown, before: string | undefined): string | undefined {
  if (given === undefined) return before ?? ''
  if (given === null) return ''
  return typeof given === 'string' ? given.trim() : undefined
}

function problemOf({ key, title, is, required }: ConfigMember, value: string | undefined, sealed: readonly string[]) {
  if (value === undefined) return { description: `${title}: must be text`, error: 'InvalidValue' }
  if (value === '') return required && !sealed.includes(key) ? makeBlankProblem(title) : undefined
  if (value.length > MAX_VALUE_LENGTH)
    return { description: `${title}: is too long (maximum is ${MAX_VALUE_LENGTH} characters)`, error: 'TooLong' }
  if (is !== 'secret' && holdsSecret(value))
    return { description: `${title}: holds a token or another secret: leave it out and revoke it`, error: 'InvalidValue' }
  const [fits, must] = FORMS[is]
  return fits(value) ? undefined : { description: `${title}: ${must}`, error: 'InvalidFormat' }
}

/** A sealed secret was given for one host: when an address of the configuration moves to another, it is entered again. `sealed`: their names. */
export function checkMovedSecrets(
  { config }: KindDefinition,
  before: Readonly<Record<string, string>>,
  after: ReadConfig,
  sealed: readonly string[],
): Details {
  const placeOf = (value = '') => originOf(value) ?? value
  const moved = config.some(({ key, is }) => is.startsWith('public_') && placeOf(before[key]) !== placeOf(after.config[key]))
  if (!moved) return {}
  const kept = config.filter(({ key, is }) => is === 'secret' && sealed.includes(key) && after.secrets[key] === undefined)
  const problem = (title: string) => ({ description: `${title}: was entered for another host: enter it again`, error: 'InvalidValue' })
  return Object.fromEntries(kept.map(({ key, title }) => [`config.${key}`, [problem(title)]]))
}

/** The configuration of a row: texts by member name. */
export function readStoredConfig(config: unknown): Record<string, string> {
  const entries = isObject(config) ? Object.entries(config) : []
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
