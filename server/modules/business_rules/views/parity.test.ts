/**
 * Invariant: a view shows exactly the tickets its conditions choose in memory, in exactly the order that its columns give in memory, whatever
 * the conditions and the order are, and however it is paged.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { putPerson } from '#test/records.ts'
import { compileSql } from '#db/builder.ts'
import { type Condition, compileConditions, matches } from '#rules/condition.ts'
import { BLANK_TICKET, type CustomFieldTypes, type TicketFacts } from '#rules/facts.ts'
import { STATUSES } from '#rules/facts.ts'
import { PRIORITIES, TYPES } from '#rules/fields.ts'
import { COLUMN_TYPES, type TicketState, VIEW_MEMBERS } from '#modules/tickets/tickets/row.ts'
import { COLUMN_NAMES, findColumn } from './columns.ts'
import { keysOf } from '#lib/objects.ts'

const TICKETS = 80
const app = await useApp()
const make = makeWith(app.api)
const DAY = 24 * 3_600_000
// yesterday: tickets that were solved 28 days ago are closed by the system while the test reads them
const base = Math.floor(Date.now() / DAY) * DAY - DAY / 2

// names that every collation sorts alike; two people have the same one
const staff = [await putPerson(app, { role: 'agent', name: 'bea' }), await putPerson(app, { role: 'agent', name: 'abe' })]
const people = [
  ...staff,
  await putPerson(app, { role: 'end-user', name: 'cid', locale: 'de' }),
  await putPerson(app, { role: 'end-user', name: 'bea' }),
]
const groups = [await make.group({ name: 'south' }), await make.group({ name: 'north' })]
const organizations = [await make.organization({ name: 'zeta' }), await make.organization({ name: 'acme' })]
const field = async (type: string, more: object = {}) =>
  (await app.api.post('/api/v2/ticket_fields', { ticket_field: { type, title: type, ...more } })).body.ticket_field as { id: number }
const custom = {
  integer: (await field('integer')).id,
  decimal: (await field('decimal')).id,
  date: (await field('date')).id,
  text: (await field('text')).id,
  checkbox: (await field('checkbox')).id,
  tagger: (await field('tagger', { custom_field_options: ['red', 'blue'].map((value) => ({ name: value, value: `shade_${value}` })) })).id,
}
const types: CustomFieldTypes = new Map(
  Object.entries(custom).map(([type, id]) => [
    String(id),
    {
      type: type as 'integer',
      options: type === 'tagger' ? ['shade_red', 'shade_blue'].map((value, index) => ({ id: index, value })) : [],
    },
  ]),
)

const moment = fc.integer({ min: -5, max: 5 }).map((hours) => new Date(base + hours * 3_600_000).toISOString())
const makeNullable = <T>(some: fc.Arbitrary<T>) => fc.option(some, { freq: 3 })
const idOf = (records: readonly { id: number }[]) => fc.constantFrom(...records.map(({ id }) => id))
const customValues = fc.record(
  {
    [custom.integer]: fc.oneof(fc.integer({ min: -20, max: 20 }).map(String), fc.constant('')),
    [custom.decimal]: fc.constantFrom('-1.5', '0.25', '10', '9'),
    [custom.date]: fc.constantFrom('2026-01-14', '2025-12-31'),
    [custom.text]: fc.constantFrom('alpha', 'beta', ''),
    [custom.checkbox]: fc.boolean(),
    [custom.tagger]: fc.constantFrom('shade_red', 'shade_blue'),
  },
  { requiredKeys: [], noNullPrototype: true },
)
/** Members that are columns under their own names: values for each type of column, and what they are sorted by. */
const OF_TYPE: Readonly<Record<string, { readonly values: fc.Arbitrary<unknown>; readonly keyOf: (value: any) => Key }>> = {
  text: { values: fc.constantFrom('one', 'two', 'three'), keyOf: (value) => value ?? '' },
  timestamptz: { values: moment, keyOf: (value) => value ?? '' },
  integer: { values: fc.integer({ min: 1, max: 9 }), keyOf: (value) => value ?? 0 },
  bigint: { values: fc.integer({ min: 1, max: 9 }), keyOf: (value) => value ?? 0 },
  boolean: { values: fc.boolean(), keyOf: Number },
}
const viewMembers = keysOf(VIEW_MEMBERS).map((name: keyof TicketState) => ({ name, ...OF_TYPE[COLUMN_TYPES[name]]! }))
const facts = fc.record({
  ...Object.fromEntries(viewMembers.map(({ name, values }) => [name, makeNullable(values)])),
  status: fc.constantFrom(...STATUSES),
  type: fc.constantFrom(...TYPES).map((type) => type || null),
  priority: fc.constantFrom(...PRIORITIES).map((priority) => priority || null),
  requester_id: idOf(people),
  assignee_id: makeNullable(idOf(staff)),
  group_id: makeNullable(idOf(groups)),
  organization_id: makeNullable(idOf(organizations)),
  subject: makeNullable(fc.constantFrom('one', 'two', 'three')),
  tags: fc.uniqueArray(fc.constantFrom('vip', 'spam', 'paid'), { maxLength: 2 }),
  due_at: makeNullable(moment),
  created_at: moment,
  updated_at: moment,
  requester_updated_at: moment,
  assignee_updated_at: makeNullable(moment),
  assigned_at: makeNullable(moment),
  solved_at: makeNullable(moment),
  sla_next_breach_at: makeNullable(moment),
  custom_fields: customValues,
})
const score = fc.constantFrom(null, { score: 'good' }, { score: 'offered' })
type Ticket = TicketFacts & { readonly satisfaction_rating: { score: string } | null }
const drawn = fc.sample(fc.tuple(facts, score), { numRuns: TICKETS, seed: 5 })
const tickets: readonly Ticket[] = drawn.map(([each, satisfaction_rating], index) => ({
  ...BLANK_TICKET,
  ...(each as Partial<TicketFacts>),
  id: 1000 + index,
  submitter_id: app.admin.id,
  custom_status_id: 1,
  brand_id: 1,
  ticket_form_id: 1,
  status_updated_at: each.created_at,
  satisfaction_rating,
}))
const WRITTEN = [
  ...Object.keys(drawn[0]![0]),
  'id',
  'submitter_id',
  'custom_status_id',
  'brand_id',
  'ticket_form_id',
  'status_updated_at',
  'satisfaction_rating',
]
const MORE = ['description', 'via_id', 'is_public']

before(async () => {
  // an automation would close solved tickets while the test reads them
  const { automations } = (await app.api.get('/api/v2/automations/active')).body
  for (const { id } of automations) await app.api.put(`/api/v2/automations/${id}`, { automation: { active: false } })
  const columns = sql.join([...WRITTEN, ...MORE].map((name) => sql.ref(name)))
  await app.database.database.planned(
    compileSql(sql`insert into tickets (account_id, via, generated_at, ${columns})
      select ${app.account_id}::bigint, '{"channel":"api","source":{"from":{},"to":{},"rel":null}}', ${new Date(base).toISOString()}::timestamptz, ${columns}
      from jsonb_populate_recordset(null::tickets, ${JSON.stringify(tickets)}::jsonb)`),
  )
})

const ANY_STATUS: Condition = { field: 'status', operator: 'less_than', value: 'closed' }
/** The ids of the tickets of a view, page after page by cursor. */
async function listTicketIds(view: Record<string, unknown>, size = 100): Promise<number[]> {
  const found: number[] = []
  for (let path = `/api/v2/views/preview?page[size]=${size}`; ;) {
    const { status, body } = await app.api.post(path, { view })
    assert.equal(status, 200, JSON.stringify([view, body]))
    found.push(...body.rows.map((row: { ticket: { id: number } }) => row.ticket.id))
    if (!body.meta.has_more) {
      assert.deepEqual(await shownBefore(view, path, found.length - body.rows.length), found.slice(0, found.length - body.rows.length))
      return found
    }
    path = body.links.next.slice(app.base_url.length)
  }
}

/** The ids of the tickets before a page, page before page. */
async function shownBefore(view: Record<string, unknown>, from: string, most: number): Promise<number[]> {
  const found: number[] = []
  for (let path = from; found.length < most;) {
    const { body } = await app.api.post(path, { view })
    path = body.links.prev.slice(app.base_url.length)
    const before = await app.api.post(path, { view })
    found.unshift(...before.body.rows.map((row: { ticket: { id: number } }) => row.ticket.id))
  }
  return found
}

const makeCondition = (name: string, operators: readonly string[], values: readonly (string | null)[]) =>
  fc
    .tuple(fc.constantFrom(...operators), fc.constantFrom(...values))
    .map(([operator, value]): Condition => ({ field: name, operator, value }))
const texts = (records: readonly { id: number }[]) => records.map(({ id }) => String(id))
const EQUAL = ['is', 'is_not']
const ORDERED = [...EQUAL, 'less_than', 'greater_than']
const condition = fc.oneof(
  makeCondition('status', ORDERED, STATUSES),
  makeCondition('priority', ORDERED, PRIORITIES),
  makeCondition('type', EQUAL, TYPES),
  makeCondition('assignee_id', EQUAL, ['', 'current_user', 'requester_id', ...texts(staff)]),
  makeCondition('requester_id', EQUAL, ['current_user', 'assignee_id', ...texts(people)]),
  makeCondition('group_id', EQUAL, ['', ...texts(groups)]),
  makeCondition('organization_id', EQUAL, ['', ...texts(organizations)]),
  makeCondition('current_tags', ['includes', 'not_includes'], ['vip', 'vip spam', 'paid']),
  makeCondition(`custom_fields_${custom.integer}`, ORDERED, ['-3', '0', '11']),
  makeCondition(`custom_fields_${custom.date}`, ORDERED, ['2026-01-01']),
  makeCondition(`custom_fields_${custom.text}`, ['present', 'not_present'], [null]),
  makeCondition(`custom_fields_${custom.checkbox}`, ['is'], ['true', 'false']),
  makeCondition(`custom_fields_${custom.tagger}`, EQUAL, ['shade_red', '']),
)

test('a view shows exactly the tickets that its conditions choose in memory', async () => {
  const sides = fc.record({ all: fc.array(condition, { maxLength: 2 }), any: fc.array(condition, { maxLength: 3 }) })
  const context = { now: new Date(base), time_zone: 'Etc/UTC', current_user_id: app.admin.id, current_group_ids: [] }
  await fc.assert(
    fc.asyncProperty(sides, async ({ all, any }) => {
      const conditions = { all: [ANY_STATUS, ...all], any }
      const compiled = compileConditions(conditions, types)
      const expected = tickets.filter((ticket) => matches(compiled, ticket, context)).map(({ id }) => id)
      const found = await listTicketIds({ ...conditions, output: { sort_by: 'nice_id', sort_order: 'asc' } })
      assert.deepEqual(found, expected, JSON.stringify(conditions))
    }),
    { numRuns: 40, seed: 11 },
  )
})

type Key = string | number
const makeNameKeys = (records: readonly { id: number; name: string }[], id: number | null): Key[] => [
  records.find((each) => each.id === id)?.name ?? '',
  id ?? 0,
]
const digits = (value: unknown) => (typeof value === 'string' && value !== '' ? Number(value) : -Infinity)
/** What each column is sorted by, written a second time; what a ticket has not is the lowest. */
const KEYS: Readonly<Record<string, (ticket: Ticket) => Key[]>> = {
  nice_id: ({ id }) => [id],
  subject: ({ subject }) => [subject ?? ''],
  requester: ({ requester_id }) => makeNameKeys(people, requester_id),
  assignee: ({ assignee_id }) => makeNameKeys(people, assignee_id),
  group: ({ group_id }) => makeNameKeys(groups, group_id),
  organization: ({ organization_id }) => makeNameKeys(organizations, organization_id),
  status: ({ status }) => [STATUSES.indexOf(status)],
  type: ({ type }) => [TYPES.indexOf(type ?? '')],
  priority: ({ priority }) => [PRIORITIES.indexOf(priority ?? '')],
  created: ({ created_at }) => [created_at],
  updated: ({ updated_at }) => [updated_at],
  updated_requester: ({ requester_updated_at }) => [requester_updated_at],
  updated_assignee: ({ assignee_updated_at }) => [assignee_updated_at ?? ''],
  updated_by_type: ({ requester_updated_at, updated_at }) => [requester_updated_at >= updated_at ? 1 : 0],
  assigned: ({ assigned_at }) => [assigned_at ?? ''],
  solved: ({ solved_at }) => [solved_at ?? ''],
  due_date: ({ due_at }) => [due_at ?? ''],
  sla_next_breach_at: ({ sla_next_breach_at }) => [sla_next_breach_at ?? 'none yet'],
  satisfaction_score: ({ satisfaction_rating }) => [satisfaction_rating?.score ?? ''],
  ticket_form: () => [],
  brand: () => [],
  locale_id: ({ requester_id }) => [requester_id === people[2]!.id ? 'de' : 'en-US'],
  ...Object.fromEntries(viewMembers.map(({ name, keyOf }) => [name, (ticket: Ticket) => [keyOf((ticket as any)[name])]])),
  [custom.integer]: ({ custom_fields }) => [digits(custom_fields[custom.integer])],
  [custom.decimal]: ({ custom_fields }) => [digits(custom_fields[custom.decimal])],
  [custom.date]: ({ custom_fields }) => [String(custom_fields[custom.date] ?? '')],
  [custom.text]: ({ custom_fields }) => [String(custom_fields[custom.text] ?? '')],
  [custom.checkbox]: ({ custom_fields }) => [custom_fields[custom.checkbox] === true ? 1 : 0],
  [custom.tagger]: ({ custom_fields }) => [String(custom_fields[custom.tagger] ?? '')],
}

/** The tickets in the order of a view. */
function sortTickets(group_by: string | null, group_order: string, sort_by: string | null, sort_order: string): number[] {
  const sides = [
    { keys: group_by === null ? () => [] : KEYS[group_by]!, sign: group_order === 'asc' ? 1 : -1 },
    { keys: sort_by === null ? () => [] : KEYS[sort_by]!, sign: sort_order === 'asc' ? 1 : -1 },
    { keys: KEYS.nice_id!, sign: sort_order === 'asc' ? 1 : -1 },
  ]
  const compare = (one: Ticket, other: Ticket) => {
    for (const { keys, sign } of sides) {
      const left = keys(one)
      const right = keys(other)
      for (const [index, key] of left.entries()) if (key !== right[index]) return key < right[index]! ? -sign : sign
    }
    return 0
  }
  return tickets
    .filter(({ status }) => status !== 'closed')
    .sort(compare)
    .map(({ id }) => id)
}

const names = [...COLUMN_NAMES.filter((name) => findColumn(name, new Map())?.sortable), ...Object.values(custom).map(String)]
const groupable = names.filter((name) => name in custom || findColumn(name, new Map())?.groupable !== false)
for (const sort_by of names) {
  test(`the order by ${sort_by} is that of the values in memory, in both directions and however it is paged`, async () => {
    for (const sort_order of ['asc', 'desc'] as const) {
      const found = await listTicketIds({ all: [ANY_STATUS], output: { sort_by, sort_order } }, 17)
      assert.deepEqual(found, sortTickets(null, 'asc', sort_by, sort_order), sort_order)
    }
  })
}

test('grouped tickets are sorted within their groups, whatever both orders are', async () => {
  const directions = fc.constantFrom('asc', 'desc')
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...groupable),
      directions,
      fc.constantFrom(...names),
      directions,
      async (group_by, group_order, sort_by, sort_order) => {
        const found = await listTicketIds({ all: [ANY_STATUS], output: { group_by, group_order, sort_by, sort_order } }, 23)
        assert.deepEqual(
          found,
          sortTickets(group_by, group_order, sort_by, sort_order),
          [group_by, group_order, sort_by, sort_order].join(' '),
        )
      },
    ),
    { numRuns: 25, seed: 3 },
  )
})
