/** The properties that tickets can be searched by. @source docs/reference/search.md §3.4 */
import { type RawBuilder, sql } from 'kysely'
import { ensureDefined } from '#lib/defined.ts'
import { STATUSES } from '#rules/facts.ts'
import type { Searched } from '#search/condition.ts'
import {
  choice,
  type Column,
  flag,
  isAny,
  isNone,
  jsonValue,
  type Kind,
  likePattern,
  moment,
  number,
  type SearchContext,
  matchesWords,
  tags,
  text,
  wholeNumber,
  word,
} from '#search/kinds.ts'
import type { Term } from '#search/parse.ts'
import { phraseQuery } from '#search/words.ts'
import { groupsNamed, organizationsNamed, usersNamed } from '#modules/people/users/search_store.ts'
import { PRIORITIES, TYPES } from '#modules/tickets/tickets/row.ts'

const CHANNELS: Readonly<Record<string, string>> = { mail: 'email', phone: 'voice', 'get satisfaction': 'get_satisfaction' }

const ref = (name: string): Column => sql.ref(`tickets.${name}`)
const words = sql.ref('x.words')

type Named = (term: Term, context: SearchContext) => RawBuilder<unknown> | null

/** A column that refers to another record; `named` selects the ids a term stands for. */
const makeReferenceKind =
  (column: Column, named: Named): Kind =>
  (term, context) => {
    if (isNone(term)) return sql<boolean>`${column} is null`
    if (isAny(term)) return sql<boolean>`${column} is not null`
    const isMe = named === usersNamed && !term.quoted && term.value.toLowerCase() === 'me'
    // with the id as a literal, PostgreSQL can estimate how many rows have it
    const id = isMe ? context.actor_id : wholeNumber(term.value)
    if (id !== null) return sql<boolean>`${column} = ${id}::bigint`
    const ids = named(term, context)
    return ids && sql<boolean>`${column} = any(array(${ids}))`
  }

/** Columns that are lists of users. */
const makeUserListKind =
  (...columns: Column[]): Kind =>
  (term, context) => {
    const matchAnyColumn = (one: (column: Column) => RawBuilder<boolean>) => sql.join(columns.map(one), sql` or `)
    if (isNone(term)) return sql<boolean>`not (${matchAnyColumn((column) => sql<boolean>`${column} <> '{}'`)})`
    if (isAny(term)) return sql<boolean>`(${matchAnyColumn((column) => sql<boolean>`${column} <> '{}'`)})`
    const ids = usersNamed(term, context)
    return ids && sql<boolean>`(${matchAnyColumn((column) => sql<boolean>`(${column} <> '{}' and ${column} && array(${ids}))`)})`
  }

const commenter: Kind = (term, context) => {
  const ids = usersNamed(term, context)
  return (
    ids &&
    sql<boolean>`exists (select 1 from ticket_comments c where c.account_id = ${context.account_id} and c.ticket_id = tickets.id and c.author_id = any(array(${ids})))`
  )
}

const hasAttachment: Kind = (term, context) =>
  flag(
    sql`exists (select 1 from attachments a where a.account_id = ${context.account_id} and a.ticket_id = tickets.id and a.comment_id is not null)`,
  )(term, context)

/** Brands and forms, by id or full name. */
const selectConfiguredIds =
  (table: 'brands' | 'ticket_forms'): Named =>
  (term, context) => {
    const id = wholeNumber(term.value)
    if (id !== null) return sql`select ${id}::bigint`
    const value = term.quoted ? term.value : term.value.replaceAll('_', ' ')
    return sql`select c.id from ${sql.table(table)} c where c.account_id = ${context.account_id} and lower(c.name) like any(${[likePattern(value.toLowerCase()), likePattern(term.value.toLowerCase())]}::text[])`
  }

const satisfaction: Kind = (term) => {
  const value = term.value.toLowerCase()
  const score = sql`coalesce(tickets.satisfaction_rating ->> 'score', 'unoffered')`
  if (value === 'goodwithcomment' || value === 'badwithcomment')
    return sql<boolean>`(${score} in (${value.replace('withcomment', '')}, ${value.replace('withcomment', '_with_comment')}) and coalesce(tickets.satisfaction_rating ->> 'comment', '') <> '')`
  return sql<boolean>`${score} = ${value}`
}

/** Values of custom fields are indexed up to this length; field_values in migrations/0024_search_marks.sql has the same number. */
const MAX_VALUE_LENGTH = 200

/** The value of any custom field. */
const fieldValue: Kind = (term, context) => {
  const isBegun = !term.quoted && term.value.endsWith('*')
  const value = isBegun ? term.value.replace(/(?<!\*)\*+$/, '') : term.value
  // the first condition is that of the partial index on values
  const there = sql`tickets.custom_fields <> '{}'`
  if (isAny(term)) return sql<boolean>`${there}`
  const lexeme = `a${context.account_id}x${[...value.toLowerCase()].slice(0, MAX_VALUE_LENGTH).join('')}`.replace(/['\\]/g, '$&$&')
  return sql<boolean>`(${there} and field_values(tickets.account_id, tickets.custom_fields) @@ ${`'${lexeme}'${isBegun ? ':*' : ''}`}::tsquery)`
}

const assignee = makeReferenceKind(ref('assignee_id'), usersNamed)
const requester = makeReferenceKind(ref('requester_id'), usersNamed)
const organization = makeReferenceKind(ref('organization_id'), organizationsNamed)
const problem = number(ref('problem_id'))
const created = moment(ref('created_at'))
const updated = moment(ref('updated_at'))
const due = moment(ref('due_at'))
const priority = choice(ref('priority'), PRIORITIES)
const subject = text(words, ref('subject'), 'A')
const id = number(ref('id'))
const collaborator = makeUserListKind(ref('email_cc_ids'), ref('follower_ids'))

const PROPERTIES: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['ticket_id', id],
  ['id', id],
  ['status', choice(ref('status'), STATUSES, { 'on-hold': 'hold', onhold: 'hold' })],
  ['custom_status_id', number(ref('custom_status_id'))],
  ['priority', priority],
  ['ticket_type', choice(ref('type'), TYPES)],
  ['subject', subject],
  ['description', text(words, ref('description'), 'B')],
  ['comment', (term, context) => (isAny(term) ? sql<boolean>`true` : matchesWords(words, term, context, 'BC'))],
  ['tags', tags(ref('tags'))],
  ['tag', tags(ref('tags'))],
  ['external_id', word(sql`lower(${ref('external_id')})`)],
  ['recipient', word(sql`lower(${ref('recipient')})`)],
  ['assignee', assignee],
  ['assignee_id', assignee],
  ['requester', requester],
  ['requester_id', requester],
  ['submitter', makeReferenceKind(ref('submitter_id'), usersNamed)],
  ['cc', makeUserListKind(ref('email_cc_ids'))],
  ['follower', makeUserListKind(ref('follower_ids'))],
  ['collaborator', collaborator],
  ['commenter', commenter],
  ['group', makeReferenceKind(ref('group_id'), groupsNamed)],
  ['group_id', makeReferenceKind(ref('group_id'), groupsNamed)],
  ['organization', organization],
  ['organization_id', organization],
  ['brand', makeReferenceKind(ref('brand_id'), selectConfiguredIds('brands'))],
  ['brand_id', number(ref('brand_id'))],
  ['form', makeReferenceKind(ref('ticket_form_id'), selectConfiguredIds('ticket_forms'))],
  ['ticket_form_id', number(ref('ticket_form_id'))],
  ['created', created],
  ['created_at', created],
  ['updated', updated],
  ['updated_at', updated],
  ['solved', moment(ref('solved_at'))],
  ['due_date', due],
  ['due', due],
  ['via', choiceOfChannel],
  ['satisfaction', satisfaction],
  ['fieldvalue', fieldValue],
  ['has_attachment', hasAttachment],
  ['problem_id', problem],
  ['linked', problem],
  ['incident', flag(ref('has_incidents'))],
])

function choiceOfChannel(term: Term, context: SearchContext) {
  const lower = term.value.toLowerCase()
  const value = Object.hasOwn(CHANNELS, lower) ? ensureDefined(CHANNELS[lower]) : lower.replaceAll(' ', '_')
  return word(sql`(tickets.via ->> 'channel')`)({ ...term, value }, context)
}

function customField(name: string): Kind | undefined {
  const fieldId = /^custom_field_(\d{1,18})$/.exec(name)?.[1]
  return fieldId === undefined ? undefined : jsonValue(ref('custom_fields'), fieldId)
}

/** How tickets are searched. Their words are in `ticket_texts x`. A number also matches the ticket with that id. */
export const SEARCHED_TICKETS: Searched = {
  words,
  // marks are queried where tickets are found by words alone, as `w`
  marks: sql.ref('w.marks'),
  weights: new Map([
    ['subject', 'A'],
    ['description', 'B'],
    ['comment', 'BC'],
  ] as const),
  moments: new Map([
    ['created', 'created_at'],
    ['created_at', 'created_at'],
    ['updated', 'updated_at'],
    ['updated_at', 'updated_at'],
  ]),
  property: (name) => PROPERTIES.get(name) ?? customField(name),
  word(term, context) {
    const number = wholeNumber(term.value.replace(/^#/, ''))
    const query = number === null ? null : phraseQuery(context.account_id, term.value, { prefix: false })
    if (number === null || query === null) return undefined
    return sql<boolean>`tickets.id in (select ${number}::bigint union all
      select w.ticket_id from ticket_texts w where w.account_id = ${context.account_id} and w.words @@ ${query}::tsquery)`
  },
}
