/** Definitions are as a real account served them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionDefinitions, macroActions } from './action_definitions.ts'
import { fixedActions } from './actions.ts'
import { type ConditionDefinition, conditionDefinitions } from './definitions.ts'
import type { RuleCatalogue } from './facts.ts'
import { fieldRow, fixedFields } from './fields.ts'
import { MAX_RECORDS, type NamedRecord, type RuleRecords } from './records.ts'

const some: readonly NamedRecord[] = [{ id: 71, title: 'One' }]
const records: RuleRecords = {
  groups: some,
  agents: some,
  brands: some,
  forms: some,
  organizations: some,
  statuses: some,
  locales: some,
  schedules: some,
  recipients: [{ id: 'help@example.com', title: 'help@example.com' }],
  targets: some,
  webhooks: some,
  skills: some,
  inbound_agreements: [],
  outbound_agreements: [],
  is_hold_enabled: false,
}
const options = [
  { id: 5, value: 'gold', name: 'Gold' },
  { id: 6, value: 'silver', name: 'Silver' },
]
const catalogue: RuleCatalogue = {
  ticket: new Map([
    ['9', { type: 'multiselect', title: 'Parts', options }],
    ['10', { type: 'tagger', title: 'Plan', options }],
  ]),
  user: new Map([
    ['level', { type: 'tagger', title: 'Level', options }],
    ['vip', { type: 'checkbox', title: 'VIP', options: [] }],
    ['since', { type: 'date', title: 'Since', options: [] }],
  ]),
  organization: new Map([['seats', { type: 'integer', title: 'Seats', options: [] }]]),
}
const trigger = conditionDefinitions('trigger', catalogue, records)
const view = conditionDefinitions('view', catalogue, records)
const find = (list: readonly ConditionDefinition[], subject: string) => list.find((one) => one.subject === subject) ?? assert.fail(subject)
const operatorsOf = ({ operators }: ConditionDefinition) => operators.map(({ value, terminal }) => `${value}${terminal ? '†' : ''}`)
const valuesOf = ({ values = [] }: { values?: { value: string }[] }) => values.map(({ value }) => value)
const splitSorted = (text: string, separator: string) => text.split(separator).filter(Boolean).sort()

/** subject | title | group | type | nullable | operators | values without ids; `*` for a long table */
const RECORDED = `
status | Status | ticket | list | false | is is_not less_than greater_than changed† value value_previous not_changed† not_value not_value_previous | new, open, pending, solved, closed
number_of_incidents | Number of incidents | ticket | text | false | less_than greater_than is less_than_equal greater_than_equal | 
brand_id | Brand | ticket | list | false | is is_not changed† value value_previous not_changed† not_value not_value_previous | 
ticket_form_id | Form | ticket | list | false | is is_not changed† value value_previous not_changed† not_value not_value_previous | 
type | Type | ticket | list | true | is is_not changed† value value_previous not_changed† not_value not_value_previous | __NULL__, question, incident, problem, task
priority | Priority | ticket | list | true | is is_not less_than greater_than changed† value value_previous not_changed† not_value not_value_previous | __NULL__, low, normal, high, urgent
group_id | Group | ticket | list | true | is is_not changed† value value_previous not_changed† not_value not_value_previous | __NULL__
assignee_id | Assignee | ticket | list | true | is is_not changed† value value_previous not_changed† not_value not_value_previous | __NULL__, requester_id, current_user
requester_id | Requester | ticket | list | false | is is_not changed† value value_previous not_changed† not_value not_value_previous | assignee_id, current_user
organization_id | Organization | ticket | list | true | is is_not changed† value value_previous not_changed† not_value not_value_previous | __NULL__
current_tags | Tags | ticket | tags | false | includes not_includes | 
via_id | Channel | ticket | list | false | is is_not | *
current_via_id | Update via | ticket | list | false | is is_not | *
recipient | Received at | ticket | list | false | is | support@myBrand.zendesk.com
update_type | Ticket | ticket | list | false | is | Create, Change
ticket_is_public | Privacy | ticket | list | false | is | public, private
comment_is_public | Comment | ticket | list | false | is | true, false, not_relevant, requester_can_see_comment
comment_includes_word | Comment text | ticket | text | false | includes not_includes is is_not | 
reopens | Reopens | ticket | text | false | less_than greater_than is | 
replies | Agent replies | ticket | text | false | less_than greater_than is | 
agent_stations | Assignee stations | ticket | text | false | less_than greater_than is | 
group_stations | Group stations | ticket | text | false | less_than greater_than is | 
in_business_hours | Within business hours? | ticket | list | false | is | true, false
on_holiday | On a holiday? | ticket | list | false | is | true, false
schedule_id | Schedule | ticket | list | false | is is_not | 
within_schedule | Within (schedule) | ticket | list | false | is | 
ticket_due_date | Due date | ticket | list | false | is | true, false
requester_role | Role | requester | list | false | is is_not | 4, 0, 2
locale_id | Language | requester | list | false | is is_not | 1, 30, 2
requester_twitter_followers_count | Number of Twitter followers | requester | text | false | less_than greater_than is | 
requester_twitter_statuses_count | Number of tweets | requester | text | false | less_than greater_than is | 
requester_twitter_verified | Is verified by Twitter | requester | list | false | is | true
requester_time_zone | Time zone | requester | list | false | is is_not | *
role | Current user | other | list | false | is is_not | agent, end_user`
for (const line of RECORDED.trim().split('\n')) {
  const [subject = '', title, group, type, nullable, operators = '', values = ''] = line.split('|').map((part) => part.trim())
  test(`the definition of ${subject} is as recorded`, () => {
    const found = find(trigger.conditions_all, subject)
    assert.deepEqual([found.title, found.group, found.type, String(found.nullable)], [title, group, type, nullable])
    assert.deepEqual(operatorsOf(found).sort(), splitSorted(operators, ' '))
    if (values !== '*') {
      const named = valuesOf(found).filter((value) => !['71', 'help@example.com'].includes(value) && !/^\d+$/.test(value))
      const recorded = splitSorted(values, ', ').filter((value) => !/^\d+$|@/.test(value))
      assert.deepEqual(named.sort(), recorded)
    }
    assert.deepEqual(find(trigger.conditions_any, subject), found)
  })
}

test('records follow the values that have a meaning of their own', () => {
  assert.deepEqual(find(trigger.conditions_all, 'assignee_id').values, [
    { value: '__NULL__', title: '-', enabled: true },
    { value: 'requester_id', title: '(requester)', enabled: true },
    { value: 'current_user', title: '(current user)', enabled: true },
    { value: '71', title: 'One', enabled: true },
  ])
  assert.deepEqual(valuesOf(find(view.conditions_all, 'group_id')), ['__NULL__', 'current_groups', '71'])
  assert.deepEqual(valuesOf(find(trigger.conditions_all, 'recipient')), ['help@example.com'])
  assert.deepEqual(
    find(trigger.conditions_all, 'requester_role').values?.map(({ value }) => value),
    ['4', '0', '2'],
  )
})

test('too many records are completed while typing', () => {
  const agents = Array.from({ length: MAX_RECORDS + 1 }, (_, index) => ({ id: index + 1, title: `Agent ${index}` }))
  const { conditions_all } = conditionDefinitions('trigger', catalogue, { ...records, agents })
  const { type, values, metadata } = find(conditions_all, 'requester_id')
  assert.deepEqual([type, values?.length, metadata], ['autocomplete', 2, { collection_key: 'users', item_key: 'user' }])
})

test('custom fields are defined by their types, dropdowns of people with ids of options', () => {
  const findCondition = (subject: string) => find(trigger.conditions_all, subject)
  const summarizeCondition = ({ title, group, type, nullable }: ConditionDefinition) => [title, group, type, nullable]
  assert.deepEqual(summarizeCondition(findCondition('custom_fields_9')), ['Parts', 'ticket', 'list', true])
  assert.deepEqual(operatorsOf(findCondition('custom_fields_9')), ['includes', 'not_includes', 'present†', 'not_present†'])
  assert.deepEqual(valuesOf(findCondition('custom_fields_9')), ['__NULL__', 'gold', 'silver'])
  assert.ok(operatorsOf(findCondition('custom_fields_10')).includes('value_previous'))
  assert.deepEqual(valuesOf(findCondition('requester.custom_fields.level')), ['__NULL__', '5', '6'])
  assert.deepEqual(valuesOf(findCondition('requester.custom_fields.vip')), ['true', 'false'])
  assert.deepEqual(summarizeCondition(findCondition('requester.custom_fields.since')), ['Since', 'requester', 'date', false])
  assert.deepEqual(summarizeCondition(findCondition('organization.custom_fields.seats')), ['Seats', 'organization', 'text', false])
  assert.equal(findCondition('organization.custom_fields.seats').values, undefined)
})

test('views are offered hours under all and nothing that only triggers have', () => {
  assert.equal(find(view.conditions_all, 'updated_at').operators.find(({ value }) => value === 'is_business_hours')?.title, '(business) Is')
  const subjects = (list: readonly ConditionDefinition[]) => new Set(list.map(({ subject }) => subject))
  assert.equal(subjects(view.conditions_any).has('updated_at'), false)
  for (const name of ['update_type', 'role', 'ticket_type_id', 'custom_fields_'])
    assert.equal(subjects(view.conditions_all).has(name), false)
  assert.ok(!operatorsOf(find(view.conditions_all, 'status')).includes('changed'))
  assert.ok(operatorsOf(find(view.conditions_all, 'recipient')).includes('is_not'))
})

test('every field, operator and value that is offered is accepted on save', () => {
  for (const use of ['trigger', 'automation', 'view'] as const) {
    for (const { subject, operators, values = [] } of conditionDefinitions(use, catalogue, { ...records, is_hold_enabled: true })
      .conditions_all) {
      const row = fieldRow(subject, catalogue)!
      for (const { value: name, terminal } of operators) {
        const operator = row.operators.get(name)!
        assert.ok(operator.uses.includes(use))
        const refused = terminal ? [] : values.filter(({ value }) => operator.bind(value) === undefined).map(({ value }) => value)
        assert.deepEqual(
          refused.filter((value) => value !== '__NULL__' && value !== '71'),
          [],
          `${subject} ${name}`,
        )
      }
    }
  }
  assert.ok(fixedFields.length > 50)
})

/** subject | title | group | type | nullable | values without ids */
const RECORDED_ACTIONS = `
status | Status | ticket | list | false | open, pending, solved, closed
brand_id | Brand | ticket | list | false | 
ticket_form_id | Form | ticket | list | false | default_ticket_form
priority | Priority | ticket | list | false | low, normal, high, urgent
type | Type | ticket | list | false | question, incident, problem, task
group_id | Group | ticket | list | true | __NULL__
assignee_id | Assignee | ticket | list | true | __NULL__, current_user, requester_id
set_tags | Set tags | ticket | tags | false | 
current_tags | Add tags | ticket | tags | false | 
remove_tags | Remove tags | ticket | tags | false | 
follower | Add follower | ticket | list | false | current_user
set_schedule | Set schedule | ticket | list | false | 
notification_user | Email user | notifications | email | false | current_user, requester_and_ccs, requester_id, assignee_id, all_agents
notification_group | Email group | notifications | email | false | group_id
notification_target | Notify target | notifications | target | false | 
notification_webhook | Notify active webhook | notifications | webhook | false | 
locale_id | Language | requester | list | false | 1, 30, 2
notification_sms_group | Text group | notifications | sms | false | group_id
notification_sms_user | Text user | notifications | sms | false | current_user, requester_id, assignee_id`
const titled = new Set(fixedActions.map(({ name }) => name))
for (const line of RECORDED_ACTIONS.trim().split('\n')) {
  const [subject = '', title, group, type, nullable, values = ''] = line.split('|').map((part) => part.trim())
  test(`the definition of the action ${subject} is as recorded`, () => {
    const found = actionDefinitions('trigger', catalogue, records).find((one) => one.subject === subject)
    // actions that do not exist are not offered
    if (!titled.has(subject)) return assert.equal(found, undefined)
    assert.ok(found !== undefined)
    assert.deepEqual([found.title, found.group, found.type, String(found.nullable)], [title, group, type, nullable])
    const named = valuesOf(found).filter((value) => !/^\d+$/.test(value))
    assert.deepEqual(
      named,
      values.split(', ').filter((value) => value !== '' && !/^\d+$/.test(value)),
    )
  })
}

test('every action of the table has a definition, except those of channels that are not connected', () => {
  const offered = new Set(
    [...actionDefinitions('trigger', catalogue, records), ...actionDefinitions('macro', catalogue, records)].map(({ subject }) => subject),
  )
  assert.deepEqual(
    [...titled].filter((name) => !offered.has(name)),
    ['notification_zis', 'notification_messaging_csat', 'tweet_requester', 'deflection'],
  )
})

/** subject | type | nullable | repeatable | values without ids */
const RECORDED_MACRO_ACTIONS = `
status | list | false | false | open, pending, solved
brand_id | list | false | false | 
ticket_form_id | list | false | false | default_ticket_form
priority | list | false | false | low, normal, high, urgent
type | list | false | false | question, incident, problem, task
group_id | list | true | false | __NULL__, current_groups
assignee_id | list | true | false | __NULL__, current_user, requester_id
set_tags | tags | false | true | 
current_tags | tags | false | true | 
remove_tags | tags | false | false | 
follower | list | false | true | current_user
comment_value | list_with_textarea | false | false | channel:all, channel:web
comment_value_html | textarea | false | false | 
comment_mode_is_public | list | false | false | true, false`
test('definitions of macros are as recorded', () => {
  const found = actionDefinitions('macro', catalogue, records)
  const recorded = RECORDED_MACRO_ACTIONS.trim()
    .split('\n')
    .map((line) => line.split('|').map((part) => part.trim()))
  const shown = recorded.map(([subject]) => {
    const one = found.find((action) => action.subject === subject) ?? assert.fail(subject)
    return [
      one.subject,
      one.type,
      String(one.nullable),
      String(one.repeatable),
      valuesOf(one)
        .filter((value) => !/^\d+$/.test(value))
        .join(', '),
    ]
  })
  assert.deepEqual(shown, recorded)
  assert.deepEqual(found.find(({ subject }) => subject === 'custom_fields_9')?.type, 'multiselect_list')
  assert.deepEqual(
    found.filter(({ group }) => group !== 'ticket'),
    [],
  )
})

test('the older shape of actions of macros writes no value as an empty text', () => {
  const group = macroActions(catalogue, records).find(({ field }) => field === 'group_id')
  assert.deepEqual(group, {
    title: 'Group',
    title_for_field: 'Group',
    value: 'group_id',
    field: 'group_id',
    group: 'ticket',
    output_key: null,
    repeatable: false,
    operators: [{ value: 'is', title: 'Is' }],
    values: {
      type: 'list',
      list: [
        { value: '', title: '-', enabled: true },
        { value: 'current_groups', title: "(current user's groups)", enabled: true },
        { value: '71', title: 'One', enabled: true },
      ],
    },
  })
})
