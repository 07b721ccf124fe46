/**
 * Rows for custom fields of tickets, requesters and organizations, derived from the field's type. Values are stored as JSON. A value that
 * does not fit its field's type counts as no value, in memory and in SQL.
 * @source docs/reference/business_rules.md §3.1
 */
import { type RawBuilder, sql } from 'kysely'
import { dayIn } from '#lib/local_day.ts'
import { isOneOf, keysOf } from '#lib/objects.ts'
import { type Argument, asText, date, days, list, none, number, recordId, allowSeveral } from './argument.ts'
import type { CustomField, CustomFieldType, CustomValue, RecordType, RuleCatalogue, RuleContext } from './facts.ts'
import {
  matchAnyOf,
  type Column,
  makeComparisons,
  makeBooleanKind,
  equality,
  findsText,
  findsWord,
  type Kind,
  type Meaning,
  negate,
  type Operator,
  operator,
  presence,
  word,
  wordSet,
} from './kinds.ts'
import { insideRequester } from './people_fields.ts'
import { keyInRecord } from './record.ts'
import { type Drawing, type FieldRow, relatedOf, row, type Searchable, type Use } from './row.ts'

/** How the JSON of a field is converted to the value its kind compares, in memory and in SQL. */
interface Form<V> {
  read(value: CustomValue): V
  column(json: Column): Column
}

const string: Form<string | null> = {
  read: (value) => (typeof value === 'string' && value !== '' ? value : null),
  column: (json) => sql`(case jsonb_typeof(${json}) when 'string' then nullif(${json} #>> '{}', '') end)`,
}

/** A text that matches `pattern`, which must mean the same in both engines. */
function stringLike(pattern: string): Form<string | null> {
  const fits = new RegExp(pattern)
  const read = (value: CustomValue) => (typeof value === 'string' && fits.test(value) ? value : null)
  return { read, column: (json) => sql`(substring(${string.column(json)} from ${pattern}::text) collate "C")` }
}

const day = stringLike('^[0-9]{4}-[0-9]{2}-[0-9]{2}$')
/** Digits that PostgreSQL always casts to a double without an error. */
const digits = stringLike('^-?[0-9]{1,15}(?:[.][0-9]{1,15})?$')
const numeric: Form<number | null> = {
  read: (value) => {
    const written = digits.read(value)
    return typeof value === 'number' ? value : written === null ? null : Number(written)
  },
  column: (json) =>
    sql`(case jsonb_typeof(${json}) when 'number' then ${json}::double precision else ${digits.column(json)}::double precision end)`,
}
const flag: Form<boolean> = { read: (value) => value === true, column: (json) => sql`coalesce(${json} = 'true', false)` }
const texts: Form<readonly string[]> = {
  read: (value) => (Array.isArray(value) ? value : []),
  column: (json) => sql`array(select jsonb_array_elements_text(case jsonb_typeof(${json}) when 'array' then ${json} else '[]' end))`,
}

const text: Kind<string | null> = {
  ...word,
  ...presence,
  includes_words: findsWord,
  not_includes_words: negate(findsWord),
  includes_string: findsText,
  not_includes_string: negate(findsText),
}

/** The account's day `count` days from now. */
export function dayAfter({ time_zone, now }: RuleContext, count: number): string {
  return dayIn(time_zone, now, count)
}

/** Today is included in both directions. Days are those of the account. */
function makeDayOperator(direction: 'previous' | 'next'): Operator<Meaning<string | null>> {
  const bounds = (count: number, context: RuleContext) =>
    direction === 'previous'
      ? ([dayAfter(context, -count), dayAfter(context, 0)] as const)
      : ([dayAfter(context, 0), dayAfter(context, count)] as const)
  return operator(days, (count): Meaning<string | null> => ({
    test: (value, _ticket, context) => {
      const [first, last] = bounds(count, context)
      return value !== null && value >= first && value <= last
    },
    sql: (column, context) => {
      const [first, last] = bounds(count, context)
      return sql<boolean>`(${column} is not null and ${column} between ${first}::text and ${last}::text)`
    },
  }))
}

const numbers: Kind<number | null> = { ...makeComparisons(number, sql`double precision`), ...presence }
const dates: Kind<string | null> = {
  ...makeComparisons(date, sql`text`),
  ...presence,
  within_previous_n_days: makeDayOperator('previous'),
  within_next_n_days: makeDayOperator('next'),
}

/** One option of a field, or one of `values`. Clients refer to an option by its value or its id; tickets store the value. */
export function option(field: CustomField, values: readonly string[]): Argument<string> {
  const known = list([...values, ...field.options.map((choice) => choice.value)])
  const read = (value: unknown) => known.read(value) ?? field.options.find((choice) => String(choice.id) === asText(value))?.value
  return { ...known, read }
}

/** One or more options of a field: a list, or a text separated by spaces. */
export function options(field: CustomField): Argument<readonly string[]> {
  return allowSeveral(option(field, []))
}

const isSet = operator(none, (): Meaning<readonly string[]> => ({
  test: (value) => value.length > 0,
  sql: (column) => sql<boolean>`(cardinality(${column}) > 0)`,
}))
const severalChosen = (field: CustomField): Kind<readonly string[]> => ({
  ...wordSet(options(field)),
  present: isSet,
  not_present: negate(isSet),
  // `is_not` of nothing is recorded of a queue; definitions show `present` instead
  ...equality(
    operator(option(field, ['']), (wanted): Meaning<readonly string[]> =>
      wanted === null
        ? { test: (held) => held.length === 0, sql: (column) => sql<boolean>`(cardinality(${column}) = 0)` }
        : { test: (held) => held.includes(wanted), sql: (column) => sql<boolean>`(${wanted}::text = any(${column}))` },
    ),
  ),
})
const record = equality(operator(recordId, (wanted) => matchAnyOf([wanted])))

function makeChoice(field: CustomField): Kind<string | null> {
  return { ...equality(operator(option(field, ['']), (value) => matchAnyOf([value]))), ...presence }
}

/** The record that a custom field belongs to. */
interface Holder {
  readonly isTicket: boolean
  make<V>(form: Form<V>, kind: Kind<V>, rest: Pick<Searchable<V>, 'drawing' | 'changes' | 'nullable' | 'hidden'>): FieldRow
}

const makeListDrawing = (choices: Drawing['choices']) =>
  ({ drawing: { type: 'list', ...(choices && { choices }) }, nullable: true }) as const
const byValue = ({ options: known }: CustomField) => makeListDrawing(known.map(({ value, name }) => ({ value, title: name ?? value })))
const byId = ({ options: known }: CustomField) =>
  makeListDrawing(known.map(({ id: number, value, name }) => ({ value: String(number), title: name ?? value })))
const YES_NO = [
  { value: 'true', title: 'Yes' },
  { value: 'false', title: 'No' },
]
const plain = { drawing: { type: 'text' } } as const

const byType: Record<CustomFieldType, (holder: Holder, field: CustomField) => FieldRow> = {
  text: ({ make }) => make(string, text, plain),
  textarea: ({ make }) => make(string, text, plain),
  regexp: ({ make, isTicket }) => make(string, isTicket ? presence : text, plain),
  partialcreditcard: ({ make }) => make(string, presence, plain),
  checkbox: ({ make }) => make(flag, makeBooleanKind('true', 'false'), makeListDrawing(YES_NO)),
  date: ({ make }) => make(day, dates, { drawing: { type: 'date' } }),
  integer: ({ make }) => make(numeric, numbers, plain),
  decimal: ({ make }) => make(numeric, numbers, plain),
  tagger: ({ make, isTicket }, field) => make(string, makeChoice(field), isTicket ? { changes: {}, ...byValue(field) } : byId(field)),
  multiselect: ({ make }, field) => make(texts, severalChosen(field), { ...byValue(field), hidden: ['is', 'is_not'] }),
  lookup: ({ make }) => make(string, { ...record, ...presence }, { drawing: { type: 'lookup' } }),
}

function ticketRow(name: string, id: string, field: CustomField, uses: readonly Use[]): FieldRow {
  const json = sql`(tickets.custom_fields -> ${sql.lit(id)})`
  const make: Holder['make'] = (form, kind, rest) =>
    row({
      title: field.title ?? name,
      kind,
      read: (ticket) => form.read(ticket.custom_fields[id] ?? null),
      reads: [`custom_fields.${id}`],
      column: form.column(json),
      uses,
      ...rest,
    })
  return byType[field.type]({ isTicket: true, make }, field)
}

/** Whose custom fields a name can mean. `user` is an older word for the requester. */
const PEOPLE = {
  requester: { types: 'user', need: 'requester', reads: 'requester_id', values: 'requester.user_fields', inside: insideRequester },
  user: { types: 'user', need: 'requester', reads: 'requester_id', values: 'requester.user_fields', inside: insideRequester },
  organization: {
    types: 'organization',
    need: 'organization',
    reads: 'organization_id',
    values: 'organization.organization_fields',
    inside: (condition: RawBuilder<boolean>, accountId: number) => sql<boolean>`(select ${condition} from (values (1)) as one
      left join organizations as organization on organization.account_id = ${accountId} and organization.id = tickets.organization_id)`,
  },
} as const

function profileRow(name: string, who: keyof typeof PEOPLE, key: string, catalogue: RuleCatalogue): FieldRow | undefined {
  const { types, need, reads, values, inside } = PEOPLE[who]
  const field = catalogue[types].get(key)
  if (field === undefined) return undefined
  const stored = field.stored_as ?? key
  const json = sql`(${sql.ref(values)} -> ${sql.lit(stored)})`
  const make: Holder['make'] = (form, kind, rest) =>
    row({
      title: field.title ?? name,
      group: need,
      kind,
      read: (_ticket, context) => form.read(relatedOf(context, need)?.custom_fields[stored] ?? null),
      reads: [reads],
      needs: [need],
      column: form.column(json),
      inside,
      uses: ['trigger', 'automation', 'view', 'sla'],
      ...rest,
    })
  return byType[field.type]({ isTicket: false, make }, field)
}

/** The row of a field of records of a custom object; undefined for other names and for fields that the object does not have. */
export function recordRow(name: string, record: RecordType): FieldRow | undefined {
  const key = keyInRecord(name, record)
  const field = key === undefined ? undefined : record.fields.get(key)
  if (key === undefined || field === undefined) return undefined
  const make: Holder['make'] = (form, kind, rest) =>
    row({
      title: field.title ?? name,
      group: 'custom_object',
      kind,
      read: (facts) => form.read(facts.custom_fields[key] ?? null),
      reads: [`custom_fields.${key}`],
      uses: ['trigger'],
      ...rest,
      changes: { empty: form.read(null) },
    })
  return byType[field.type]({ isTicket: false, make }, field)
}

/** The row of a custom field; undefined for other names and for fields that the account does not have. */
export function customRow(name: string, catalogue: RuleCatalogue): FieldRow | undefined {
  const ofTicket = /^(custom|ticket)_fields_(\d+)$/.exec(name)
  const id = ofTicket?.[2] ?? ''
  const field = catalogue.ticket.get(id)
  // the filters of SLA policies have another name for them
  if (ofTicket !== null) return field && ticketRow(name, id, field, ofTicket[1] === 'ticket' ? ['sla'] : ['trigger', 'automation', 'view'])
  const [, who, key] = /^(\w+)\.custom_fields\.(.+)$/.exec(name) ?? []
  return isOneOf(keysOf(PEOPLE), who) && key !== undefined ? profileRow(name, who, key, catalogue) : undefined
}

/** The names of all conditions on custom fields of the account, in the order of definitions. */
export function customNames(catalogue: RuleCatalogue): readonly string[] {
  return [
    ...[...catalogue.ticket.keys()].flatMap((id) => [`custom_fields_${id}`, `ticket_fields_${id}`]),
    ...[...catalogue.user.keys()].map((key) => `requester.custom_fields.${key}`),
    ...[...catalogue.organization.keys()].map((key) => `organization.custom_fields.${key}`),
  ]
}
