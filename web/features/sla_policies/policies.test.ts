import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '#contract/errors.ts'
import type { Policy, SlaDefinition } from './queries.ts'
import { conditionDefinitions, conditionsOf, entriesOf } from './filter.ts'
import { policyKinds } from './kinds.ts'
import { draftOf, inputOf } from './policy_draft.ts'
import { secondsOf, tableOf, targetProblems, targetsOf, timeOf } from './targets.ts'
import { withoutKeys } from '#lib/keyed.ts'

const makeDefinition = (value: string, type: string, list: SlaDefinition['values']['list'] = []): SlaDefinition => ({
  title: value,
  value,
  group: 'ticket',
  target: null,
  values: { type, list },
  operators: ['is', 'includes', 'present'].map((operator) => ({ title: operator, value: operator })),
})
const nobody = { title: '-', value: null }
const definitions = [
  makeDefinition('group_id', 'list', [nobody, { title: 'Support', value: 7 }]),
  makeDefinition('organization_id', 'list', [nobody]),
  makeDefinition('requester_id', 'list', [
    { title: '(assignee)', value: 'assignee_id' },
    { title: 'Ada', value: 3 },
  ]),
  makeDefinition('ticket_type_id', 'list', [
    { title: '-', value: 0 },
    { title: 'Question', value: 1 },
    { title: 'Incident', value: 2 },
  ]),
  makeDefinition('ticket_fields_5', 'text'),
]

test('a filter comes back from the form with the types it had', () => {
  const saved = [
    { field: 'group_id', operator: 'is', value: 7 },
    { field: 'group_id', operator: 'is', value: null },
    { field: 'group_id', operator: 'includes', value: [null, 7, 999] as unknown as string[] },
    { field: 'organization_id', operator: 'is', value: 12 },
    { field: 'requester_id', operator: 'is', value: 'assignee_id' },
    { field: 'ticket_type_id', operator: 'is', value: 0 },
    { field: 'ticket_fields_5', operator: 'is', value: '42' },
    { field: 'ticket_fields_5', operator: 'present', value: null },
    { field: 'gone', operator: 'is', value: 'x' },
  ]
  assert.deepEqual(conditionsOf(entriesOf(saved), definitions), saved)
})

test('a type that is named is shown as the same type by its number', () => {
  const entries = entriesOf([{ field: 'type', operator: 'is_not', value: 'incident' }])
  assert.deepEqual(withoutKeys(entries), [{ field: 'ticket_type_id', operator: 'is_not', value: '2' }])
})

test('records that the definitions do not list are found by name', () => {
  const [groups, organizations, requesters] = conditionDefinitions(definitions)
  assert.deepEqual([groups?.type, groups?.metadata], ['list', undefined])
  assert.deepEqual([organizations?.type, organizations?.metadata?.collection_key], ['autocomplete', 'organizations'])
  assert.deepEqual(
    requesters?.values?.map(({ value }) => value),
    ['assignee_id'],
  )
  assert.deepEqual(
    groups?.operators.map(({ terminal }) => terminal),
    [false, false, true],
  )
})

test('times are read and written in hours, minutes and seconds', () => {
  for (const [time, minutes] of Object.entries({ '8h': 480, '1h 30m': 90, '1H30M': 90, ' 45 m ': 45, '90m': 90, '100h': 6000, '30s': 0.5 }))
    assert.equal(secondsOf(time), minutes * 60, time)
  for (const time of ['', 'soon', '8', '1.5h', '-1h', '30m 1h', '0h']) assert.equal(secondsOf(time), 0, time)
  for (const [minutes, time] of [
    [90, '1h 30m'],
    [480, '8h'],
    [45, '45m'],
    [61.5, '1h 1m 30s'],
  ] as const)
    assert.equal(timeOf(minutes * 60), time)
})

test('targets of group policies are in seconds; those of others in whole minutes', () => {
  const sla = policyKinds.sla_policies
  const group = policyKinds.group_sla_policies
  const owned = [{ metric: 'group_ownership_time', priority: 'low', target: 5430, business_hours: true }]
  assert.deepEqual(tableOf(owned, group.unit_seconds), { 'group_ownership_time low': { time: '1h 30m 30s', business_hours: true } })
  assert.deepEqual(targetsOf(tableOf(owned, group.unit_seconds), group), owned)
  assert.equal(targetsOf({ 'first_reply_time low': { time: '30s', business_hours: false } }, sla)[0]?.target, 0)
})

const targets = [
  { metric: 'first_reply_time', priority: 'urgent', target: 30, business_hours: false },
  { metric: 'first_reply_time', priority: 'low', target: 480, business_hours: true },
  { metric: 'total_resolution_time', priority: 'high', target: 90, business_hours: false },
]

test('each refused target is placed at its cell', () => {
  assert.deepEqual(targetsOf(tableOf(targets, 60), policyKinds.sla_policies), targets)
  const policy_metrics =
    'Entry 2: target must be a whole number of minutes from 1 to 2628000 entry 3: there is another target for total_resolution_time with priority high'
  const placed = targetProblems(new ApiError(422, 'Record validation errors', { policy_metrics }), targets)
  assert.deepEqual(
    [...placed],
    [
      ['first_reply_time low', 'Write a time such as 8h or 1h 30m, up to five years.'],
      ['total_resolution_time high', 'there is another target for total_resolution_time with priority high'],
    ],
  )
})

test('a filter that has not changed is not sent', () => {
  const policy: Policy = {
    url: '',
    id: 1,
    title: 'Gold',
    description: null,
    position: 1,
    created_at: '',
    updated_at: '',
    filter: { all: [{ field: 'gone', operator: 'is', value: 'x' }], any: [] },
    policy_metrics: targets,
  }
  const saved = draftOf('sla_policies', policy)
  assert.equal('filter' in inputOf('sla_policies', { ...saved, title: 'Silver' }, saved, definitions), false)
  assert.deepEqual(inputOf('sla_policies', { ...saved, all: [] }, saved, definitions).filter, { all: [], any: [] })
  assert.deepEqual(inputOf('sla_policies', saved, undefined, definitions).filter, policy.filter)
})
