/** Search properties of users, and how searches of other records name users. @source docs/reference/search.md §3.5 */
import { type RawBuilder, sql } from 'kysely'
import { ensureDefined } from '#lib/defined.ts'
import {
  type Column,
  type Condition,
  flag,
  isAny,
  isNone,
  jsonValue,
  type Kind,
  likePattern,
  moment,
  number,
  type SearchContext,
  tags,
  text,
  wholeNumber,
  word,
} from '#search/kinds.ts'
import type { Meaning, Searched } from '#search/condition.ts'
import type { Term } from '#search/parse.ts'
import { phraseQuery } from '#search/words.ts'
import { normalValue } from '../user_identities/values.ts'
import { isPublicEmailAddress, plainAddress } from '#lib/text_forms.ts'

const ref = (name: string): Column => sql.ref(`users.${name}`)
const lower = (name: string): Column => sql`lower(${ref(name)})`
const words = ref('words')

const identity = (context: SearchContext, type: string, value: string) =>
  sql<boolean>`exists (select 1 from user_identities i where i.account_id = ${context.account_id} and i.user_id = users.id and i.type = ${type} and lower(i.value) = ${normalValue(type, value).toLowerCase()})`

const identityKind =
  (type: string, column: Column): Kind =>
  (term, context) => {
    if (isNone(term)) return sql<boolean>`${column} is null`
    if (isAny(term)) return sql<boolean>`${column} is not null`
    const pattern = term.value.includes('*') && !term.quoted
    return pattern ? word(sql`lower(${column})`)(term, context) : identity(context, type, term.value)
  }

// a number with an asterisk is compared by its digits, in any notation
const phone: Kind = (term, context) => {
  if (isNone(term) || isAny(term)) return word(ref('phone'))(term, context)
  if (term.value.includes('*')) {
    const digits = term.value.replaceAll(/[^\d*]/g, '').replaceAll('*', '%')
    return /\d/.test(digits) ? sql<boolean>`regexp_replace(users.phone, '\\D', '', 'g') like ${digits}` : null
  }
  return sql<boolean>`(users.phone = ${term.value} or users.phone = ${normalValue('phone_number', term.value)} or ${identity(context, 'phone_number', term.value)})`
}

// names are searched while typing, so the last word is matched as a prefix
const name: Kind = (term, context) => {
  if (isAny(term)) return sql<boolean>`true`
  const query = phraseQuery(context.account_id, term.value, { prefix: true, weights: 'A' })
  return query === null ? null : sql<boolean>`${words} @@ ${query.replaceAll(' <-> ', term.quoted ? ' <-> ' : ' & ')}::tsquery`
}

const member =
  (
    table: 'organization_memberships' | 'group_memberships',
    column: string,
    found: (term: Term, context: SearchContext) => Condition | null,
  ): Kind =>
  (term, context) => {
    const memberships = sql`select 1 from ${sql.table(table)} m where m.account_id = ${context.account_id} and m.user_id = users.id`
    if (isNone(term)) return sql<boolean>`not exists (${memberships})`
    if (isAny(term)) return sql<boolean>`exists (${memberships})`
    const which = found(term, context)
    return which && sql<boolean>`exists (${memberships} and ${sql.ref(`m.${column}`)} in (${which}))`
  }

const KINDS_OF_USERS: readonly string[] = ['end-user', 'agent', 'admin']
const ROLES: Readonly<Record<string, string>> = { enduser: 'end-user', end_user: 'end-user', administrator: 'admin' }
/** A user type, or one of the instance's custom roles by name. */
const role: Kind = (term, context) => {
  const value = term.value.toLowerCase()
  const kind = Object.hasOwn(ROLES, value) ? ensureDefined(ROLES[value]) : value
  if (KINDS_OF_USERS.includes(kind)) return sql<boolean>`users.role = ${kind}`
  return sql<boolean>`exists (select 1 from custom_roles c where c.account_id = ${context.account_id} and c.id = users.custom_role_id and lower(c.name) = ${value})`
}
const otherIdentity =
  (type: string): Kind =>
  (term, context) =>
    identity(context, type, term.value)

/** Search properties by name; others are the instance's own fields. */
const PROPERTIES: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['name', name],
  ['user', name],
  ['email', identityKind('email', ref('email'))],
  ['phone', phone],
  ['role', role],
  ['group', member('group_memberships', 'group_id', groupsNamed)],
  ['organization', member('organization_memberships', 'organization_id', organizationsNamed)],
  ['organization_id', member('organization_memberships', 'organization_id', organizationsNamed)],
  ['created', moment(ref('created_at'))],
  ['created_at', moment(ref('created_at'))],
  ['updated', moment(ref('updated_at'))],
  ['updated_at', moment(ref('updated_at'))],
  ['last_login', moment(ref('last_login_at'))],
  ['lastlogin', moment(ref('last_login_at'))],
  ['notes', text(words, ref('notes'), 'B')],
  ['details', text(words, ref('details'), 'C')],
  ['external_id', word(lower('external_id'))],
  ['tags', tags(ref('tags'))],
  ['id', number(ref('id'))],
  ['is_verified', flag(ref('verified'))],
  ['is_suspended', flag(ref('suspended'))],
  ['is_active', flag(ref('active'))],
  ['whatsapp', otherIdentity('messaging')],
  ['twitter', otherIdentity('twitter')],
  ['facebook', otherIdentity('facebook')],
])

const WEIGHTS = new Map([
  ['notes', 'B'],
  ['details', 'C'],
] as const)

/** True for an address, not for a phrase with one in it or for a prefix. */
const isWholeAddress = (value: string) => !value.includes('*') && isPublicEmailAddress(plainAddress(value))

/**
 * Searches users by all their properties. A word that is an e-mail address finds the user who has it. `keys` maps the names of user fields
 * to the keys their values are stored under.
 */
export function makeUserSearch(keys: ReadonlyMap<string, string>): Searched {
  return {
    words,
    weights: WEIGHTS,
    property(property) {
      const kept = keys.get(property)
      return PROPERTIES.get(property) ?? (kept === undefined ? undefined : jsonValue(ref('user_fields'), kept))
    },
    word: (term, context) => (isWholeAddress(term.value) ? identity(context, 'email', term.value) : undefined),
  }
}

/** The condition of a query, including its words. */
export function userCondition(meaning: Meaning): Condition {
  return meaning.words === null ? meaning.condition : sql<boolean>`(${words} @@ ${meaning.words}::tsquery and ${meaning.condition})`
}

/**
 * Users by the typed text: names by their words, the last one as a prefix; phone numbers by a prefix; e-mail addresses only as a whole,
 * since an address identifies one user.
 */
export function userPrefixCondition(context: SearchContext, what: 'name' | 'email' | 'phone', typed: string): Condition | null {
  if (what === 'email') return identity(context, 'email', typed)
  if (what === 'phone') return sql<boolean>`users.phone like ${`${likePattern(normalValue('phone_number', typed).replaceAll('*', ''))}%`}`
  return name({ property: 'name', operator: ':', value: typed, quoted: false, negated: false, written: typed }, context)
}

/** Ids of the users a term names, as a subquery: an id, `me`, an e-mail address, a phone number or the beginning of a name. */
export function usersNamed(term: Term, context: SearchContext): RawBuilder<number> | null {
  const { account_id } = context
  const value = term.value.toLowerCase()
  if (value === 'me' && !term.quoted) return sql<number>`select ${context.actor_id}::bigint`
  const id = wholeNumber(value)
  if (id !== null) return sql<number>`select ${id}::bigint`
  const type = value.includes('@') ? 'email' : value.startsWith('+') ? 'phone_number' : null
  if (type !== null)
    return sql<number>`select i.user_id from user_identities i where i.account_id = ${account_id} and i.type = ${type} and lower(i.value) = ${normalValue(type, value)}
      union all select u.id from users u where u.account_id = ${account_id} and u.phone = ${normalValue('phone_number', value)}`
  const query = phraseQuery(account_id, value, { prefix: true, weights: 'A' })
  return query === null ? null : sql<number>`select u.id from users u where u.account_id = ${account_id} and u.words @@ ${query}::tsquery`
}

/** Ids of the organizations a term names, as a subquery: an id or words of the name. */
export function organizationsNamed(term: Term, context: SearchContext): RawBuilder<boolean> | null {
  const id = wholeNumber(term.value)
  if (id !== null) return sql<boolean>`select ${id}::bigint`
  const query = phraseQuery(context.account_id, term.value, { prefix: !term.quoted, weights: 'A' })
  return query === null
    ? null
    : sql<boolean>`select o.id from organizations o where o.account_id = ${context.account_id} and o.words @@ ${query}::tsquery`
}

/** Ids of the groups a term names, as a subquery: an id or words of the name. */
export function groupsNamed(term: Term, context: SearchContext): RawBuilder<boolean> | null {
  const id = wholeNumber(term.value)
  if (id !== null) return sql<boolean>`select ${id}::bigint`
  const query = phraseQuery(context.account_id, term.value, { prefix: !term.quoted })
  return query === null
    ? null
    : sql<boolean>`select g.id from groups g where g.account_id = ${context.account_id} and search_words(g.account_id, g.name) @@ ${query}::tsquery`
}
