import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Action, applyActions, checkActions, compileActions } from './actions.ts'
import type { ActionValue, Effect } from './bound_action.ts'
import { BLANK_TICKET, type CustomFieldTypes, type RuleContext, type TicketFacts } from './facts.ts'

const context: RuleContext = {
  now: new Date('2026-01-15T12:00:00.000Z'),
  time_zone: 'Etc/UTC',
  current_user_id: 7,
  default_ticket_form_id: 11,
}
const options = [
  { id: 900, value: 'gold' },
  { id: 901, value: 'silver' },
]
const types: CustomFieldTypes = new Map([
  ['1', { type: 'text', options: [] }],
  ['2', { type: 'tagger', options }],
  ['3', { type: 'multiselect', options }],
  ['4', { type: 'checkbox', options: [] }],
  ['5', { type: 'decimal', options: [] }],
  ['8', { type: 'integer', options: [] }],
  ['6', { type: 'date', options: [] }],
  ['7', { type: 'lookup', options: [] }],
])
const ticket: TicketFacts = {
  ...BLANK_TICKET,
  status: 'open',
  requester_id: 3,
  assignee_id: 8,
  group_id: 5,
  tags: ['b', 'refund'],
  custom_fields: { 1: 'old', 9: 'kept' },
}
const run = (actions: readonly Action[], on = ticket, during = context) => applyActions(compileActions(actions, types), on, during)

const changes: readonly [field: string, value: ActionValue, patch: Partial<TicketFacts>][] = [
  ['status', 'solved', { status: 'solved' }],
  ['custom_status_id', '44', { custom_status_id: 44 }],
  ['type', 'task', { type: 'task' }],
  ['priority', 'urgent', { priority: 'urgent' }],
  ['group_id', '6', { group_id: 6 }],
  ['group_id', '', { group_id: null }],
  ['assignee_id', 9, { assignee_id: 9 }],
  ['assignee_id', '', { assignee_id: null }],
  ['assignee_id', 'current_user', { assignee_id: 7 }],
  ['assignee_id', 'requester_id', { assignee_id: 3 }],
  ['brand_id', '2', { brand_id: 2 }],
  ['ticket_form_id', '2', { ticket_form_id: 2 }],
  ['ticket_form_id', 'default_ticket_form', { ticket_form_id: 11 }],
  ['set_tags', 'Z a a', { tags: ['a', 'z'] }],
  ['set_tags', '', { tags: [] }],
  ['current_tags', ['a', 'b'], { tags: ['a', 'b', 'refund'] }],
  ['remove_tags', 'refund x', { tags: ['b'] }],
  ['custom_fields_1', 'new', { custom_fields: { 1: 'new', 9: 'kept' } }],
  ['custom_fields_1', '', { custom_fields: { 1: null, 9: 'kept' } }],
  ['custom_fields_2', '901', { custom_fields: { 1: 'old', 2: 'silver', 9: 'kept' } }],
  ['custom_fields_3', ['gold', 'silver'], { custom_fields: { 1: 'old', 3: ['gold', 'silver'], 9: 'kept' } }],
  ['custom_fields_4', 'true', { custom_fields: { 1: 'old', 4: true, 9: 'kept' } }],
  ['custom_fields_5', '1.50', { custom_fields: { 1: 'old', 5: 1.5, 9: 'kept' } }],
  ['custom_fields_6', '2026-02-01', { custom_fields: { 1: 'old', 6: '2026-02-01', 9: 'kept' } }],
  ['custom_fields_6', '20', { custom_fields: { 1: 'old', 6: '2026-02-04', 9: 'kept' } }],
  ['custom_fields_6', ['days_from_now', '20'], { custom_fields: { 1: 'old', 6: '2026-02-04', 9: 'kept' } }],
  ['custom_fields_6', ['specific_date', '2026-02-01'], { custom_fields: { 1: 'old', 6: '2026-02-01', 9: 'kept' } }],
  ['custom_fields_7', 12, { custom_fields: { 1: 'old', 7: '12', 9: 'kept' } }],
]
for (const [field, value, patch] of changes) {
  test(`${field} ${JSON.stringify(value)} changes the ticket and nothing else`, () => {
    assert.deepEqual(checkActions([{ field, value }], 'automation', types), [])
    assert.deepEqual(run([{ field, value }]), { ticket: { ...ticket, ...patch }, effects: [] })
  })
}

const message = { subject: 'Hello', body: 'Still there?' }
const effects: readonly [field: string, value: ActionValue, effect: Effect][] = [
  ['follower', 'current_user', { kind: 'add_follower', user_id: 7 }],
  ['cc', '12', { kind: 'add_cc', user_id: 12 }],
  ['notification_user', ['requester_id', 'Hello', 'Still there?'], { kind: 'mail_user', to: 3, ...message }],
  ['notification_user', ['assignee_id', 'Hello', 'Still there?'], { kind: 'mail_user', to: 8, ...message }],
  ['notification_user', ['requester_and_ccs', 'Hello', 'Still there?'], { kind: 'mail_user', to: 'requester_and_ccs', ...message }],
  ['notification_user', ['12', 'Hello', 'Still there?'], { kind: 'mail_user', to: 12, ...message }],
  ['notification_group', ['group_id', 'Hello', 'Still there?'], { kind: 'mail_group', group_id: 5, ...message }],
  ['notification_group', ['6', 'Hello', 'Still there?'], { kind: 'mail_group', group_id: 6, ...message }],
  ['notification_target', [20, 'text'], { kind: 'call_target', id: '20', message: 'text' }],
  ['notification_webhook', ['01ABC', [['name', 'value']]], { kind: 'call_webhook', id: '01ABC', message: [['name', 'value']] }],
  ['reply_public', 'Hi', { kind: 'reply', public: true, body: 'Hi' }],
  ['reply_internal', 'Hi', { kind: 'reply', public: false, body: 'Hi' }],
  ['locale_id', '30', { kind: 'set_requester_locale', locale_id: 30 }],
  ['satisfaction_score', 'offered', { kind: 'offer_satisfaction_rating' }],
]
for (const [field, value, effect] of effects) {
  test(`${field} ${JSON.stringify(value)} does not change the ticket and causes ${effect.kind}`, () => {
    assert.deepEqual(checkActions([{ field, value }], 'automation', types), [])
    assert.deepEqual(run([{ field, value }]), { ticket, effects: [effect] })
  })
}

test('each action sees the changes of those before it', () => {
  const outcome = run([
    { field: 'assignee_id', value: 'requester_id' },
    { field: 'notification_user', value: ['assignee_id', 'a', 'b'] },
    { field: 'current_tags', value: 'x' },
    { field: 'remove_tags', value: 'x b' },
  ])
  assert.equal(outcome.ticket.assignee_id, 3)
  assert.deepEqual(outcome.ticket.tags, ['refund'])
  assert.deepEqual(outcome.effects, [{ kind: 'mail_user', to: 3, subject: 'a', body: 'b' }])
})

test('an action for a user or group that is not set does nothing', () => {
  const actions: readonly Action[] = [
    { field: 'assignee_id', value: 'current_user' },
    { field: 'follower', value: 'current_user' },
    { field: 'notification_user', value: ['assignee_id', 'a', 'b'] },
    { field: 'notification_group', value: ['group_id', 'a', 'b'] },
  ]
  const lonely = { ...ticket, assignee_id: null, group_id: null }
  assert.deepEqual(run(actions, lonely, { ...context, current_user_id: null }), { ticket: lonely, effects: [] })
})

const refused: readonly [field: string, value: ActionValue, sentence: RegExp][] = [
  ['colour', 'red', /^Invalid action: there is no action "colour"\.$/],
  ['valueOf', 'red', /there is no action/],
  ['custom_fields_99', 'x', /there is no action/],
  ['status', 'new', /^Invalid action status: value must be one of open, pending, hold, solved, closed\.$/],
  ['priority', '', /must be one of low/],
  ['brand_id', '', /must be an id\.$/],
  ['assignee_id', 'nobody', /must be an id or current_user or requester_id, or empty/],
  ['current_tags', '', /must be tags/],
  ['notification_user', 'requester_id', /must be \[recipient, subject, body\]/],
  ['notification_user', ['manager', 'a', 'b'], /the recipient must be an id or current_user/],
  ['notification_user', ['requester_id', 'a'], /must be \[recipient/],
  ['notification_webhook', ['', 'x'], /must be \[id, message\]/],
  ['notification_webhook', ['1', [['name']]], /must be \[id, message\]/],
  ['reply_public', '', /must be a text\./],
  ['satisfaction_score', 'good', /must be one of offered/],
  ['custom_fields_4', 'perhaps', /must be one of true, false, or empty/],
  ['custom_fields_8', '1.5', /must be a whole number, or empty/],
  ['custom_fields_6', 'tomorrow', /must be a date such as 2026-01-31 or a number of days, or empty/],
  ['custom_fields_6', ['days_from_now', '2026-02-01'], /must be a date/],
  ['custom_fields_6', ['some_time', '20'], /must be a date/],
]
for (const [field, value, sentence] of refused) {
  test(`${field} ${JSON.stringify(value)} is refused`, () => {
    const problems = checkActions([{ field, value }], 'automation', types)
    assert.equal(problems.length, 1)
    assert.match(problems[0]!, sentence)
    assert.throws(() => compileActions([{ field, value }], types), { message: problems[0]! })
  })
}

test('a rule needs at least one action', () => {
  assert.deepEqual(checkActions([], 'automation', types), ['Invalid actions. You must select at least one action.'])
})
