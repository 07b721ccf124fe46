// What is reported of rules, and that what is reported is true: no rule that is said never to fire ever does.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Action } from '../actions.ts'
import { compileActions } from '../actions.ts'
import { compileConditions, type Condition, fieldsRead } from '../condition.ts'
import { BLANK_TICKET, type RuleCatalogue, type TicketFacts } from '../facts.ts'
import { indexRules, type PreparedRule, runRules } from '../pass.ts'
import { ruleKeys } from '../rule_key.ts'
import type { ReportedRule } from './finding.ts'
import { reportOn } from './report.ts'

const options = ['red', 'green'].map((value, index) => ({ id: 100 + index, value, name: value }))
const catalogue: RuleCatalogue = {
  ticket: new Map([
    ['1', { type: 'integer', options: [] }],
    ['2', { type: 'decimal', options: [] }],
    ['3', { type: 'tagger', options }],
    ['4', { type: 'multiselect', options }],
    ['5', { type: 'date', options: [] }],
    ['6', { type: 'checkbox', options: [] }],
    ['7', { type: 'text', options: [] }],
  ]),
  user: new Map(),
  organization: new Map(),
}

type Written = readonly [field: string, operator: string, value?: string]
const condition = ([field, operator, value = '']: Written): Condition => ({ field, operator, value })
const action = ([field, value]: readonly [string, string]): Action => ({ field, value })

let lastId = 0
function rule(
  all: readonly Written[],
  actions: readonly (readonly [string, string])[],
  any: readonly Written[] = [],
  type: ReportedRule['type'] = 'trigger',
) {
  const id = ++lastId
  return { type, id, title: `Rule ${id}`, conditions: { all: all.map(condition), any: any.map(condition) }, actions: actions.map(action) }
}
const report = (rules: readonly ReportedRule[]) => reportOn({ rules, catalogue, gone: new Map(), unused: new Map() })
const kinds = (rules: readonly ReportedRule[]) =>
  report(rules).findings.map(({ kind, rules: named }) => [kind, ...named.map(({ id }) => id)])
const NOTE = [['set_tags', 'noted']] as const
const NONE: readonly Written[] = []

const EXCLUSIVE: readonly (readonly Written[])[] = [
  [
    ['status', 'is', 'open'],
    ['status', 'is', 'solved'],
  ],
  [['status', 'less_than', 'new']],
  [
    ['status', 'less_than', 'open'],
    ['status', 'greater_than', 'pending'],
  ],
  [
    ['priority', 'is', ''],
    ['priority', 'greater_than', 'low'],
  ],
  [
    ['type', 'is', 'task'],
    ['type', 'is_not', 'task'],
  ],
  [
    ['group_id', 'is', '1'],
    ['group_id', 'is', '2'],
  ],
  [
    ['assignee_id', 'is', ''],
    ['assignee_id', 'is', '7'],
  ],
  [
    ['custom_status_id', 'includes', '1 2'],
    ['custom_status_id', 'not_includes', '1 2 3'],
  ],
  [
    ['current_tags', 'includes', 'a b'],
    ['current_tags', 'not_includes', 'a'],
    ['current_tags', 'not_includes', 'b c'],
  ],
  [
    ['reopens', 'less_than', '2'],
    ['reopens', 'greater_than', '1'],
  ],
  [['replies', 'less_than', '0']],
  [
    ['update_type', 'is', 'Create'],
    ['update_type', 'is', 'Change'],
  ],
  [
    ['comment_is_public', 'is', 'true'],
    ['comment_is_public', 'is', 'false'],
  ],
  [
    ['role', 'is', 'agent'],
    ['role', 'is', 'end_user'],
  ],
  [
    ['current_via_id', 'is', '0'],
    ['current_via_id', 'is', '4'],
  ],
  [
    ['status', 'changed'],
    ['status', 'not_changed'],
  ],
  [
    ['update_type', 'is', 'Create'],
    ['status', 'value_previous', 'open'],
  ],
  [
    ['status', 'is', 'open'],
    ['status', 'value', 'solved'],
  ],
  [
    ['custom_fields_1', 'greater_than', '5'],
    ['custom_fields_1', 'less_than', '6'],
  ],
  [
    ['custom_fields_2', 'greater_than', '5'],
    ['custom_fields_2', 'less_than', '5'],
  ],
  [
    ['custom_fields_3', 'is', 'red'],
    ['custom_fields_3', 'not_present'],
  ],
  [
    ['custom_fields_4', 'includes', 'red'],
    ['custom_fields_4', 'not_present'],
  ],
  [
    ['custom_fields_5', 'less_than', '2026-01-02'],
    ['custom_fields_5', 'greater_than', '2026-01-01'],
  ],
  [
    ['custom_fields_6', 'is', 'true'],
    ['custom_fields_6', 'is', 'false'],
  ],
  [
    ['custom_fields_7', 'is', 'a'],
    ['custom_fields_7', 'not_present'],
  ],
  [
    ['ticket_is_public', 'is', 'public'],
    ['ticket_is_public', 'is', 'private'],
  ],
]

const COMPATIBLE: readonly (readonly Written[])[] = [
  [
    ['status', 'is_not', 'open'],
    ['status', 'less_than', 'solved'],
  ],
  [
    ['custom_fields_2', 'greater_than', '5'],
    ['custom_fields_2', 'less_than', '6'],
  ],
  [
    ['current_tags', 'includes', 'a b'],
    ['current_tags', 'not_includes', 'a'],
  ],
  [
    ['assignee_id', 'changed'],
    ['assignee_id', 'is_not', ''],
    ['assignee_id', 'not_value_previous', ''],
  ],
  [
    ['subject_includes_word', 'is', 'a'],
    ['subject_includes_word', 'is_not', 'a'],
  ],
  [
    ['assignee_id', 'is', 'current_user'],
    ['assignee_id', 'is', '5'],
  ],
  [
    ['status', 'changed'],
    ['update_type', 'is', 'Create'],
  ],
  [
    ['comment_is_public', 'is', 'not_relevant'],
    ['comment_is_public', 'is', 'false'],
  ],
]

test('conditions that exclude each other are reported, others are not', () => {
  for (const all of EXCLUSIVE) assert.deepEqual(kinds([rule(all, NOTE)]), [['contradiction', lastId]], JSON.stringify(all))
  for (const all of COMPATIBLE) assert.deepEqual(kinds([rule(all, NOTE)]), [], JSON.stringify(all))
})

test('of automations hours exclude each other in one kind of hours, and with the status they are counted in', () => {
  const automation = (all: readonly Written[]) => kinds([rule(all, NOTE, [], 'automation')]).length
  assert.equal(
    automation([
      ['PENDING', 'less_than', '5'],
      ['PENDING', 'greater_than', '10'],
    ]),
    1,
  )
  assert.equal(
    automation([
      ['PENDING', 'greater_than', '5'],
      ['PENDING', 'is', '6'],
    ]),
    0,
  )
  assert.equal(
    automation([
      ['SOLVED', 'greater_than', '5'],
      ['status', 'is', 'open'],
    ]),
    1,
  )
  assert.equal(
    automation([
      ['PENDING', 'less_than_business_hours', '5'],
      ['PENDING', 'greater_than', '10'],
    ]),
    0,
  )
})

test('the sentence names the conditions that exclude each other', () => {
  const [found] = report([
    rule(
      [
        ['priority', 'is', 'low'],
        ['status', 'is', 'open'],
        ['status', 'is', 'solved'],
      ],
      NOTE,
    ),
  ]).findings
  assert.equal(found?.sentence, 'The conditions "status is open" and "status is solved" exclude each other, so the rule never fires.')
  const any = report([
    rule([['status', 'is', 'open']], NOTE, [
      ['status', 'is', 'new'],
      ['status', 'is', 'solved'],
    ]),
  ]).findings
  assert.match(any[0]?.sentence ?? '', /None of the conditions under "any"/)
  assert.deepEqual(
    report([
      rule([['status', 'is', 'open']], NOTE, [
        ['status', 'is', 'new'],
        ['priority', 'is', 'low'],
      ]),
    ]).findings,
    [],
  )
})

test('a trigger behind one that always ends a condition of it is shadowed, unless a third one can make it true again', () => {
  const ends = rule([['status', 'is', 'open']], [['status', 'pending']])
  const later = rule(
    [
      ['status', 'is', 'open'],
      ['subject_includes_word', 'is', 'x'],
    ],
    [['priority', 'high']],
  )
  assert.deepEqual(kinds([ends, later]), [['shadowed', later.id, ends.id]])
  assert.match(report([ends, later]).findings[0]?.sentence ?? '', /"status open"|"status is open" is false/)
  assert.deepEqual(kinds([later, ends]), [], 'the earlier one fires')
  assert.deepEqual(kinds([ends, later, rule([['priority', 'is', 'low']], [['status', 'open']])]), [], 'made true again')
  assert.deepEqual(kinds([ends, later, rule([['priority', 'is', 'low']], [['assignee_id', '5']])]), [], 'an assignee opens a new ticket')
  assert.deepEqual(kinds([ends, later, rule([['priority', 'is', 'low']], [['status', 'solved']])]), [['shadowed', later.id, ends.id]])
  const narrower = rule(
    [
      ['status', 'is', 'open'],
      ['priority', 'is', 'low'],
    ],
    [['status', 'pending']],
  )
  assert.deepEqual(kinds([narrower, later]), [], 'it does not always fire')
  const tagged = rule([['current_tags', 'includes', 'vip gold']], [['remove_tags', 'vip gold']])
  const vip = rule([['current_tags', 'includes', 'vip']], [['priority', 'high']])
  assert.deepEqual(kinds([tagged, vip]), [['shadowed', vip.id, tagged.id]])
  assert.deepEqual(kinds([tagged, vip, rule(NONE.concat([['status', 'is', 'new']]), [['current_tags', 'vip']])]), [])
  const red = rule([['current_tags', 'includes', 'red']], [['remove_tags', 'red']])
  assert.deepEqual(
    kinds([red, rule([['current_tags', 'includes', 'red']], [['priority', 'high']])]),
    [],
    'a tag of an option goes with its field',
  )
})

test('two triggers that set back what the other one reacts to are reported once', () => {
  const one = rule([['priority', 'is', 'low']], [['priority', 'high']])
  const other = rule(
    [
      ['priority', 'is', 'high'],
      ['status', 'is', 'open'],
    ],
    [['priority', 'low']],
  )
  assert.deepEqual(kinds([one, other]), [['mutual', one.id, other.id]])
  const solved = rule(
    [
      ['priority', 'is', 'low'],
      ['status', 'is', 'solved'],
    ],
    [['priority', 'high']],
  )
  assert.deepEqual(kinds([solved, other]), [], 'they never meet')
  const text = (word: string) =>
    rule(
      [
        ['priority', 'is', 'low'],
        ['subject_includes_word', 'is', word],
      ],
      [['priority', 'high']],
    )
  const back = rule(
    [
      ['priority', 'is', 'high'],
      ['subject_includes_word', 'is', 'x'],
    ],
    [['priority', 'low']],
  )
  assert.equal(kinds([text('x'), back]).length, 1)
  assert.deepEqual(kinds([text('y'), back]), [], 'nothing is known of two texts')
  const adds = rule([['current_tags', 'not_includes', 'hot']], [['current_tags', 'hot']])
  const removes = rule([['current_tags', 'includes', 'hot']], [['remove_tags', 'hot']])
  assert.deepEqual(kinds([adds, removes]), [['mutual', adds.id, removes.id]])
  const group = rule([['group_id', 'is', '1']], [['group_id', '2']])
  const regroup = rule([['group_id', 'is', '2']], [['group_id', '1']])
  assert.deepEqual(kinds([group, regroup]), [['mutual', group.id, regroup.id]])
  assert.deepEqual(kinds([group, rule([['group_id', 'is', '2']], [['group_id', '3']])]), [])
})

/** A generator of numbers that is the same in each run. */
function generator(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const STATUSES = ['new', 'open', 'pending', 'solved'] as const
const PRIORITIES = ['low', 'high', 'urgent']
const TAGS = ['a', 'b', 'c']

function prepareReported({ id, title, conditions, actions }: ReportedRule): PreparedRule {
  const compiled = compileConditions(conditions, catalogue)
  return {
    id,
    title,
    revision_id: id,
    conditions: compiled,
    actions: compileActions(actions, catalogue),
    reads: fieldsRead(compiled),
    keys: ruleKeys(conditions),
  }
}

test('in thousands of updates no rule fires that is said never to, and pairs that undo each other do', () => {
  const drawNumber = generator(7)
  const pick = <T>(some: readonly T[]) => some[drawNumber(some.length)] as T
  const anyCondition = (): Written =>
    pick<() => Written>([
      () => ['status', pick(['is', 'is_not', 'less_than', 'greater_than', 'value', 'value_previous']), pick(STATUSES)],
      () => ['status', pick(['changed', 'not_changed'])],
      () => ['priority', pick(['is', 'is_not', 'less_than', 'greater_than']), pick(PRIORITIES)],
      () => ['current_tags', pick(['includes', 'not_includes']), pick(['a', 'b', 'a b', 'b c'])],
      () => ['update_type', 'is', pick(['Create', 'Change'])],
    ])()
  const anyAction = () =>
    pick<() => readonly [string, string]>([
      () => ['status', pick(STATUSES.slice(1))],
      () => ['priority', pick(PRIORITIES)],
      () => [pick(['current_tags', 'remove_tags', 'set_tags']), pick(TAGS)],
    ])()
  const drawSeveral = <T>(make: () => T, least: number, most: number) => Array.from({ length: least + drawNumber(most - least + 1) }, make)
  const ticket = (): TicketFacts => ({
    ...BLANK_TICKET,
    status: pick(STATUSES),
    priority: pick([null, ...PRIORITIES]),
    tags: TAGS.filter(() => drawNumber(2) === 0),
  })
  const counts = { contradiction: 0, shadowed: 0, mutual: 0 }
  for (let round = 0; round < 600; round++) {
    const rules = drawSeveral(
      () => rule(drawSeveral(anyCondition, 1, 3), drawSeveral(anyAction, 1, 2), drawSeveral(anyCondition, 0, 2)),
      2,
      4,
    )
    const { findings, complete } = report(rules)
    assert.ok(complete)
    const never = new Set<number>()
    for (const { kind, rules: named } of findings) {
      if (kind === 'contradiction' || kind === 'shadowed' || kind === 'mutual') counts[kind] += 1
      if (kind !== 'mutual') never.add(named[0]?.id ?? 0)
    }
    const index = indexRules(rules.map(prepareReported))
    for (let update = 0; update < 60; update++) {
      const before = pick([null, ticket()])
      const after = ticket()
      const context = {
        now: new Date(0),
        time_zone: 'Etc/UTC',
        current_user_id: 1,
        update: { before, comment: null, via_id: 5, updater_id: 1, updater_role: 'agent' as const },
      }
      for (const { rule: fired } of runRules(index, after, context, (_was, is) => is).firings)
        assert.ok(!never.has(fired.id), JSON.stringify([findings, rules, before, after]))
    }
  }
  for (const [kind, count] of Object.entries(counts)) assert.ok(count > 2, `${kind}: ${count}`)
})

test('a report on very many rules ends, and says that it is not complete', () => {
  const rules = Array.from({ length: 4000 }, (_none, number) =>
    rule(
      [
        ['current_tags', 'includes', `t${number}`],
        ['status', 'is', 'open'],
      ],
      [
        ['remove_tags', `t${number + 1}`],
        ['current_tags', `t${number}`],
      ],
    ),
  )
  assert.equal(report(rules).complete, false)
})

test('comparing very many rules that are alike ends, too', () => {
  const tagged = Array.from({ length: 30 }, (_none, number): Written => ['current_tags', 'includes', `t${number}`])
  const alike = Array.from({ length: 600 }, () => rule(tagged, [['priority', 'low']]))
  assert.equal(report([...alike, rule(tagged, [['remove_tags', 't0']])]).complete, false)
  const flips = (from: string, to: string, words: string) =>
    Array.from({ length: 400 }, () =>
      rule(
        [
          ['priority', 'is', from],
          ['subject_includes_word', 'is', words],
        ],
        [['priority', to]],
      ),
    )
  assert.equal(report([...flips('low', 'high', 'one'), ...flips('high', 'low', 'two')]).complete, false)
})
