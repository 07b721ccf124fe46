/**
 * Invariant: a condition means the same in memory and in SQL. Cases are generated from the table itself, so a new row is tested without
 * writing a test. Only a new type of argument or a new member of TicketFacts needs a new generator here.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { compileSql } from '#db/builder.ts'
import type { Argument, ArgumentType } from './argument.ts'
import { type Condition, type Conditions, compileConditions, matches, toSql } from './condition.ts'
import { customNames } from './custom.ts'
import {
  type BusinessClock,
  CUSTOM_FIELD_TYPES,
  type CustomFieldTypes,
  type CustomValue,
  type OrganizationFacts,
  type PersonFacts,
  type RelatedFacts,
  type RuleCatalogue,
  type RuleContext,
  type TicketFacts,
  STATUSES,
} from './facts.ts'
import { CHANNELS, fieldRow, fixedFields, PRIORITIES, TYPES } from './fields.ts'
import { LOCALES } from '#lib/locales.ts'

const now = new Date('2026-01-15T12:00:00.000Z')
const HOUR = 3_600_000
const TICKETS = 300
const PEOPLE = 60
/** Only the first half of each hour is in business hours; now is at the beginning of one. */
const halfHours: BusinessClock = {
  before: (from, ms) => new Date(from.getTime() - ms - Math.ceil(ms / (HOUR / 2)) * (HOUR / 2)),
  after: (from, ms) => new Date(from.getTime() + ms + Math.max(0, Math.ceil(ms / (HOUR / 2)) - 1) * (HOUR / 2)),
}
const contexts: readonly RuleContext[] = [
  { now, time_zone: 'Etc/UTC', current_user_id: null },
  // there it is the 16th already
  { now, time_zone: 'Pacific/Auckland', current_user_id: null },
  { now, time_zone: 'Pacific/Pago_Pago', current_user_id: 2, current_group_ids: [1, 3], business_clock: halfHours },
]

const options = [
  { id: 11, value: 'gold' },
  { id: 12, value: 'silver' },
]
const fieldsNamed = (name: (type: string, index: number) => string): CustomFieldTypes =>
  new Map(
    CUSTOM_FIELD_TYPES.map((type, index) => [
      name(type, index),
      { type, options: ['tagger', 'multiselect'].includes(type) ? options : [] },
    ]),
  )
const catalogue: RuleCatalogue = {
  ticket: fieldsNamed((_type, index) => String(index + 101)),
  user: new Map([...fieldsNamed((type) => `user_${type}`), ['user_text', { type: 'text', options: [], stored_as: 'user_text:2' }]]),
  organization: fieldsNamed((type) => `org_${type}`),
}
/** The fields that views, automations or filters can search by; the others have no SQL. */
const names = [...fixedFields, ...customNames(catalogue), 'user.custom_fields.user_text'].filter(
  (name) => name === 'ticket_type_id' || fieldRow(name, catalogue)!.uses.some((use) => use === 'automation' || use === 'view'),
)

/** Words whose case, boundaries or special characters the two engines could treat differently. */
const WORDS =
  String.raw`refund Refunds e-mail STRASSE Straße ünï ÜNÏ İzmir izmir ΣΟΦΟΣ σοφος c++ a.b axb [x] {2} ^ $5 back\slash a_b 日本語 😀 (?i) ***`.split(
    ' ',
  )
const BETWEEN = [' ', '\n', '\t', '. ', ', ', '-', '/', '_', '\u00a0', '\u2014', '\u201c', '\u3002', '', '!', ']']
const word = fc.constantFrom(...WORDS)
const prose = fc.array(fc.tuple(word, fc.constantFrom(...BETWEEN)), { maxLength: 5 }).map((parts) => parts.flat().join(''))

/** Exactly on, just before and just after whole hours, where the two implementations are most likely to differ. */
const moment = fc
  .tuple(fc.integer({ min: -4, max: 8 }), fc.constantFrom(-1, 0, 1))
  .map(([hours, ms]) => new Date(now.getTime() - hours * HOUR + ms).toISOString())
const makeNullable = <T>(some: fc.Arbitrary<T>) => fc.option(some, { freq: 4 })
const anId = fc.integer({ min: 1, max: 4 })
/** Often one that conditions name. */
const anyId = fc.oneof(anId, fc.integer({ min: 5, max: PEOPLE }))
const day = fc.integer({ min: -3, max: 3 }).map((step) => new Date(now.getTime() + step * 24 * HOUR).toISOString().slice(0, 10))
const tag = fc.constantFrom('vip', 'spam', 'refund', 'ünï', 'a"b\\c,{}')
const aNumber = fc.constantFrom(-1.5, 0, 0.1, 1, 2, 1e-7, 123456789012345)
const customValue: fc.Arbitrary<CustomValue> = fc.oneof(
  fc.constantFrom<CustomValue>(
    '',
    'gold',
    'silver',
    'Gold',
    'true',
    'null',
    '1',
    '-1.5',
    '0.10',
    '1e3',
    '2026-13-45',
    '2026-01-15T12:00',
    null,
    true,
    false,
  ),
  aNumber,
  anId.map(String),
  day,
  prose,
  fc.uniqueArray(fc.constantFrom('gold', 'silver', 'bronze', 'vip'), { maxLength: 3 }),
)

function valuesOf(fields: CustomFieldTypes) {
  const keys = [...fields].map(([key, field]) => field.stored_as ?? key)
  return fc.dictionary(fc.constantFrom(...keys), customValue, { minKeys: 6, maxKeys: 11, noNullPrototype: true })
}

const ticketFacts: fc.Arbitrary<Omit<TicketFacts, 'id'>> = fc.record({
  status: fc.constantFrom(...STATUSES),
  custom_status_id: anId,
  type: fc.constantFrom(...TYPES).map((type) => type || null),
  priority: fc.constantFrom(...PRIORITIES).map((priority) => priority || null),
  requester_id: anyId,
  submitter_id: anId,
  assignee_id: makeNullable(anId),
  group_id: makeNullable(anId),
  organization_id: makeNullable(anyId),
  brand_id: anId,
  ticket_form_id: anId,
  problem_id: makeNullable(anId),
  tags: fc.uniqueArray(tag, { maxLength: 3 }),
  via_id: fc.constantFrom(...CHANNELS.slice(0, 4)),
  recipient: makeNullable(fc.constantFrom('help@example.com', 'Help@example.com')),
  is_public: fc.boolean(),
  subject: makeNullable(prose),
  description: prose,
  due_at: makeNullable(moment),
  sla_next_breach_at: makeNullable(moment),
  created_at: moment,
  updated_at: moment,
  status_updated_at: moment,
  requester_updated_at: moment,
  assignee_updated_at: makeNullable(moment),
  assigned_at: makeNullable(moment),
  new_at: makeNullable(moment),
  open_at: makeNullable(moment),
  pending_at: makeNullable(moment),
  hold_at: makeNullable(moment),
  solved_at: makeNullable(moment),
  closed_at: makeNullable(moment),
  reopens: anId,
  replies: anId,
  assignee_stations: anId,
  group_stations: anId,
  satisfaction_rating: makeNullable(
    fc.record({
      score: fc.constantFrom('offered', 'unoffered', 'good', 'bad'),
      reason_id: makeNullable(fc.integer({ min: 1, max: 7 })),
      comment: makeNullable(fc.constantFrom('', 'Thanks')),
    }),
  ),
  sharing_agreement_ids: fc.uniqueArray(anId, { maxLength: 2 }),
  email_cc_ids: fc.uniqueArray(anId, { maxLength: 2 }),
  custom_fields: valuesOf(catalogue.ticket),
})

const person: fc.Arbitrary<PersonFacts> = fc.record({
  role: fc.constantFrom('end-user', 'agent', 'admin'),
  locale_id: fc.constantFrom(...LOCALES.slice(0, 3).map((locale) => locale.id)),
  time_zone: fc.constant('Berlin'),
  custom_fields: valuesOf(catalogue.user),
})
/** Requesters, and organizations: the tickets of the last have lost theirs. */
const people = fc.sample(person, { numRuns: PEOPLE, seed: 2 })
const organizations: readonly OrganizationFacts[] = fc.sample(fc.record({ custom_fields: valuesOf(catalogue.organization) }), {
  numRuns: PEOPLE - 1,
  seed: 2,
})
const relatedTo = (ticket: TicketFacts): RelatedFacts => ({
  requester: people[ticket.requester_id - 1]!,
  organization: organizations[(ticket.organization_id ?? 0) - 1] ?? null,
})

const byType: Partial<Record<ArgumentType, fc.Arbitrary<Condition['value']>>> = {
  none: fc.constantFrom(null, ''),
  id: anId.map(String),
  ids: fc.uniqueArray(anId, { minLength: 1, maxLength: 3 }),
  tags: fc.uniqueArray(tag, { minLength: 1, maxLength: 2 }).map((found) => found.join(' ')),
  words: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }).map((found) => found.join(' ')),
  text: fc.oneof(prose.filter(Boolean), fc.constantFrom('gold', 'Gold', 'help@example.com', 'true', 'e-')),
  hours: fc.integer({ min: 0, max: 6 }).map(String),
  days: fc.integer({ min: 0, max: 4 }).map(String),
  number: fc.constantFrom('-1.5', '0', '0.1', '0.10', '1', '2', '0.0000001', '123456789012345'),
  date: day,
  moment,
}

/** Any value that an argument accepts: of a list its values; other types may also have names. */
function valueFor(argument: Argument<unknown>): fc.Arbitrary<Condition['value']> {
  const own = byType[argument.type]
  const listed = argument.values.length > 0 ? [fc.constantFrom(...argument.values)] : []
  assert.ok(own !== undefined || listed.length > 0, `no generator for arguments of type ${argument.type}`)
  return fc.oneof(...listed, ...(own === undefined ? [] : [own])).filter((value) => argument.read(value) !== undefined)
}

const pairs = names.flatMap((field) =>
  [...fieldRow(field, catalogue)!.operators]
    .filter(([, { uses }]) => uses.some((use) => use !== 'trigger'))
    .map(([operator, { argument }]) => ({ field, operator, argument })),
)
const conditionOf = ({ field, operator, argument }: (typeof pairs)[number]): fc.Arbitrary<Condition> =>
  valueFor(argument).map((value) => ({ field, operator, value }))
const anyCondition = fc.constantFrom(...pairs).chain(conditionOf)
const makeConditions = (condition: Condition): Conditions => ({ all: [condition], any: [] })

const tickets: readonly TicketFacts[] = fc
  .sample(ticketFacts, { numRuns: TICKETS, seed: 1 })
  .map((facts, index) => ({ id: index + 1, ...facts }))
let scratch: TestDatabase

const rows = <Row>(statement: RawBuilder<Row>) => scratch.database.planned(compileSql(statement))

before(async () => {
  scratch = await testDatabase()
  const members = Object.keys(tickets[0]!)
  const columns = sql.join(members.map((name) => sql.ref(name)))
  await rows(sql`insert into accounts (id, subdomain, name, kind, deployment, is_default, created_at, updated_at)
    values (1, 'parity', 'Parity', 'production', 'commercial', true, ${now}, ${now})`)
  for (const [index, { role, locale_id, time_zone, custom_fields }] of people.entries())
    await rows(sql`insert into users (account_id, id, name, role, locale, time_zone, user_fields, created_at, updated_at)
      overriding system value values (1, ${index + 1}, 'R', ${role}, ${LOCALES.find(({ id }) => id === locale_id)!.locale}, ${time_zone}, ${JSON.stringify(custom_fields)}::text::jsonb, ${now}, ${now})`)
  for (const [index, { custom_fields }] of organizations.entries())
    await rows(sql`insert into organizations (account_id, id, name, organization_fields, created_at, updated_at)
      overriding system value values (1, ${index + 1}, ${`O${index}`}, ${JSON.stringify(custom_fields)}::text::jsonb, ${now}, ${now})`)
  await rows(sql`insert into tickets (account_id, via, generated_at, ${columns})
    select 1, '{}', ${now.toISOString()}::timestamptz, ${columns} from jsonb_populate_recordset(null::tickets, ${JSON.stringify(tickets)}::jsonb)`)
})
after(() => scratch.close())

/** Queries PostgreSQL for all tickets and all given rules at once. */
async function compare(rules: readonly Conditions[], context: RuleContext): Promise<void> {
  const compiled = rules.map((rule) => compileConditions(rule, catalogue))
  const found = await rows<{ hits: string }>(
    sql`select array_to_string(array[${sql.join(compiled.map((rule) => toSql(rule, { ...context, account_id: 1 })))}]::text[], ' ', 'NULL') as hits from tickets where account_id = 1 order by id`,
  )
  const inSql = found.map((row) => row.hits.split(' '))
  for (const [index, rule] of rules.entries()) {
    const expected = tickets.map((ticket) => String(matches(compiled[index]!, ticket, { ...context, related: relatedTo(ticket) })))
    const differing = tickets.filter((_ticket, at) => expected[at] !== inSql[at]![index])
    const first = differing[0]
    assert.equal(
      first,
      undefined,
      `${JSON.stringify(rule)} in SQL: ${first && inSql[first.id - 1]![index]}, in memory: ${first && expected[first.id - 1]}`,
    )
  }
}

for (const field of names) {
  test(`${field} means the same in memory and in SQL`, async () => {
    const mine = pairs.filter((pair) => pair.field === field)
    assert.ok(mine.length > 0)
    const rules = fc
      .tuple(...mine.map((pair) => fc.array(conditionOf(pair).map(makeConditions), { minLength: 6, maxLength: 6 })))
      .map((sets) => sets.flat())
    await fc.assert(
      fc.asyncProperty(rules, fc.constantFrom(...contexts), (some, context) => compare(some, context)),
      { numRuns: 3, seed: 7 },
    )
  })
}

test('conditions joined by all and any mean the same in memory and in SQL', async () => {
  const conditions: fc.Arbitrary<Conditions> = fc.record({
    all: fc.array(anyCondition, { maxLength: 3 }),
    any: fc.array(anyCondition, { maxLength: 3 }),
  })
  await fc.assert(fc.asyncProperty(fc.array(conditions, { minLength: 20, maxLength: 20 }), fc.constantFrom(...contexts), compare), {
    numRuns: 20,
    seed: 7,
  })
})

test('every operator is true for some tickets and false for others, except where there is never a value', () => {
  const context = contexts[1]!
  /** Tries rules of a pair until both results have been seen. */
  const varies = (pair: (typeof pairs)[number]) => {
    const seen = new Set<boolean>()
    for (const rule of fc.sample(conditionOf(pair).map(makeConditions), { numRuns: 200, seed: 3 })) {
      const compiled = compileConditions(rule, catalogue)
      for (const ticket of tickets) seen.add(matches(compiled, ticket, { ...context, related: relatedTo(ticket) }))
      if (seen.size === 2) return true
    }
    return false
  }
  const constant = pairs.filter((pair) => !varies(pair))
  assert.deepEqual(
    [...new Set(constant.map(({ field, operator }) => `${field} ${operator}`))],
    ['satisfaction_probability is', 'satisfaction_probability less_than', 'satisfaction_probability greater_than'],
  )
})

test('PostgreSQL accepts the longest text that conditions accept', async () => {
  const long = 'ab '.repeat(333)
  for (const operator of ['is', 'includes'])
    await compare([makeConditions({ field: 'description_includes_word', operator, value: long })], contexts[0]!)
})
