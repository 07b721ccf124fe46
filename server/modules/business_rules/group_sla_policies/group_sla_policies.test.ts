import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { putPerson } from '#test/records.ts'
import { isUlid } from '#lib/ulid.ts'

const app = await useApp()
const { api } = app
const PATH = '/api/v2/group_slas/policies'
const group = await makeWith(api).group()
const agent = await putPerson(app, { role: 'agent' })

let made = 0
const makeGroupFilter = (...ids: unknown[]) => ({ all: [{ field: 'group_id', operator: 'includes', value: ids }] })
const target = (members: object = {}) => ({
  priority: 'high',
  metric: 'group_ownership_time',
  target: 3600,
  business_hours: true,
  ...members,
})
const post = (members: object) =>
  api.post(PATH, { group_sla_policy: { title: `Policy ${++made}`, filter: makeGroupFilter(group.id), ...members } })
const create = async (members: object = {}): Promise<any> => (await post(members)).body.group_sla_policy
const refusal = async (members: object): Promise<any> => {
  const { status, body } = await post(members)
  assert.equal(status, 422, JSON.stringify(body))
  return body.details
}

test('a group policy is created, listed, shown, changed and deleted', async () => {
  const answer = await post({ title: 'Second level', description: null, policy_metrics: [target()] })
  assert.equal(answer.status, 201)
  const { group_sla_policy } = answer.body
  assert.ok(isUlid(group_sla_policy.id))
  assert.equal(group_sla_policy.url, `${app.base_url}${PATH}/${group_sla_policy.id}.json`)
  assert.deepEqual(group_sla_policy.filter, makeGroupFilter(group.id))
  assert.deepEqual(group_sla_policy.policy_metrics, [target()])
  assert.deepEqual((await api.get(`${PATH}/${group_sla_policy.id}`)).body, answer.body)
  const list = (await api.get(PATH)).body
  assert.deepEqual(list, { group_sla_policies: [group_sla_policy], next_page: null, previous_page: null, count: 1 })
  const changed = await api.put(`${PATH}/${group_sla_policy.id}`, { group_sla_policy: { title: 'Third level' } })
  assert.deepEqual([changed.status, changed.body.group_sla_policy.title], [200, 'Third level'])
  assert.equal((await api.delete(`${PATH}/${group_sla_policy.id}`)).status, 204)
  assert.equal((await api.get(`${PATH}/${group_sla_policy.id}`)).status, 404)
  const log = (await api.get('/api/v2/audit_logs?sort=-created_at')).body.audit_logs
  assert.equal(log.filter((entry: any) => entry.source_label.startsWith('Group SLA policy: ')).length, 3)
})

test('filters name existing groups and nothing else; the only metric is the time of ownership', async () => {
  const sentence = async (filter: object) => (await refusal({ filter })).base[0].description
  assert.match(await sentence({ all: [{ field: 'brand_id', operator: 'is', value: 1 }] }), /on group_id only/)
  assert.match(await sentence({ all: [{ field: 'group_id', operator: 'is', value: group.id }] }), /operator "is" must be includes/)
  assert.match(await sentence(makeGroupFilter('x')), /value must be one or more ids/)
  assert.match(await sentence(makeGroupFilter(group.id, 999_999)), /there is no record with id 999999/)
  assert.match(await sentence({ ...makeGroupFilter(group.id), any: makeGroupFilter(group.id).all }), /under "all" only/)
  const { policy_metrics } = await refusal({ policy_metrics: [target({ metric: 'first_reply_time' })] })
  assert.match(policy_metrics[0].description, /entry 1: metric "first_reply_time" must be one of group_ownership_time/)
})

test('a group policy without groups is refused in words, and nothing is kept of it', async () => {
  const titles = async () => (await api.get(PATH)).body.group_sla_policies.map((row: any) => row.title)
  const { id } = await create()
  const said = /^Invalid (conditions\.|condition on group_id:) you must select at least one group\.$/i
  const before = await titles()
  const inclusion = (value: unknown) => ({ all: [{ field: 'group_id', operator: 'includes', value }] })
  for (const filter of [undefined, {}]) assert.match((await refusal({ filter })).base[0].description, said)
  for (const filter of [{ all: [] }, inclusion([]), inclusion(''), inclusion(null)]) {
    assert.match((await refusal({ filter })).base[0].description, said, JSON.stringify(filter))
    const changed = await api.put(`${PATH}/${id}`, { group_sla_policy: { filter } })
    assert.equal(changed.status, 422, JSON.stringify(filter))
    assert.match(changed.body.details.base[0].description, said)
  }
  assert.deepEqual(await titles(), before)
  assert.deepEqual((await api.get(`${PATH}/${id}`)).body.group_sla_policy.filter, makeGroupFilter(group.id))
  assert.equal((await api.delete(`${PATH}/${id}`)).status, 204)
})

test('group policies are ordered by the ids of the query or the body', async () => {
  const one = await create()
  const two = await create()
  const ids = async () => (await api.get(PATH)).body.group_sla_policies.map((row: any) => row.id)
  assert.equal((await api.put(`${PATH}/reorder`, { group_sla_policy_ids: [two.id, one.id] })).status, 200)
  assert.deepEqual(await ids(), [two.id, one.id])
  assert.equal((await api.put(`${PATH}/reorder?group_sla_policy_ids=${one.id},${two.id}`)).status, 200)
  assert.deepEqual(await ids(), [one.id, two.id])
  assert.equal((await api.put(`${PATH}/reorder`, { group_sla_policy_ids: ['x'] })).status, 404)
  assert.equal((await api.put(`${PATH}/reorder`, {})).status, 400)
})

test('the definitions offer groups', async () => {
  const { all } = (await api.get(`${PATH}/definitions`)).body.definitions
  assert.deepEqual([all.length, all[0].value, all[0].operators.map((one: any) => one.value)], [1, 'group_id', ['includes']])
  assert.ok(all[0].values.list.some((choice: any) => choice.value === group.id))
})

test('agents are refused, and callers without credentials', async () => {
  const { id } = await create()
  assert.equal((await app.as({}).get(PATH)).status, 401)
  for (const path of [PATH, `${PATH}/${id}`, `${PATH}/definitions`]) assert.equal((await agent.api.get(path)).status, 403, path)
  assert.equal((await agent.api.post(PATH, { group_sla_policy: { title: 'x' } })).status, 403)
  assert.equal((await agent.api.put(`${PATH}/${id}`, { group_sla_policy: { title: 'x' } })).status, 403)
  assert.equal((await agent.api.put(`${PATH}/reorder`, { group_sla_policy_ids: [id] })).status, 403)
  assert.equal((await agent.api.delete(`${PATH}/${id}`)).status, 403)
  assert.equal((await api.put(`${PATH}/x`, { group_sla_policy: { title: 'x' } })).status, 404)
  assert.equal((await api.post(PATH, {})).status, 400)
})
