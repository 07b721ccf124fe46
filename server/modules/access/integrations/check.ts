/** What is wrong with an integration as it would be saved. Pure. */
import { holdsSecret } from '../../../auth/secrets.ts'
import type { Details } from '../../../errors.ts'
import { isObject } from '../../../lib/json.ts'
import { isPublicHost, isPublicUrl } from '../../../lib/public_address.ts'
import { type ConfigMember, KIND_NAMES, type KindDefinition } from './kinds.ts'

const LONGEST_NAME = 100
const LONGEST_VALUE = 2000
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** A configuration, its secret members apart. */
export interface ReadConfig {
  readonly config: Record<string, string>
  readonly secrets: Record<string, string>
  readonly details: Details
}

const FORMS: Readonly<Record<ConfigMember['is'], readonly [fits: (value: string) => boolean, must: string]>> = {
  text: [() => true, ''],
  secret: [() => true, ''],
  email: [(value) => EMAIL.test(value), 'must be an e-mail address'],
  public_url: [isPublicUrl, 'must be an HTTPS address of a public host, without a password and without a fragment'],
  public_host: [isPublicHost, 'must be the name or address of a public host'],
}

/** A name that can be typed in again at the revocation. `taken`: another living integration has it. */
export function checkName(name: string, taken: boolean): Details {
  const wrong = (sentence: string, error: string): Details => ({ name: [{ description: `Name: ${sentence}`, error }] })
  if (name === '') return wrong('cannot be blank', 'BlankValue')
  if (name.length > LONGEST_NAME) return wrong(`is too long (maximum is ${LONGEST_NAME} characters)`, 'TooLong')
  if (/[\p{Cc}\p{Cf}]/u.test(name)) return wrong('may hold no control characters', 'InvalidFormat')
  if (holdsSecret(name)) return wrong('holds a token or another secret: leave it out and revoke it', 'InvalidValue')
  return taken ? wrong('has already been taken', 'DuplicateValue') : {}
}

/** A note or a reason, which many read. */
export function checkRemark(member: 'note' | 'reason', text: string, needed: boolean): Details {
  const label = member === 'note' ? 'Note' : 'Reason'
  const wrong = (sentence: string, error: string): Details => ({ [member]: [{ description: `${label}: ${sentence}`, error }] })
  if (text === '') return needed ? wrong('cannot be blank', 'BlankValue') : {}
  if (text.length > LONGEST_VALUE) return wrong(`is too long (maximum is ${LONGEST_VALUE} characters)`, 'TooLong')
  return holdsSecret(text) ? wrong('holds a token or another secret: leave it out and revoke it', 'InvalidValue') : {}
}

/** The kind is one of the table, and the one that was asked for. `wanted` null: the request names none. @source docs/reference/specification.md §5.5.5 */
export function checkKind(kind: string, wanted: string | null): Details {
  const wrong = (sentence: string): Details => ({ kind: [{ description: `Kind: ${sentence}`, error: 'InvalidValue' }] })
  if (!(KIND_NAMES as string[]).includes(kind)) return wrong(`must be one of ${KIND_NAMES.join(', ')}`)
  return wanted === null || wanted === kind ? {} : wrong(`the access request asks for ${wanted}`)
}

/**
 * Reads what is given of a configuration over what there was: members of the kind's table and no others, each checked. A member
 * that is not given stays; a secret one that is there already need not be given again (`sealed` names them).
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

/** Undefined where what was given is no text. */
function valueOf(given: unknown, before: string | undefined): string | undefined {
  if (given === undefined) return before ?? ''
  if (given === null) return ''
  return typeof given === 'string' ? given.trim() : undefined
}

function problemOf({ key, title, is, required }: ConfigMember, value: string | undefined, sealed: readonly string[]) {
  if (value === undefined) return { description: `${title}: must be text`, error: 'InvalidValue' }
  if (value === '') return required && !sealed.includes(key) ? { description: `${title}: cannot be blank`, error: 'BlankValue' } : undefined
  if (value.length > LONGEST_VALUE)
    return { description: `${title}: is too long (maximum is ${LONGEST_VALUE} characters)`, error: 'TooLong' }
  if (is !== 'secret' && holdsSecret(value))
    return { description: `${title}: holds a token or another secret: leave it out and revoke it`, error: 'InvalidValue' }
  const [fits, must] = FORMS[is]
  return fits(value) ? undefined : { description: `${title}: ${must}`, error: 'InvalidFormat' }
}

/** The configuration of a row: texts by the member's name. */
export function storedConfig(config: unknown): Record<string, string> {
  const entries = isObject(config) ? Object.entries(config) : []
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
