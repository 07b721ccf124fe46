/** The values a write gives a user's row, and what is wrong with them. Pure: no lookups. */
import { restrictionsOf } from '#accounts/role_configuration.ts'
import type { Settings } from '#accounts/settings.ts'
import type { Role } from '#core/context.ts'
import type { Details } from '#core/errors.ts'
import { isOneOf } from '#lib/objects.ts'
import { normalTags } from '#lib/tags.ts'
import { timeZoneNamed } from '#lib/time_zones.ts'
import { checkTags } from '#modules/custom_data/custom_fields/tags.ts'
import { type ProfileField, readProfile } from '#modules/custom_data/custom_fields/values.ts'
import type { CustomRoleRow } from '../custom_roles/store.ts'
import { localeByCode, localeById } from '#lib/locales.ts'
import { isDirectLine, normalValue } from '../user_identities/values.ts'
import { ROLES, type UserInput } from './schema.ts'
import type { UserChange, UserRow } from './store.ts'
import { plainKey, plainLine } from '#lib/text_forms.ts'

const RESTRICTIONS: readonly string[] = ['organization', 'groups', 'assigned', 'requested']
const LONGEST = 255

/** Columns of the row as they would be written, and what is wrong with them. Memberships and identities are not included. */
export interface UserDraft {
  readonly change: UserChange
  readonly problems: Details
}

type Restriction = UserRow['ticket_restriction']

/** What the instance defines for users: fields and custom roles. */
export interface UserDefinitions {
  readonly fields: readonly ProfileField[]
  readonly roles: readonly CustomRoleRow[]
  /** The brands that agents may serve. */
  readonly brand_ids: readonly number[]
}

/** Applies an input to an existing user, or to the defaults of a new one. @source docs/reference/people.md §1, §7 */
export function draftUser(settings: Settings, definitions: UserDefinitions, input: UserInput, before?: UserRow): UserDraft {
  const { fields, roles } = definitions
  const problems: Details = {}
  const addProblem = (member: string, description: string, error: string) => {
    problems[member] = [{ description: `${title(member)}: ${description}`, error }]
    return undefined
  }
  const role = readRole(input, before, addProblem)
  const tagged = input.tags !== undefined && settings.users.tagging ? normalTags(input.tags) : (before?.tags ?? [])
  const profile = readProfile(fields, before?.user_fields ?? {}, input.user_fields ?? {}, tagged)
  const change: UserChange = {
    ...toChange('name', readName(input, before, addProblem)),
    ...texts(input, addProblem),
    ...flags(input),
    ...toChange(
      'time_zone',
      input.time_zone ? (timeZoneNamed(input.time_zone) ?? addProblem('time_zone', 'is invalid', 'InvalidValue')) : undefined,
    ),
    ...toChange('locale', readLocale(input, addProblem)),
    ...toChange(
      'tags',
      settings.users.tagging && (input.tags !== undefined || input.user_fields !== undefined) ? [...profile.tags] : undefined,
    ),
    ...toChange('user_fields', input.user_fields === undefined ? undefined : profile.values),
    ...roleMembers(roles, input, { role, before }, addProblem),
    ...toChange('excluded_brand_ids', readExcludedBrands(definitions.brand_ids, input, { role, before }, addProblem)),
  }
  const tagProblems = input.tags === undefined ? [] : checkTags(before?.tags ?? [], profile.tags)
  return { change, problems: { ...problems, ...profile.problems, ...(tagProblems.length > 0 ? { tags: tagProblems } : {}) } }
}

type Wrong = (member: string, description: string, error: string) => undefined

const title = (member: string) => (member.charAt(0).toUpperCase() + member.slice(1)).replaceAll('_', ' ')
const toChange = <Key extends keyof UserChange>(key: Key, value: UserChange[Key] | undefined): UserChange =>
  value === undefined ? {} : { [key]: value }

function readRole(input: UserInput, before: UserRow | undefined, wrong: Wrong): Role {
  const current = before?.role ?? 'end-user'
  if (input.role === undefined || input.role === null || input.role === '') return current
  if (isOneOf(ROLES, input.role)) return input.role
  wrong('role', 'is invalid', 'InvalidValue')
  return current
}

function readName(input: UserInput, before: UserRow | undefined, wrong: Wrong): string | undefined {
  if (input.name === undefined && before !== undefined) return undefined
  const name = plainLine(input.name ?? '').trim()
  if (name === '') return wrong('name', ' is too short (minimum is 1 characters)', 'TooShort')
  return name.length > LONGEST ? wrong('name', `is too long (maximum is ${LONGEST} characters)`, 'TooLong') : name
}

function texts(input: UserInput, wrong: Wrong): UserChange {
  const change: Record<string, string | null> = {}
  for (const member of ['alias', 'signature', 'details', 'notes'] as const) if (input[member] !== undefined) change[member] = input[member]
  for (const member of ['external_id', 'phone'] as const)
    if (input[member] !== undefined) change[member] = plainKey(input[member] ?? '') || null
  if (typeof change.phone === 'string' && isDirectLine(change.phone)) change.phone = normalValue('phone_number', change.phone)
  for (const member of ['alias', 'external_id', 'phone'] as const)
    if ((change[member] ?? '').length > LONGEST) wrong(member, `is too long (maximum is ${LONGEST} characters)`, 'TooLong')
  return change
}

function flags(input: UserInput): UserChange {
  return { ...toChange('suspended', input.suspended), ...toChange('moderator', input.moderator) }
}

/** `locale` wins over `locale_id`; an empty one counts as not sent. @source docs/reference/conventions.md §1.7 */
function readLocale(input: UserInput, wrong: Wrong): string | undefined {
  if (input.locale) return (localeByCode(input.locale) ?? wrong('locale', 'is invalid', 'InvalidValue'))?.locale
  if (input.locale_id === undefined || input.locale_id === null) return undefined
  return (localeById(input.locale_id) ?? wrong('locale', 'is invalid', 'InvalidValue'))?.locale
}

/** The brands that an agent does not serve, by those they do: one that is made later is served. End users serve none, and nothing is kept of them. */
function readExcludedBrands(
  brand_ids: readonly number[],
  { agent_brand_ids: served }: UserInput,
  { role, before }: RoleChange,
  wrong: Wrong,
): number[] | undefined {
  if (role === 'end-user') return []
  if (served === undefined || served === null) return undefined
  if (served.some((id) => !brand_ids.includes(id))) return wrong('agent_brand_ids', 'is invalid', 'InvalidValue')
  const deleted = (before?.excluded_brand_ids ?? []).filter((id) => !brand_ids.includes(id))
  return [...deleted, ...brand_ids.filter((id) => !served.includes(id))].toSorted((one, other) => one - other)
}

interface RoleChange {
  /** The role after the write. */
  readonly role: Role
  readonly before: UserRow | undefined
}

const ADMINISTRATOR = 4
const ROLE_TYPES: Readonly<Record<Role, readonly number[]>> = { 'end-user': [], agent: [0, 1, 3], admin: [ADMINISTRATOR, 5] }

/**
 * Members that depend on the role: end users see their own tickets, admins all, agents those their custom role or restriction allows.
 * @source docs/reference/people.md §1; docs/reference/authentication.md §6
 */
function roleMembers(roles: readonly CustomRoleRow[], input: UserInput, { role, before }: RoleChange, wrong: Wrong): UserChange {
  if (role === 'end-user') {
    const ticket_restriction = endUserRestriction(input, before)
    return { role, ticket_restriction, only_private_comments: false, moderator: false, custom_role_id: null, role_type: null }
  }
  const custom = readCustomRole(roles, input, { role, before }, wrong)
  const { custom_role_id, role_type } = { custom_role_id: custom?.id ?? null, role_type: custom?.role_type ?? null }
  if (role === 'admin') return { role, ticket_restriction: null, only_private_comments: false, custom_role_id, role_type }
  if (custom !== undefined) return { role, ...restrictionsOf(custom.configuration), custom_role_id, role_type }
  const was = before?.role === 'agent' ? before : undefined
  return {
    role,
    custom_role_id,
    role_type,
    ticket_restriction: readRestriction(input, was, wrong),
    only_private_comments: input.only_private_comments ?? was?.only_private_comments ?? false,
  }
}

/** The custom role after the write: the one named, else the current one if it fits the role; admins always have one. */
function readCustomRole(
  roles: readonly CustomRoleRow[],
  { custom_role_id }: UserInput,
  { role, before }: RoleChange,
  wrong: Wrong,
): CustomRoleRow | undefined {
  const fits = (id: number | null | undefined) => roles.find((one) => one.id === id && ROLE_TYPES[role].includes(one.role_type))
  const own = role === 'admin' ? roles.find((one) => one.role_type === ADMINISTRATOR) : undefined
  // clients that send a whole user back send the previous custom role, which no longer applies if `role` changes
  if (custom_role_id === undefined || custom_role_id === before?.custom_role_id) return fits(before?.custom_role_id) ?? own
  if (custom_role_id === null) return own
  return fits(custom_role_id) ?? wrong('custom_role_id', 'is invalid', 'InvalidValue')
}

/**
 * End users see their own requests or those of their organization; any other value means their own.
 * @source docs/reference/authentication.md §6
 */
function endUserRestriction(input: UserInput, before: UserRow | undefined): Restriction {
  const was = before?.role === 'end-user' ? before.ticket_restriction : null
  return (input.ticket_restriction === undefined ? was : input.ticket_restriction) === 'organization' ? 'organization' : 'requested'
}

function readRestriction(input: UserInput, was: UserRow | undefined, wrong: Wrong): Restriction {
  const requested = input.ticket_restriction
  if (requested === undefined) return was?.ticket_restriction ?? null
  if (requested === null || requested === '') return null
  return RESTRICTIONS.includes(requested) ? requested : (wrong('ticket_restriction', 'is invalid', 'InvalidValue') ?? null)
}
