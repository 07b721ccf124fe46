/**
 * Invariant: a condition means the same in memory and in SQL. Cases are generated from the table itself, so a new row is tested without
 * writing a test. Only a new type of argument or a new member of TicketFacts needs a new generator here.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { raw } from '../db/builder.ts'
import type { Argument, ArgumentType } from './argument.ts'
import { type Condition, type Conditions, compileConditions, matches, toSql } from './condition.ts'
import { CUSTOM_FIELD_TYPES, type CustomFieldTypes, type CustomValue, type RuleContext, type TicketFacts } from './facts.ts'
import { CHANNELS, fieldRow, fixedFields, PRIORITIES, STATUSES, TYPES } from './fields.ts'

const now = new Date('2026-01-15T12:00:00.000Z')
const HOUR = 3_600_000
const TICKETS = 300
const contexts: readonly RuleContext[] = [
  { now, current_user_id: null },
  { now, current_user_id: 2 },
]

const options = [
  { id: 11, value: 'gold' },
  { id: 12, value: 'silver' },
]
const types: CustomFieldTypes = new Map(
  CUSTOM_FIELD_TYPES.map((type, index) => [
    String(index + 101),
    { type, options: ['tagger', 'multiselect'].includes(type) ? options : [] },
  ]),
)
const names = [...fixedFields, ...[...types.keys()].map((key) => `custom_fields_${key}`)]

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
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { freq: 4 })
const anId = fc.integer({ min: 1, max: 4 })
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

const ticketFacts: fc.Arbitrary<Omit<TicketFacts, 'id'>> = fc.record({
  status: fc.constantFrom(...STATUSES),
  custom_status_id: anId,
  type: fc.constantFrom(...TYPES).map((type) => type || null),
  priority: fc.constantFrom(...PRIORITIES).map((priority) => priority || null),
  requester_id: anId,
  submitter_id: anId,
  assignee_id: maybe(anId),
  group_id: maybe(anId),
  organization_id: maybe(anId),
  brand_id: anId,
  ticket_form_id: anId,
  problem_id: maybe(anId),
  tags: fc.uniqueArray(tag, { maxLength: 3 }),
  via_id: fc.constantFrom(...CHANNELS.slice(0, 4)),
  recipient: maybe(fc.constantFrom('help@example.com', 'Help@example.com')),
  is_public: fc.boolean(),
  subject: maybe(prose),
  description: prose,
  due_at: maybe(moment),
  created_at: moment,
  updated_at: moment,
  status_updated_at: moment,
  requester_updated_at: moment,
  assignee_updated_at: maybe(moment),
  assigned_at: maybe(moment),
  new_at: maybe(moment),
  open_at: maybe(moment),
  pending_at: maybe(moment),
  hold_at: maybe(moment),
  solved_at: maybe(moment),
  closed_at: maybe(moment),
  custom_fields: fc.dictionary(fc.constantFrom(...types.keys()), customValue, { minKeys: 6, maxKeys: 11, noNullPrototype: true }),
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
}

/** Any value that an argument accepts: of a list its values; other types may also have names. */
function valueFor(argument: Argument<unknown>): fc.Arbitrary<Condition['value']> {
  const own = byType[argument.type]
  const listed = argument.values.length > 0 ? [fc.constantFrom(...argument.values)] : []
  assert.ok(own !== undefined || listed.length > 0, `no generator for arguments of type ${argument.type}`)
  return fc.oneof(...listed, ...(own === undefined ? [] : [own])).filter((value) => argument.read(value) !== undefined)
}

const pairs = names.flatMap((field) =>
  [...fieldRow(field, types)!.operators].map(([operator, { argument }]) => ({ field, operator, argument })),
)
const conditionOf = ({ field, operator, argument }: (typeof pairs)[number]): fc.Arbitrary<Condition> =>
  valueFor(argument).map((value) => ({ field, operator, value }))
const anyCondition = fc.constantFrom(...pairs).chain(conditionOf)
const only = (condition: Condition): Conditions => ({ all: [condition], any: [] })

const tickets: readonly TicketFacts[] = fc
  .sample(ticketFacts, { numRuns: TICKETS, seed: 1 })
  .map((facts, index) => ({ id: index + 1, ...facts }))
let scratch: TestDatabase

const rows = <Row>(statement: RawBuilder<Row>) => scratch.database.planned(raw(statement))

before(async () => {
  scratch = await testDatabase()
  const columns = sql.join(Object.keys(tickets[0]!).map((name) => sql.ref(name)))
  await rows(sql`insert into tickets (account_id, via, generated_at, ${columns})
    select 1, '{}', ${now.toISOString()}::timestamptz, ${columns} from jsonb_populate_recordset(null::tickets, ${JSON.stringify(tickets)}::jsonb)`)
})
after(() => scratch.close())

/** Queries PostgreSQL for all tickets and all given rules at once. */
async function compare(rules: readonly Conditions[], context: RuleContext): Promise<void> {
  const compiled = rules.map((rule) => compileConditions(rule, types))
  const found = await rows<{ hits: string }>(
    sql`select array_to_string(array[${sql.join(compiled.map((rule) => toSql(rule, context)))}]::text[], ' ', 'NULL') as hits from tickets where account_id = 1 order by id`,
  )
  const inSql = found.map((row) => row.hits.split(' '))
  for (const [index, rule] of rules.entries()) {
    const expected = tickets.map((ticket) => String(matches(compiled[index]!, ticket, context)))
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
      .tuple(...mine.map((pair) => fc.array(conditionOf(pair).map(only), { minLength: 8, maxLength: 8 })))
      .map((sets) => sets.flat())
    await fc.assert(
      fc.asyncProperty(rules, fc.constantFrom(...contexts), (some, context) => compare(some, context)),
      { numRuns: 4, seed: 7 },
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

test('every operator is true for some tickets and false for others', () => {
  const context = contexts[1]!
  for (const pair of pairs) {
    const compiled = fc.sample(conditionOf(pair).map(only), { numRuns: 40, seed: 3 }).map((rule) => compileConditions(rule, types))
    const hits = compiled.flatMap((rule) => tickets.map((ticket) => matches(rule, ticket, context)))
    assert.ok(
      hits.includes(true) && hits.includes(false),
      `${pair.field} ${pair.operator} never ${hits.includes(true) ? 'fails' : 'holds'}`,
    )
  }
})

test('PostgreSQL accepts the longest text that conditions accept', async () => {
  const long = 'ab '.repeat(333)
  for (const operator of ['is', 'includes'])
    await compare([only({ field: 'description_includes_word', operator, value: long })], contexts[0]!)
})
