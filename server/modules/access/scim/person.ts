/** Converts between users and SCIM resources. Pure. @source RFC 7643 §4.1 */
import { ScimError } from '#core/errors.ts'
import type { AnswerOf } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'
import { isObject } from '#lib/json.ts'
import { ianaTimeZone } from '#lib/time_zones.ts'
import type { UserRow } from '#modules/people/users/store.ts'
import { type ScimUser, URN } from './schema.ts'
import { addressKey, isEmailAddress, plainKey } from '#lib/text_forms.ts'

/** A SCIM user as JSON. Unknown members are kept, but have no effect. */
export type Resource = Record<string, unknown>

/** The members of a SCIM user that are read. `undefined`: absent. */
export interface Person {
  readonly email: string
  readonly name: string
  readonly active: boolean | undefined
  readonly external_id: string | null | undefined
  readonly phone: string | null | undefined
  readonly locale: string | undefined
  readonly role: 'agent' | 'admin' | undefined
}

const KNOWN = [
  'schemas',
  'id',
  'externalId',
  'userName',
  'name',
  'displayName',
  'emails',
  'phoneNumbers',
  'active',
  'userType',
  'roles',
  'locale',
]
const SPELLING = new Map([...KNOWN, 'timezone', 'meta', 'formatted', 'givenName', 'familyName'].map((name) => [name.toLowerCase(), name]))

/** The SCIM spelling of an attribute; names are case-insensitive. @source RFC 7643 §2.1 */
export function spellAttribute(name: string): string {
  return SPELLING.get(name.toLowerCase()) ?? name
}

/** A user as a SCIM resource; `location` is the URL of the resource. */
export function presentPerson(row: UserRow, location: string): AnswerOf<typeof ScimUser> {
  const words = row.name.split(/\s+/)
  const familyName = words.slice(1).at(-1) ?? ''
  return {
    schemas: [URN.user],
    id: String(row.id),
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    userName: row.email ?? '',
    name: { formatted: row.name, givenName: words.length > 1 ? words.slice(0, -1).join(' ') : row.name, familyName },
    displayName: row.name,
    emails: row.email === null ? [] : [{ value: row.email, type: 'work', primary: true }],
    ...(row.phone === null ? {} : { phoneNumbers: [{ value: row.phone, type: 'work' }] }),
    active: row.active && !row.suspended,
    userType: row.role,
    roles: [{ value: row.role, primary: true }],
    locale: row.locale,
    timezone: ianaTimeZone(row.time_zone),
    meta: { resourceType: 'User', created: wireTime(row.created_at), lastModified: wireTime(row.updated_at), location },
  }
}

/** Reads a whole SCIM user. @throws ScimError naming the missing or invalid attribute */
export function readPerson(given: Resource): Person {
  const resource = Object.fromEntries(Object.entries(given).map(([key, value]) => [spellAttribute(key), value]))
  const userName = text(resource.userName)
  const email = userName?.includes('@') === true ? userName : firstValue(resource.emails)
  if (email === undefined || !isEmailAddress(addressKey(email)))
    throw new ScimError(400, 'userName must be an e-mail address', 'invalidValue')
  return {
    email: addressKey(email),
    name: readName(resource) ?? ensureDefined(email.split('@')[0]),
    active: readFlag(resource.active),
    external_id: resource.externalId === null ? null : keyOf(resource.externalId),
    phone: Array.isArray(resource.phoneNumbers) ? (firstValue(resource.phoneNumbers) ?? null) : undefined,
    locale: text(resource.locale),
    role: readRole(firstValue(resource.roles) ?? text(resource.userType)),
  }
}

const keyOf = (value: unknown) => {
  const given = text(value)
  return given === undefined ? undefined : plainKey(given)
}

function readName(resource: Resource): string | undefined {
  const name = isObject(resource.name) ? resource.name : {}
  const parts = [text(name.givenName), text(name.familyName)].filter((part) => part !== undefined).join(' ')
  return text(resource.displayName) ?? text(name.formatted) ?? (parts || undefined)
}

/** Some providers send "True" and "False" as strings. */
function readFlag(value: unknown): boolean | undefined {
  if (value === undefined || value === null) return undefined
  const word = typeof value === 'string' ? value.toLowerCase() : JSON.stringify(value)
  if (word !== 'true' && word !== 'false') throw new ScimError(400, 'active must be true or false', 'invalidValue')
  return word === 'true'
}

function readRole(word: string | undefined): Person['role'] {
  const role = word?.toLowerCase()
  if (role === undefined || role === 'agent' || role === 'admin') return role
  throw new ScimError(400, 'roles and userType must be agent or admin', 'invalidValue')
}

/** The value of the primary item of a multi-valued attribute, else of its first. */
function firstValue(items: unknown): string | undefined {
  const list = Array.isArray(items) ? items.map((item): Resource => (isObject(item) ? item : { value: item })) : []
  return text((list.find((item) => readFlag(item.primary) === true) ?? list[0])?.value)
}

function text(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  return value.toWellFormed().replaceAll('\0', '').trim() || undefined
}
