import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TicketAudit, TicketEvent } from './queries.ts'
import { memberWords, nameKey } from '#features/business_rules/public_words.ts'
import { formatMoment } from '#kit/dates.ts'
import { groupEvents, listNamedIds, viaWords } from './event_words.ts'

const via = { channel: 'api', source: { from: {}, to: {}, rel: null } }
const byTrigger = { channel: 'rule', source: { from: { id: 7, title: 'Raise' }, to: {}, rel: 'trigger' } }
const names = new Map([
  [nameKey('users', 3), 'Ada'],
  [nameKey('users', 4), 'Bo'],
])
const field = { id: 12, title: 'Colour', custom_field_options: [{ name: 'Deep red', value: 'red' }] }
const arrival = { id: 13, type: 'date', title: 'Day of arrival' }
const words = memberWords({ definitions: undefined, fields: [field, arrival] as never, names })
const findName = (id: number) => names.get(nameKey('users', id)) ?? `User ${id}`
const makeAudit = (...events: Omit<TicketEvent, 'id'>[]) =>
  ({
    id: 1,
    ticket_id: 2,
    created_at: '',
    author_id: 3,
    metadata: {},
    via,
    events: events.map((event) => ({ id: 9, ...event })),
  }) as unknown as TicketAudit
const linesOf = (...events: Omit<TicketEvent, 'id'>[]) =>
  groupEvents(makeAudit(...events), new Map(), words, findName).flatMap(({ lines }) => lines.map(({ text }) => text))

test('events are grouped by the rule that caused them', () => {
  const mail = { type: 'Notification', subject: 'Hello', recipients: [3, 5], via: byTrigger }
  const change = { type: 'Change', field_name: 'priority', value: 'urgent', previous_value: null }
  const caused = groupEvents(
    makeAudit({ type: 'Comment', public: false }, { ...change, via: byTrigger }, mail, change),
    new Map(),
    words,
    findName,
  )
  const told = caused.map(({ cause, lines }) => ({ cause, lines: lines.map(({ text }) => text) }))
  assert.deepEqual(told, [
    { cause: undefined, lines: ['Internal note written'] },
    { cause: { kind: 'trigger', id: 7, title: 'Raise' }, lines: ['Priority: from (nothing) to urgent', 'Mail “Hello” to Ada, User 5'] },
    { cause: undefined, lines: ['Priority: from (nothing) to urgent'] },
  ])
})

test('moments and days are said in words, but not texts that look like one', () => {
  const before = '2026-11-28T05:12:09Z'
  assert.deepEqual(
    linesOf(
      { type: 'Change', field_name: 'due_at', value: null, previous_value: before },
      { type: 'Create', field_name: '13', value: '2026-12-31' },
      { type: 'Create', field_name: 'subject', value: '2026-12-31' },
    ),
    [`Due date: from ${formatMoment(before)} to (nothing)`, 'Day of arrival: 31 Dec 2026', 'Subject: 2026-12-31'],
  )
})

test('values are called by the names of fields, options and people; empty values of a new ticket are left out', () => {
  assert.deepEqual(
    linesOf(
      { type: 'Create', field_name: '12', value: 'red' },
      { type: 'Create', field_name: 'type', value: null },
      { type: 'Change', field_name: 'assignee_id', value: '4', previous_value: '3' },
      { type: 'Change', field_name: 'tags', value: ['a', 'c'], previous_value: ['a', 'b'] },
      { type: 'FollowerChange', current_followers: [4], previous_followers: [3] },
      { type: 'SomethingNew' },
    ),
    ['Colour: Deep red', 'Assignee: from Ada to Bo', 'Tags: added c, removed b', 'Followers: added Bo, removed Ada', 'SomethingNew'],
  )
})

test('the people and organizations that events name are known, each once', () => {
  const events = [
    { type: 'Change', field_name: 'assignee_id', value: '4', previous_value: null },
    { type: 'Change', field_name: 'organization_id', value: '8', previous_value: '8' },
    { type: 'Notification', recipients: [4, 5] },
  ]
  assert.deepEqual(listNamedIds([makeAudit(...events)]), { users: [3, 4, 5], organizations: [8] })
})

test('an update says how it came about', () => {
  assert.deepEqual([via, byTrigger, { ...via, channel: 'web_widget' }].map(viaWords), [
    'through the API',
    'by a trigger',
    'through web widget',
  ])
})
