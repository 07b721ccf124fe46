import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkConditions, compileConditions, type Condition, type Conditions, matches } from './condition.ts'
import { BLANK_TICKET, type CustomFieldTypes, type RuleContext, type TicketFacts } from './facts.ts'

const context: RuleContext = { now: new Date('2026-01-15T12:00:00.000Z'), time_zone: 'Etc/UTC', current_user_id: 7 }
const types: CustomFieldTypes = new Map([
  ['1', { type: 'text', options: [] }],
  ['2', { type: 'tagger', options: [{ id: 900, value: 'gold' }] }],
  [
    '3',
    {
      type: 'multiselect',
      options: [
        { id: 901, value: 'red' },
        { id: 902, value: 'blue' },
      ],
    },
  ],
  ['4', { type: 'checkbox', options: [] }],
  ['5', { type: 'integer', options: [] }],
  ['6', { type: 'date', options: [] }],
  ['7', { type: 'lookup', options: [] }],
  ['8', { type: 'regexp', options: [] }],
])
const ticket: TicketFacts = {
  ...BLANK_TICKET,
  status: 'pending',
  priority: 'high',
  requester_id: 3,
  assignee_id: 7,
  group_id: null,
  custom_status_id: 40,
  tags: ['refund', 'vip'],
  via_id: 4,
  recipient: 'help@example.com',
  is_public: true,
  description: 'Where is my Order? It was due on Monday.',
  updated_at: '2026-01-15T11:00:00.000Z',
  pending_at: '2026-01-14T11:30:00.000Z',
  solved_at: '2026-01-01T00:00:00.000Z',
  due_at: '2026-01-15T14:30:00.000Z',
  custom_fields: { 1: 'Blue Tuesday', 2: 'gold', 3: ['red'], 5: '12', 6: '2026-01-13', 7: '55' },
}
const condition = (field: string, operator: string, value: Condition['value'] = null): Condition => ({ field, operator, value })
const makeConditions = (...conditions: Condition[]): Conditions => ({ all: conditions, any: [] })
const holds = (conditions: Conditions, scenery = context) => matches(compileConditions(conditions, types), ticket, scenery)

const cases: readonly [field: string, operator: string, value: Condition['value'], expected: boolean][] = [
  ['status', 'is', 'pending', true],
  ['status', 'is_not', 'pending', false],
  ['status', 'less_than', 'solved', true],
  ['status', 'less_than', 'pending', false],
  ['status', 'greater_than', 'open', true],
  ['status', 'greater_than', 'pending', false],
  ['priority', 'greater_than', '', true],
  ['priority', 'is', '', false],
  ['type', 'is', '', true],
  ['type', 'is', '__NULL__', true],
  ['type', 'is_not', 'incident', true],
  ['group_id', 'is', '', true],
  ['group_id', 'is', null, true],
  ['group_id', 'is_not', '5', true],
  ['assignee_id', 'is', '7', true],
  ['assignee_id', 'is', 7, true],
  ['assignee_id', 'is', 'current_user', true],
  ['assignee_id', 'is', 'requester_id', false],
  ['requester_id', 'is_not', 'assignee_id', true],
  ['custom_status_id', 'includes', '39 40', true],
  ['custom_status_id', 'includes', '39,40', true],
  ['custom_status_id', 'not_includes', [39, 40], false],
  ['current_tags', 'includes', 'other VIP', true],
  ['current_tags', 'includes', ['other'], false],
  ['current_tags', 'not_includes', 'other', true],
  ['via_id', 'is', '4', true],
  ['via_id', 'includes', ['4', '75'], true],
  ['via_id', 'includes', '0 75', false],
  ['via_id', 'not_includes', ['4', '75'], false],
  ['custom_status_id', 'is', '40', true],
  ['custom_status_id', 'is_not', 40, false],
  ['recipient', 'is_not', 'help@example.com', false],
  ['ticket_is_public', '', 'public', true],
  ['ticket_is_public', 'is', 'public', true],
  ['ticket_is_public', 'is', 'private', false],
  ['description_includes_word', 'includes', 'monday order', true],
  ['description_includes_word', 'includes', 'ord', false],
  ['description_includes_word', 'is', 'MY ORD', true],
  ['description_includes_word', 'is', 'order my', false],
  ['PENDING', 'is', '24', true],
  ['PENDING', 'is', '25', false],
  ['PENDING', 'less_than', '25', true],
  ['PENDING', 'less_than', '24', false],
  ['PENDING', 'greater_than', '23', true],
  ['PENDING', 'greater_than', '24', false],
  ['updated_at', 'is', '1', true],
  ['assigned_at', 'less_than', '1000', false],
  ['due_at', 'less_than', '1000', false],
  ['until_due_date', 'is', 2, true],
  ['until_due_date', 'less_than', '2', false],
  ['custom_fields_1', 'is', 'Blue Tuesday', true],
  ['custom_fields_1', 'is', 'blue tuesday', false],
  ['custom_fields_1', 'includes_words', 'tuesday', true],
  ['custom_fields_1', 'not_includes_string', 'ue tu', false],
  ['custom_fields_2', 'is', 'gold', true],
  ['custom_fields_2', 'is', '900', true],
  ['custom_fields_2', 'not_present', null, false],
  ['custom_fields_3', 'includes', ['901'], true],
  ['custom_fields_3', 'includes', 'blue', false],
  ['custom_fields_3', 'is', '', false],
  ['custom_fields_3', 'is_not', '', true],
  ['custom_fields_3', 'is', 'red', true],
  ['custom_fields_3', 'is_not', '902', true],
  ['custom_fields_4', 'is', 'true', false],
  ['custom_fields_4', 'is', false, true],
  ['custom_fields_5', 'greater_than_equal', '12.0', true],
  ['custom_fields_5', 'less_than', '9', false],
  ['custom_fields_6', 'within_previous_n_days', '2', true],
  ['custom_fields_6', 'within_previous_n_days', '1', false],
  ['custom_fields_6', 'within_next_n_days', '9', false],
  ['custom_fields_6', 'less_than', '2026-01-14', true],
  ['custom_fields_7', 'is', '55', true],
  ['custom_fields_8', 'present', '', false],
]
for (const [field, operator, value, expected] of cases) {
  test(`${field} ${operator} ${JSON.stringify(value)} ${expected ? 'holds' : 'does not hold'}`, () => {
    assert.deepEqual(checkConditions(makeConditions(condition(field, operator, value)), 'automation', types), [])
    assert.equal(holds(makeConditions(condition(field, operator, value))), expected)
  })
}

for (const [field, status, column] of [
  ['NEW', 'new', 'new_at'],
  ['OPEN', 'open', 'open_at'],
  ['PENDING', 'pending', 'pending_at'],
  ['HOLD', 'hold', 'hold_at'],
  ['SOLVED', 'solved', 'solved_at'],
  ['CLOSED', 'closed', 'closed_at'],
] as const) {
  test(`${field} counts the hours since the ticket became ${status}, while it is ${status}`, () => {
    const rule = compileConditions(makeConditions(condition(field, 'is', '2')), types)
    const entered = { ...BLANK_TICKET, [column]: '2026-01-15T09:45:00.000Z' }
    assert.equal(matches(rule, { ...entered, status }, context), true)
    assert.equal(matches(rule, { ...entered, status: status === 'open' ? 'hold' : 'open' }, context), false)
  })
}

test('an hours condition with "is" holds in exactly one of the hourly runs', () => {
  const rule = compileConditions(makeConditions(condition('PENDING', 'is', '24')), types)
  const runs = Array.from({ length: 72 }, (_, hour) => ({
    ...context,
    now: new Date(Date.parse('2026-01-14T12:00:00Z') + hour * 3_600_000),
  }))
  assert.equal(runs.filter((run) => matches(rule, ticket, run)).length, 1)
})

test('without a current user, no id equals current_user', () => {
  const nobody = { ...context, current_user_id: null }
  assert.equal(holds(makeConditions(condition('assignee_id', 'is', 'current_user')), nobody), false)
  assert.equal(holds(makeConditions(condition('assignee_id', 'is_not', 'current_user')), nobody), true)
})

test('all conditions must hold, and of the any conditions at least one', () => {
  const yes = condition('status', 'is', 'pending')
  const no = condition('status', 'is', 'open')
  for (const [conditions, expected] of [
    [{ all: [yes, yes], any: [] }, true],
    [{ all: [yes, no], any: [] }, false],
    [{ all: [], any: [no, yes] }, true],
    [{ all: [], any: [no] }, false],
    [{ all: [yes], any: [no, yes] }, true],
    [{ all: [yes], any: [no, no] }, false],
    [{ all: [no], any: [yes] }, false],
  ] as const) {
    assert.equal(holds(conditions), expected, JSON.stringify(conditions))
  }
})

const refused: readonly [condition: Condition, sentence: RegExp][] = [
  [condition('colour', 'is', 'red'), /^Invalid condition: there is no field "colour"\.$/],
  [condition('constructor', 'is', 'red'), /there is no field/],
  [condition('custom_fields_99', 'is', 'red'), /there is no field "custom_fields_99"/],
  [
    condition('status', 'includes', 'open'),
    /^Invalid condition on status: operator "includes" must be one of is, is_not, less_than, greater_than\.$/,
  ],
  [condition('status', 'toString', 'open'), /operator "toString"/],
  [condition('status', '', 'open'), /operator "" must be one of/],
  [condition('status', 'is', 'opened'), /^Invalid condition on status: value must be one of new, open, pending, hold, solved, closed\.$/],
  [condition('status', 'is', ''), /must be one of/],
  [condition('priority', 'is', 'highest'), /must be one of low, normal, high, urgent, or empty\.$/],
  [condition('group_id', 'is', 'all'), /value must be an id or current_groups, or empty\.$/],
  [condition('group_id', 'is', 1.5), /must be an id/],
  [condition('group_id', 'is', '9999999999999999'), /must be an id/],
  [condition('requester_id', 'is', ''), /value must be an id or assignee_id or current_user\.$/],
  [condition('custom_status_id', 'includes', ['1', 'x']), /must be one or more ids/],
  [condition('current_tags', 'includes', ' '), /must be tags/],
  [condition('via_id', 'is', '999'), /must be one of 0, 4,/],
  [condition('ticket_is_public', 'is', true), /must be one of public, private/],
  [condition('description_includes_word', 'includes', 'x'.repeat(1001)), /at most 1000 characters/],
  [condition('PENDING', 'is', '1.5'), /must be a whole number of hours/],
  [condition('PENDING', 'is', '-1'), /must be a whole number of hours/],
  [condition('custom_fields_2', 'is', 'silver'), /must be one of gold, or empty/],
  [condition('custom_fields_3', 'includes', 'red green'), /must be one or more of red, blue/],
  [condition('custom_fields_5', 'is', 'twelve'), /must be a number/],
  [condition('custom_fields_6', 'is', '2026-02-30'), /must be a date such as/],
]
for (const [bad, sentence] of refused) {
  test(`${bad.field} ${bad.operator} ${JSON.stringify(bad.value).slice(0, 30)} is refused`, () => {
    const problems = checkConditions(makeConditions(bad), 'automation', types)
    assert.equal(problems.length, 1)
    assert.match(problems[0]!, sentence)
    assert.throws(() => compileConditions(makeConditions(bad), types), /^Error: Invalid condition/)
  })
}

test('a rule needs at least one condition', () => {
  assert.deepEqual(checkConditions({ all: [], any: [] }, 'automation', types), [
    'Invalid conditions. You must select at least one condition.',
  ])
})

test('each invalid condition is reported', () => {
  assert.equal(checkConditions({ all: [condition('a', 'is', '')], any: [condition('b', 'is', '')] }, 'automation', types).length, 2)
})

test('conditions on hours are allowed in automations and views only, and only under "all"', () => {
  const timed = condition('updated_at', 'greater_than', '4')
  assert.match(checkConditions(makeConditions(timed), 'trigger', types)[0]!, /cannot be used in this kind of rule/)
  assert.deepEqual(checkConditions(makeConditions(timed), 'view', types), [])
  assert.match(checkConditions({ all: [], any: [timed] }, 'automation', types)[0]!, /allowed only under "all"/)
})
