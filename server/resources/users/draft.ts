/** What a write asks of a user's row, and what is wrong with that. Pure: nothing is looked up here. */
import type { Settings } from '../../accounts/settings.ts'
import type { Role } from '../../context.ts'
import type { Details } from '../../errors.ts'
import { normalTags } from '../../lib/tags.ts'
import { timeZoneNamed } from '../../lib/time_zones.ts'
import { localeByCode, localeById } from '../locales/table.ts'
import { isDirectLine, normalValue } from '../user_identities/values.ts'
import type { UserInput } from './schema.ts'
import type { UserChange, UserRow } from './store.ts'

const ROLES: readonly string[] = ['end-user', 'agent', 'admin']
const RESTRICTIONS: readonly string[] = ['organization', 'groups', 'assigned', 'requested']
const LONGEST = 255

/** Members of the row as they would be written, and what is wrong with them. Where he belongs and his addresses are not among them. */
export interface UserDraft {
  readonly change: UserChange
  readonly problems: Details
}

type Restriction = UserRow['ticket_restriction']

/** Reads an input over a user as he is, or over nobody. @source users_orgs.md §1 */
export function draftUser(settings: Settings, input: UserInput, before?: UserRow): UserDraft {
  const problems: Details = {}
  const wrong = (member: string, description: string, error: string) => {
    problems[member] = [{ description: `${title(member)}: ${description}`, error }]
    return undefined
  }
  const role = readRole(input, before, wrong)
  const change: UserChange = {
    ...given('name', readName(input, before, wrong)),
    ...texts(input, wrong),
    ...flags(input),
    ...given(
      'time_zone',
      input.time_zone ? (timeZoneNamed(input.time_zone) ?? wrong('time_zone', 'is invalid', 'InvalidValue')) : undefined,
    ),
    ...given('locale', readLocale(input, wrong)),
    ...given('tags', input.tags !== undefined && settings.users.tagging ? normalTags(input.tags) : undefined),
    ...given('user_fields', input.user_fields === undefined ? undefined : { ...before?.user_fields, ...input.user_fields }),
    ...roleMembers(role, input, before, wrong),
  }
  return { change, problems }
}

type Wrong = (member: string, description: string, error: string) => undefined

const title = (member: string) => (member.charAt(0).toUpperCase() + member.slice(1)).replaceAll('_', ' ')
const given = <Key extends keyof UserChange>(key: Key, value: UserChange[Key] | undefined): UserChange =>
  value === undefined ? {} : { [key]: value }

function readRole(input: UserInput, before: UserRow | undefined, wrong: Wrong): Role {
  const current = before?.role ?? 'end-user'
  if (input.role === undefined || input.role === null || input.role === '') return current
  if (ROLES.includes(input.role)) return input.role as Role
  wrong('role', 'is invalid', 'InvalidValue')
  return current
}

function readName(input: UserInput, before: UserRow | undefined, wrong: Wrong): string | undefined {
  if (input.name === undefined && before !== undefined) return undefined
  const name = (input.name ?? '').trim()
  if (name === '') return wrong('name', ' is too short (minimum is 1 characters)', 'TooShort')
  return name.length > LONGEST ? wrong('name', `is too long (maximum is ${LONGEST} characters)`, 'TooLong') : name
}

function texts(input: UserInput, wrong: Wrong): UserChange {
  const change: Record<string, string | null> = {}
  for (const member of ['alias', 'signature', 'details', 'notes'] as const) if (input[member] !== undefined) change[member] = input[member]
  for (const member of ['external_id', 'phone'] as const) if (input[member] !== undefined) change[member] = input[member]?.trim() || null
  if (typeof change.phone === 'string' && isDirectLine(change.phone)) change.phone = normalValue('phone_number', change.phone)
  for (const member of ['alias', 'external_id', 'phone'] as const)
    if ((change[member] ?? '').length > LONGEST) wrong(member, `is too long (maximum is ${LONGEST} characters)`, 'TooLong')
  return change
}

function flags(input: UserInput): UserChange {
  return { ...given('suspended', input.suspended), ...given('moderator', input.moderator) }
}

/** `locale` wins over `locale_id`; an empty one counts as not sent. @source conventions.md §1 Locale */
function readLocale(input: UserInput, wrong: Wrong): string | undefined {
  if (input.locale) return (localeByCode(input.locale) ?? wrong('locale', 'is invalid', 'InvalidValue'))?.locale
  if (input.locale_id === undefined || input.locale_id === null) return undefined
  return (localeById(input.locale_id) ?? wrong('locale', 'is invalid', 'InvalidValue'))?.locale
}

/** What hangs on the role: end users see their own tickets, admins everything, agents what they are restricted to. @source users_orgs.md §1, auth.md §6 */
function roleMembers(role: Role, input: UserInput, before: UserRow | undefined, wrong: Wrong): UserChange {
  if (role === 'end-user')
    return { role, ticket_restriction: 'requested', only_private_comments: false, moderator: false, custom_role_id: null }
  if (input.custom_role_id != null && input.custom_role_id !== before?.custom_role_id) wrong('custom_role_id', 'is invalid', 'InvalidValue')
  if (role === 'admin') return { role, ticket_restriction: null, only_private_comments: false }
  const was = before?.role === 'agent' ? before : undefined
  return {
    role,
    ticket_restriction: readRestriction(input, was, wrong),
    only_private_comments: input.only_private_comments ?? was?.only_private_comments ?? false,
  }
}

function readRestriction(input: UserInput, was: UserRow | undefined, wrong: Wrong): Restriction {
  const asked = input.ticket_restriction
  if (asked === undefined) return was?.ticket_restriction ?? null
  if (asked === null || asked === '') return null
  return RESTRICTIONS.includes(asked) ? asked : (wrong('ticket_restriction', 'is invalid', 'InvalidValue') ?? null)
}
