import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)
const PATH = '/api/v2/slas/policies'
const agent = await putPerson(app, { role: 'agent' })

let made = 0
const target = (members: object = {}) => ({
  priority: 'urgent',
  metric: 'first_reply_time',
  target: 30,
  business_hours: false,
  ...members,
})
const post = (members: object) => api.post(PATH, { sla_policy: { title: `Policy ${++made}`, ...members } })
const create = async (members: object = {}): Promise<any> => {
  const { status, body } = await post(members)
  assert.equal(status, 201, JSON.stringify(body))
  return body.sla_policy
}
const makeFilter = (...conditions: object[]) => ({ filter: { all: conditions, any: [] } })
const refusal = async (members: object): Promise<any> => {
  const { status, body } = await post(members)
  assert.deepEqual([status, body.error], [422, 'RecordInvalid'], JSON.stringify(body))
  return body.details
}
const sentence = async (condition: object): Promise<string> => (await refusal(makeFilter(condition))).base[0].description
const ids = async (): Promise<number[]> => (await api.get(PATH)).body.sla_policies.map((row: any) => row.id)

test('a policy is created, listed, shown, changed and deleted, and the audit log names it', async () => {
  const incident = { field: 'ticket_type_id', operator: 'is', value: 2 }
  const sent = { title: ' Incidents ', description: 'Soon', ...makeFilter(incident), policy_metrics: [target()] }
  const answer = await api.post(`${PATH}.json`, { sla_policy: sent })
  assert.equal(answer.status, 201)
  const { sla_policy } = answer.body
  assert.equal(answer.headers.get('location'), sla_policy.url)
  const { id, url, created_at, updated_at } = sla_policy
  assert.equal(url, `${app.base_url}${PATH}/${id}.json`)
  assert.deepEqual(Object.entries(sla_policy), [
    ...Object.entries({ url, id, title: 'Incidents', description: 'Soon', position: 1, filter: { all: [incident], any: [] } }),
    ...Object.entries({ policy_metrics: [target()], created_at, updated_at }),
  ])
  assert.deepEqual((await api.get(`${PATH}/${id}`)).body, { sla_policy })
  assert.deepEqual((await api.get(PATH)).body, { sla_policies: [sla_policy], next_page: null, previous_page: null, count: 1 })
  const replaced = [target({ metric: 'total_resolution_time', target: 600, business_hours: true })]
  const changed = await api.put(`${PATH}/${id}`, { sla_policy: { title: 'Outages', filter: {}, policy_metrics: replaced } })
  assert.equal(changed.status, 200)
  const { title, description, filter, policy_metrics } = changed.body.sla_policy
  assert.deepEqual([title, description, filter, policy_metrics], ['Outages', 'Soon', { all: [], any: [] }, replaced])
  const deleted = await api.delete(`${PATH}/${id}`)
  assert.deepEqual([deleted.status, deleted.body], [204, undefined])
  assert.equal((await api.get(`${PATH}/${id}`)).status, 404)
  const log = (await api.get('/api/v2/audit_logs?sort=-created_at')).body.audit_logs
  const entries = log.filter((entry: any) => entry.source_label.startsWith('SLA policy: ') && entry.source_id === id)
  assert.deepEqual(entries.map((entry: any) => entry.action).sort(), ['create', 'destroy', 'update'])
  assert.equal(
    entries.find((entry: any) => entry.action === 'update').change_description,
    'Title changed from "Incidents" to "Outages"; Filter changed; Targets changed',
  )
})

// @source docs/reference/clients.md §27
test('switches of metrics, which are not obeyed, are not stored, and the answer warns of them', async () => {
  const { status, headers, body } = await post({ metric_settings: { first_reply_time: { fulfill_on_agent_internal_note: true } } })
  assert.equal(status, 201, JSON.stringify(body))
  assert.match(headers.get('x-zendesk-api-warn') ?? '', /metric_settings/)
  assert.ok(!('metric_settings' in body.sla_policy))
})

test('values of filters come back with the types that were sent', async () => {
  const group = await make.group()
  const field = (
    await api.post('/api/v2/ticket_fields', {
      ticket_field: { type: 'tagger', title: 'Plan', custom_field_options: [{ name: 'Gold', value: 'plan_gold' }] },
    })
  ).body.ticket_field
  const conditions = [
    { field: 'group_id', operator: 'is', value: group.id },
    { field: 'group_id', operator: 'is_not', value: null },
    { field: 'via_id', operator: 'is', value: '4' },
    { field: 'type', operator: 'is', value: 'incident' },
    { field: 'assignee_id', operator: 'is', value: 'requester_id' },
    { field: 'current_tags', operator: 'includes', value: 'vip gold' },
    { field: 'requester_role', operator: 'is_not', value: 4 },
    { field: 'exact_created_at', operator: 'greater_than_equal', value: '2026-01-31T12:00:00Z' },
    { field: `ticket_fields_${field.id}`, operator: 'includes', value: ['plan_gold', null] },
    { field: `ticket_fields_${field.id}`, operator: 'not_includes', value: field.custom_field_options[0].id },
  ]
  const { id } = await create(makeFilter(...conditions))
  assert.deepEqual((await api.get(`${PATH}/${id}`)).body.sla_policy.filter, { all: conditions, any: [] })
})

test('a wrong condition is refused by name', async () => {
  for (const [condition, words] of [
    [{ field: 'moon', operator: 'is', value: 'full' }, /no field "moon" in filters/],
    [{ field: 'status', operator: 'is', value: 'open' }, /no field "status" in filters/],
    [{ field: 'group_id', operator: 'less_than', value: 1 }, /group_id: operator "less_than" must be one of is, is_not/],
    [{ field: 'group_id', operator: 'changed', value: null }, /group_id: operator "changed" must be one of is, is_not/],
    [{ field: 'type', operator: 'changed', value: null }, /type: operator "changed" must be one of is, is_not/],
    [{ field: 'ticket_type_id', operator: 'is', value: 5 }, /ticket_type_id: value must be one of 0, 1, 2, 3, 4/],
    [{ field: 'requester_role', operator: 'is', value: 1 }, /requester_role: value must be one of 4, 0, 2/],
    [{ field: 'exact_created_at', operator: 'less_than', value: 'yesterday' }, /exact_created_at: value must be a time/],
    [{ field: 'ticket_fields_999999', operator: 'present', value: null }, /no field "ticket_fields_999999"/],
    [{ field: 'group_id', operator: 'is', value: { id: 1 } }, /group_id: value must be an id/],
    [{ field: 'group_id', operator: 'is', value: 999_999 }, /group_id: there is no record with id 999999/],
    [{ field: 'organization_id', operator: 'is_not', value: '999999' }, /organization_id: there is no record with id 999999/],
  ] as const)
    assert.match(await sentence(condition), words)
})

test('a target can be sent in seconds alone', async () => {
  const { target: _minutes, ...rest } = target()
  const { policy_metrics } = await create({
    policy_metrics: [{ ...rest, target_in_seconds: 1800 }, target({ priority: 'low', target_in_seconds: 60 })],
  })
  assert.deepEqual(policy_metrics, [target(), target({ priority: 'low' })])
  const wrong = await refusal({ policy_metrics: [{ ...rest, target_in_seconds: 90 }] })
  assert.match(wrong.policy_metrics[0].description, /target must be a whole number of minutes/)
})

test('wrong targets are refused, each by its place', async () => {
  const { policy_metrics } = await refusal({
    policy_metrics: [
      target(),
      target({ priority: 'huge' }),
      target({ metric: 'coffee_time' }),
      target({ target: 0 }),
      target({ target: -5, priority: 'low' }),
      target({ target: 99 }),
    ],
  })
  assert.deepEqual(
    policy_metrics.map((problem: any) => /^Policy metrics: entry (\d): (\w+)/.exec(problem.description)?.slice(1)),
    [
      ['2', 'priority'],
      ['3', 'metric'],
      ['4', 'target'],
      ['4', 'there'],
      ['5', 'target'],
      ['6', 'there'],
    ],
  )
  assert.equal((await post({ policy_metrics: [target({ target: 'soon' })] })).status, 400)
  assert.equal((await post({ policy_metrics: [target({ target: 1.5 })] })).status, 400)
})

test('a title is required, and texts and lists have limits', async () => {
  assert.deepEqual(Object.keys(await refusal({ title: ' ' })), ['title'])
  assert.deepEqual(Object.keys(await refusal({ title: 'x'.repeat(256) })), ['title'])
  assert.deepEqual(Object.keys(await refusal({ position: -1 })), ['position'])
  const condition = { field: 'current_tags', operator: 'includes', value: 'vip' }
  assert.equal((await post({ filter: { all: Array.from({ length: 101 }, () => condition) } })).status, 400)
  assert.equal((await post({ policy_metrics: Array.from({ length: 101 }, () => target()) })).status, 400)
  const { status, body } = await api.post(PATH, {})
  assert.deepEqual([status, body.description], [400, 'param is missing or the value is empty or invalid: sla_policy'])
})

test('policies are ordered by the ids of the query or the body', async () => {
  for (const id of await ids()) await api.delete(`${PATH}/${id}`)
  const one = await create()
  const two = await create()
  const three = await create()
  assert.deepEqual([one.position, two.position, three.position], [1, 2, 3])
  assert.equal((await api.put(`${PATH}/reorder`, { sla_policy_ids: [three.id, two.id, one.id] })).status, 200)
  assert.deepEqual(await ids(), [three.id, two.id, one.id])
  assert.equal((await api.put(`${PATH}/reorder?sla_policy_ids=${two.id},${three.id}`)).status, 200)
  assert.deepEqual(await ids(), [two.id, three.id, one.id])
  assert.equal((await api.put(`${PATH}/reorder`, { sla_policy_ids: [999_999] })).status, 404)
  assert.equal((await api.put(`${PATH}/reorder?sla_policy_ids=one`)).status, 400)
  assert.equal((await api.put(`${PATH}/reorder`, {})).status, 400)
})

test('the definitions list the fields of filters with typed values', async () => {
  const { all: first, any } = (await api.get(`${PATH}/definitions`)).body.definitions
  assert.deepEqual(first, any)
  const findEntry = (name: string) => first.find((entry: any) => entry.value === name)
  assert.deepEqual(Object.keys(first[0]), ['title', 'value', 'group', 'target', 'operators', 'values'])
  const fixed = first.map((entry: any) => entry.value).filter((name: string) => !name.startsWith('ticket_fields_'))
  assert.deepEqual(fixed.toSorted(), [
    'assignee_id',
    'brand_id',
    'current_tags',
    'current_via_id',
    'exact_created_at',
    'group_id',
    'organization_id',
    'recipient',
    'requester_id',
    'requester_role',
    'ticket_form_id',
    'ticket_is_public',
    'ticket_type_id',
    'via_id',
  ])
  const operators = (name: string) => findEntry(name).operators.map((one: any) => one.value)
  const values = (name: string) => findEntry(name).values.list.map((one: any) => one.value)
  assert.deepEqual(operators('current_tags'), ['includes', 'not_includes'])
  assert.deepEqual(values('ticket_type_id'), [0, 1, 2, 3, 4])
  assert.equal(values('group_id')[0], null)
  const offered = first.filter((entry: any) => entry.values.type === 'list' && entry.value !== 'organization_id')
  for (const { value, operators: each, values: choices } of offered)
    for (const choice of choices.list) {
      const several = each.some((one: any) => one.value === 'includes')
      const condition = { field: value, operator: several ? 'includes' : 'is', value: several ? [choice.value] : choice.value }
      assert.equal((await post(makeFilter(condition))).status, 201, JSON.stringify(condition))
    }
})

test('agents are refused, and callers without credentials', async () => {
  const { id } = await create()
  assert.equal((await app.as({}).get(PATH)).status, 401)
  for (const path of [PATH, `${PATH}/${id}`, `${PATH}/definitions`]) assert.equal((await agent.api.get(path)).status, 403, path)
  assert.equal((await agent.api.post(PATH, { sla_policy: { title: 'x' } })).status, 403)
  assert.equal((await agent.api.put(`${PATH}/${id}`, { sla_policy: { title: 'x' } })).status, 403)
  assert.equal((await agent.api.put(`${PATH}/reorder`, { sla_policy_ids: [id] })).status, 403)
  assert.equal((await agent.api.delete(`${PATH}/${id}`)).status, 403)
  assert.equal((await api.put(`${PATH}/999999`, { sla_policy: { title: 'x' } })).status, 404)
  assert.equal((await api.delete(`${PATH}/999999`)).status, 404)
})

test('a policy whose group was deleted can still be changed, but not with a filter that names it', async () => {
  const group = await make.group()
  const named = makeFilter({ field: 'group_id', operator: 'is', value: group.id })
  const { id } = await create(named)
  assert.equal((await api.delete(`/api/v2/groups/${group.id}`)).status, 204)
  assert.equal((await api.put(`${PATH}/${id}`, { sla_policy: { title: 'Renamed' } })).status, 200)
  assert.equal((await api.put(`${PATH}/${id}`, { sla_policy: named })).status, 422)
})
