import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Action, compileActions } from './actions.ts'
import { compileConditions, type Condition, type Conditions, fieldsRead, matches } from './condition.ts'
import { BLANK_TICKET, type CommentFacts, type RuleCatalogue, type RuleContext, type TicketFacts } from './facts.ts'
import { indexRules, type PreparedRule, runRules } from './pass.ts'
import { ruleKeys } from './rule_key.ts'
import { wordsOf } from './text_pattern.ts'
import { applyActions } from './actions.ts'

const catalogue = { ticket: new Map(), user: new Map(), organization: new Map() }
const ticket: TicketFacts = { ...BLANK_TICKET, id: 1, status: 'open', requester_id: 3, group_id: 5, brand_id: 1, ticket_form_id: 1 }
const context = (before: TicketFacts | null, comment: CommentFacts | null = null): RuleContext => ({
  now: new Date('2026-01-15T12:00:00.000Z'),
  time_zone: 'Etc/UTC',
  current_user_id: 7,
  update: { before, comment, via_id: 5, updater_id: 7, updater_role: 'agent' },
})

function rule(
  id: number,
  all: readonly Condition[],
  actions: readonly Action[],
  fields: RuleCatalogue = catalogue,
  any: readonly Condition[] = [],
): PreparedRule {
  const conditions: Conditions = { all, any }
  const compiled = compileConditions(conditions, fields)
  return {
    id,
    title: `Rule ${id}`,
    revision_id: id,
    conditions: compiled,
    actions: compileActions(actions, fields),
    reads: fieldsRead(compiled),
    keys: ruleKeys(conditions),
  }
}
const is = (field: string, value: string): Condition => ({ field, operator: 'is', value })
const makeTagCondition = (tag: string): Condition => ({ field: 'current_tags', operator: 'includes', value: tag })
const set = (field: string, value: string): Action => ({ field, value })
const run = (rules: readonly PreparedRule[], on = ticket, before: TicketFacts | null = ticket, comment: CommentFacts | null = null) =>
  runRules(indexRules(rules), on, context(before, comment), (_before, after) => after)
const ids = (result: ReturnType<typeof run>) => result.firings.map((firing) => firing.rule.id)

test('rules run in order; each sees the changes of those before it', () => {
  const result = run([
    rule(1, [is('status', 'open')], [set('priority', 'high')]),
    rule(2, [is('priority', 'high')], [set('current_tags', 'hurry')]),
    rule(3, [is('priority', 'low')], [set('current_tags', 'never')]),
  ])
  assert.deepEqual(ids(result), [1, 2])
  assert.deepEqual([result.ticket.priority, result.ticket.tags], ['high', ['hurry']])
})

test('rules see the language and the fields of the requester that a rule before them has set', () => {
  const fields = { ticket: new Map(), user: new Map([['plan', { type: 'text' as const, options: [] }]]), organization: new Map() }
  const requester = { role: 'end-user' as const, locale_id: 1, time_zone: '', custom_fields: {} }
  const rules = [
    rule(1, [is('requester.custom_fields.plan', 'gold')], [set('current_tags', 'gold')], fields),
    rule(2, [is('locale_id', '2')], [set('requester.custom_fields.plan', 'gold')], fields),
    rule(3, [is('locale_id', '1')], [set('locale_id', '2')], fields),
  ]
  const on: RuleContext = { ...context(ticket), related: { requester, organization: null } }
  const result = runRules(indexRules(rules), ticket, on, (_before, after) => after)
  assert.deepEqual([ids(result), result.ticket.tags], [[3, 2, 1], ['gold']])
})

test('rules see the schedule that a rule before them has set', () => {
  const rules = [
    rule(1, [is('schedule_id', '2')], [set('current_tags', 'second')]),
    rule(2, [is('in_business_hours', 'true')], [set('current_tags', 'open')]),
    rule(3, [is('on_holiday', 'true')], [set('current_tags', 'holiday')]),
    rule(4, [is('status', 'open')], [set('set_schedule', '2')]),
  ]
  const schedules = { schedule_id: 1, in_business_hours: false, on_holiday: false, within: new Set([2]), on_holiday_in: [2] }
  const result = runRules(
    indexRules(rules),
    { ...ticket, status: 'open' },
    { ...context(ticket), related: { schedules } },
    (_before, after) => after,
  )
  assert.deepEqual(ids(result), [4, 1, 2, 3])
})

test('an id with spaces around it selects a rule as it does in its condition', () => {
  assert.deepEqual(ids(run([rule(1, [is('group_id', ' 5 ')], [set('priority', 'high')])])), [1])
})

test('a change starts again from the top, over the rules that have not fired', () => {
  const result = run([
    rule(1, [is('priority', 'high')], [set('current_tags', 'one')]),
    rule(2, [is('status', 'open')], [set('priority', 'high')]),
    rule(3, [is('status', 'open')], [set('current_tags', 'three')]),
  ])
  assert.deepEqual(ids(result), [2, 1, 3])
})

test('two rules that undo each other fire once each: a pass ends', () => {
  const result = run([
    rule(1, [is('status', 'open')], [set('status', 'pending')]),
    rule(2, [is('status', 'pending')], [set('status', 'open')]),
  ])
  assert.deepEqual([ids(result), result.ticket.status], [[1, 2], 'open'])
})

test('a rule that changes nothing fires for its effects', () => {
  const mail: Action = { field: 'notification_user', value: ['requester_id', 'Subject', 'Body'] }
  const result = run([rule(1, [is('status', 'open')], [mail])])
  assert.deepEqual([ids(result), result.ticket, result.firings[0]?.effects.length], [[1], ticket, 1])
})

test('the index selects what a plain walk over all rules selects, for any rules', () => {
  const values = { status: ['open', 'pending', 'solved'], priority: ['', 'low', 'high'], group_id: ['', '5', '6'], brand_id: ['1', '2'] }
  let seed = 1
  const pick = <Item>(items: readonly Item[]): Item => items[(seed = (seed * 48_271) % 2_147_483_647) % items.length] as Item
  const condition = (): Condition => {
    const field = pick(['status', 'priority', 'group_id', 'brand_id', 'current_tags', 'update_type', ...WORDED, ...WORDED] as const)
    if (field === 'current_tags') return makeTagCondition(pick(['a', 'b', 'c']))
    if (field === 'update_type') return is(field, pick(['Create', 'Change']))
    if (field === 'comment_is_public') return is(field, pick(['true', 'false', 'not_relevant', 'requester_can_see_comment']))
    if (field === 'subject_includes_word' || field === 'comment_includes_word')
      return { field, operator: pick(['includes', 'includes', 'includes', 'not_includes', 'is', 'is_not']), value: pick(SEARCHES) }
    const operator = pick(['is', 'is_not', 'changed', 'value', 'value_previous', 'not_changed'])
    return { field, operator, value: operator.endsWith('changed') ? null : pick(values[field]) }
  }
  const action = (): Action =>
    pick([
      set('status', pick(values.status)),
      set('priority', pick(['low', 'high'])),
      set('group_id', pick(values.group_id)),
      set('current_tags', pick(['a', 'b', 'c'])),
    ])
  const makeConditions = (counts: readonly number[]) => Array.from({ length: pick(counts) }, condition)
  let fired = 0
  for (let round = 0; round < 2000; round++) {
    const rules = Array.from({ length: 8 }, (_none, id) =>
      rule(id, makeConditions([0, 1, 2]), [action()], catalogue, makeConditions([1, 0, 2])),
    )
    const on = { ...ticket, subject: pick([null, ...TEXTS]) }
    const before = pick<TicketFacts | null>([null, on, { ...on, status: 'pending', group_id: null }])
    const text = pick([null, ...TEXTS])
    const isPublic = pick([true, false])
    const comment = text === null ? null : { text, public: isPublic, requester_can_see: isPublic, has_attachments: false }
    const result = run(rules, on, before, comment)
    assert.deepEqual([ids(result), result.ticket], runPlainly(rules, on, context(before, comment)), `round ${round}`)
    fired += result.firings.length
  }
  assert.ok(fired > 2000)
})

const WORDED = ['subject_includes_word', 'comment_includes_word', 'comment_is_public'] as const
const TEXTS = ['The e-mail, again', 'STRASSE Straße ΟΔΟΣ', 'fire! now', 'İstanbul ſun', 'one_word ... other', '', 'again.e-mails (email)']
const SEARCHES = [
  'e-mail',
  'mail again',
  'straße',
  'οδος οδοσ',
  '!',
  'fire sun',
  'istanbul',
  'one',
  'WORD one_word',
  '-mail',
  'e-',
  '...',
  'i',
]

/** The pass as its description says it, without indexes. */
function runPlainly(rules: readonly PreparedRule[], on: TicketFacts, known: RuleContext): [number[], TicketFacts] {
  const fired: number[] = []
  let now = on
  for (let at = 0; at < rules.length; at++) {
    const one = rules[at] as PreparedRule
    if (fired.includes(one.id) || !matches(one.conditions, now, known)) continue
    fired.push(one.id)
    const after = applyActions(one.actions, now, known).ticket
    if (JSON.stringify(after) !== JSON.stringify(now)) at = -1
    now = after
  }
  return [fired, now]
}

test('a search for words is selected by them in any case of each letter', () => {
  const letters = Array.from({ length: 0x1_10_00 }, (_none, code) => String.fromCodePoint(code)).filter((one) => /\p{L}/u.test(one))
  for (const letter of letters)
    for (const form of new Set([letter, letter.toLowerCase(), letter.toUpperCase()])) {
      if ([...form].length > 1) continue
      assert.deepEqual(wordsOf(`x${form}x`), wordsOf(`x${letter}x`), `${letter} ${form}`)
    }
  const makeSearchRule = (value: string) =>
    rule(1, [{ field: 'comment_includes_word', operator: 'includes', value }], [set('priority', 'high')])
  assert.deepEqual(makeSearchRule('e-mail Fire').keys, ['comment_includes_word MAIL', 'comment_includes_word FIRE'])
  assert.equal(makeSearchRule('fire !').keys, null, 'a sign is no word')
})

test('a rule is selected by a condition under any only if all of them have keys', () => {
  const actions = [set('priority', 'high')]
  assert.deepEqual(rule(1, [], actions, catalogue, [makeTagCondition('a'), is('status', 'open')]).keys, ['tag a', 'status open'])
  assert.deepEqual(rule(1, [is('status', 'open')], actions, catalogue, [makeTagCondition('a'), makeTagCondition('b')]).keys, [
    'tag a',
    'tag b',
  ])
  assert.equal(rule(1, [], actions, catalogue, [makeTagCondition('a'), { field: 'status', operator: 'is_not', value: 'open' }]).keys, null)
})

test('a change by a rule has only those looked at again that have a key of the ticket', () => {
  const looked: number[] = []
  const rules = [
    rule(1, [makeTagCondition('done'), is('status', 'open')], [set('priority', 'high')]),
    rule(2, [makeTagCondition('other'), is('status', 'open')], [set('priority', 'high')]),
    rule(3, [is('status', 'open')], [set('current_tags', 'done')]),
  ]
  runRules(
    indexRules(rules),
    ticket,
    context(ticket),
    (_before, after) => after,
    ({ id }) => looked.push(id),
  )
  assert.deepEqual(looked, [3, 1])
})
