/** What conditions see besides the ticket as it is: the ticket before an update, other records, and what a rule reads of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findChangedMembers, compileConditions, type Condition, fieldsRead, matches, needsOf, toSql } from './condition.ts'
import { BLANK_TICKET, type RuleContext, type SearchContext, type TicketFacts, type UpdateFacts } from './facts.ts'
import { slaFields } from './sla_fields.ts'

const fields = new Map([['9', { type: 'tagger', options: [{ id: 1, value: 'gold' }] }] as const])
const now = new Date('2026-01-15T12:00:00.000Z')
const base: UpdateFacts = { before: BLANK_TICKET, comment: null, via_id: 4, updater_id: 7, updater_role: 'agent' }

/** `field operator value` */
function rule(text: string) {
  const [field = '', operator = '', ...value] = text.split(' ')
  const condition: Condition = { field, operator, value: value.join(' ') }
  return compileConditions({ all: [condition], any: [] }, fields)
}
const holds = (text: string, ticket: TicketFacts, before: TicketFacts | null) =>
  matches(rule(text), ticket, { now, time_zone: 'Etc/UTC', current_user_id: 7, update: { ...base, before } })

const solved: TicketFacts = { ...BLANK_TICKET, status: 'solved', priority: 'low', custom_fields: { 9: 'gold' } }
const reopened: TicketFacts = { ...solved, status: 'open', custom_fields: {} }
const changes: readonly [condition: string, updated: boolean, kept: boolean, created: boolean][] = [
  ['status changed', true, false, true],
  ['status not_changed', false, true, false],
  ['status value open', true, false, true],
  ['status value solved', false, false, false],
  ['status not_value open', false, true, false],
  ['status value_previous solved', true, false, false],
  ['status not_value_previous solved', false, true, true],
  ['priority changed', false, false, true],
  ['assignee_id changed', false, false, false],
  ['assignee_id value_previous ', false, false, false],
  ['priority value_previous ', false, false, true],
  ['satisfaction_score changed', false, false, false],
  ['custom_fields_9 changed', true, false, false],
  ['custom_fields_9 value_previous gold', true, false, false],
  ['custom_fields_9 value ', true, false, false],
]
for (const [condition, updated, kept, created] of changes) {
  test(`${condition}: ${updated} for a reopened ticket, ${kept} for one that stays open, ${created} for a new one`, () => {
    assert.deepEqual(
      [holds(condition, reopened, solved), holds(condition, reopened, reopened), holds(condition, reopened, null)],
      [updated, kept, created],
    )
  })
}

test('names in changes stand for people of the ticket before the update', () => {
  const before = { ...BLANK_TICKET, requester_id: 3, assignee_id: 3 }
  const after = { ...before, requester_id: 4, assignee_id: 7 }
  assert.equal(holds('assignee_id value_previous requester_id', after, before), true)
  assert.equal(holds('assignee_id value current_user', after, before), true)
  assert.equal(holds('assignee_id value requester_id', after, before), false)
})

test('a predicate explains itself by the value it sees, of a change both', () => {
  const context: RuleContext = { now, time_zone: 'Etc/UTC', current_user_id: null, update: { ...base, before: solved } }
  const explainRule = (text: string) => rule(text).all[0]!.explain(reopened, context)
  assert.deepEqual(explainRule('priority greater_than normal'), { seen: 'low', holds: false })
  assert.deepEqual(explainRule('status value_previous solved'), { seen: { previous: 'solved', current: 'open' }, holds: true })
  assert.deepEqual(explainRule('current_via_id is 4'), { seen: 4, holds: true })
})

test('a rule names what it reads of the ticket and which other facts it needs', () => {
  const read = (text: string) => [[...fieldsRead(rule(text))], [...needsOf(rule(text))]]
  assert.deepEqual(read('status is open'), [['status'], []])
  assert.deepEqual(read('assignee_id is requester_id'), [['assignee_id', 'requester_id'], []])
  assert.deepEqual(read('PENDING is 4'), [['pending_at', 'status'], []])
  assert.deepEqual(read('status value_previous open'), [['status'], ['update']])
  assert.deepEqual(read('custom_fields_9 is gold'), [['custom_fields.9'], []])
  assert.deepEqual(read('locale_id is 1'), [['requester_id'], ['requester']])
  assert.deepEqual(read('in_business_hours is true'), [['schedule_id'], ['schedules']])
  assert.deepEqual(read('number_of_incidents is 3'), [[], ['incidents']])
})

test('the members that differ have the names that rules read them by', () => {
  assert.deepEqual([...findChangedMembers(solved, reopened)], ['status', 'custom_fields.9'])
  assert.deepEqual([...findChangedMembers(solved, { ...solved, tags: [], custom_fields: { 9: 'gold', 10: null } })], [])
})

test('a rule is not evaluated without the facts that it needs, and one of triggers only has no SQL', () => {
  const context: SearchContext = { account_id: 1, now, time_zone: 'Etc/UTC', current_user_id: null }
  assert.throws(() => matches(rule('update_type is Create'), solved, context), /needs the facts of an update/)
  assert.throws(() => matches(rule('locale_id is 1'), solved, context), /facts "requester"/)
  for (const text of ['update_type is Create', 'status changed']) assert.throws(() => toSql(rule(text), context), /has no SQL/)
})

test('hours since and until the next breach of an SLA target are counted in calendar hours', () => {
  const ticket = { ...BLANK_TICKET, sla_next_breach_at: '2026-01-15T14:30:00.000Z' }
  const holdsAt = (field: string, operator: string, value: string, moment = now) =>
    slaFields[field]!.operators.get(operator)!.bind(value)!.holds(ticket, { now: moment, time_zone: 'Etc/UTC', current_user_id: null })
  assert.equal(holdsAt('until_sla_next_breach_at', 'less_than', '3'), true)
  assert.equal(holdsAt('until_sla_next_breach_at', 'less_than', '2'), false)
  assert.equal(holdsAt('sla_next_breach_at', 'greater_than', '1'), false)
  assert.equal(holdsAt('sla_next_breach_at', 'is', '1', new Date('2026-01-15T16:00:00.000Z')), true)
  assert.deepEqual([...slaFields.sla_next_breach_at!.operators.keys()], ['is', 'less_than', 'greater_than'])
})
