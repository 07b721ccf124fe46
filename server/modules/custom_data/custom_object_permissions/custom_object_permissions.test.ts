import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApp } from '#test/app.ts'
import type { Client } from '#test/client.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const objects = '/api/v2/custom_objects'
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })
let made = 0

/** Creates an object with the fields of these tests and a unique key. */
async function newObject(): Promise<string> {
  const key = `thing_${++made}`
  await api.post(objects, { custom_object: { key, title: 'Thing', title_pluralized: 'Things' } })
  for (const field of [
    { key: 'level', type: 'integer' },
    { key: 'owner', type: 'lookup', relationship_target_type: 'zen:user' },
    { key: 'kind', type: 'dropdown', custom_field_options: [{ name: 'Open', value: 'open' }] },
  ])
    await api.post(`${objects}/${key}/fields`, { custom_object_field: { title: field.key, ...field } })
  return key
}
let key = ''
before(async () => {
  key = await newObject()
})

const rule = (conditions: unknown, title = 'A rule') => ({ access_rule: { title, description: 'Of a test', conditions } })
const newRule = async (object: string, conditions: unknown): Promise<number> => {
  const answer = await api.post(`${objects}/${object}/access_rules`, rule(conditions))
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.access_rule.id
}
const allow = (object: string, role: string, records: Record<string, unknown>) =>
  api.patch(`${objects}/${object}/permission_policies/${role}`, { policy: { records } })
const record = async (object: string, name: string, custom_object_fields: Record<string, unknown> = {}, by: Client = api) =>
  by.post(`${objects}/${object}/records`, { custom_object_record: { name, custom_object_fields } })
const namesFor = async (by: Client, object: string) =>
  (await by.get(`${objects}/${object}/records`)).body.custom_object_records.map((one: { name: string }) => one.name).sort()

test('a rule is created, shown, changed and removed', async () => {
  const conditions = { all: [{ field: 'custom_object_fields.level', operator: 'greater_than', value: 3 }], any: [] }
  const { status, headers, body } = await api.post(`${objects}/${key}/access_rules`, rule(conditions))
  assert.equal(status, 201, JSON.stringify(body))
  const { id, created_at: _created, updated_at: _updated, ...shown } = body.access_rule
  assert.deepEqual(shown, { title: 'A rule', description: 'Of a test', conditions })
  assert.equal(headers.get('location'), `${app.base_url}${objects}/${key}/access_rules/${id}.json`)
  const one = `${objects}/${key}/access_rules/${id}`
  assert.equal((await api.patch(one, { access_rule: { title: 'Renamed' } })).body.access_rule.title, 'Renamed')
  assert.deepEqual((await api.get(`${objects}/${key}/access_rules`)).body.access_rules, [(await api.get(one)).body.access_rule])
  assert.equal((await api.delete(one)).status, 204)
  assert.equal((await api.get(one)).status, 404)
})

test('invalid conditions are refused', async () => {
  const level = 'custom_object_fields.level'
  for (const conditions of [
    { all: [], any: [] },
    { all: [{ field: 'nowhere', operator: 'is', value: 1 }] },
    { all: [{ field: level, operator: 'shouts', value: 1 }] },
    { all: [{ field: level, operator: 'includes', value: 1 }] },
    { all: [{ field: level, operator: 'is', value: 'many' }] },
    { any: [{ field: level, operator: 'matches', value: 'current_user' }] },
    { any: [{ field: 'custom_object_fields.owner', operator: 'matches', value: 'somebody' }] },
  ])
    assert.equal((await api.post(`${objects}/${key}/access_rules`, rule(conditions))).status, 422, JSON.stringify(conditions))
  const good = { all: [{ field: 'name', operator: 'present', value: true }] }
  assert.equal((await api.post(`${objects}/${key}/access_rules`, rule(good, ' '))).status, 422)
})

test('definitions list the operators of each field, and every condition they allow is accepted', async () => {
  const { conditions_all } = (await api.get(`${objects}/${key}/access_rules/definitions`)).body.definitions
  const owner = conditions_all.find((one: { subject: string }) => one.subject === 'custom_object_fields.owner')
  assert.deepEqual(
    owner.operators.map((one: { value: string }) => one.value),
    ['is', 'is_not', 'matches', 'present'],
  )
  const samples: Record<string, unknown> = { number: 1, integer: 1, moment: '2020-01-01', person: 1, dropdown: 'open', lookup: '1' }
  for (const { subject, type, operators, values } of conditions_all)
    for (const { value: operator } of operators) {
      const current = values.find((one: { dynamic: boolean }) => one.dynamic)?.value
      const value = operator === 'present' ? true : operator === 'matches' ? current : (samples[type] ?? 'x')
      const answer = await api.post(`${objects}/${key}/access_rules`, rule({ all: [{ field: subject, operator, value }] }))
      assert.equal(answer.status, 201, `${subject} ${operator} ${JSON.stringify(answer.body)}`)
    }
})

test('by default agents may do everything and end users nothing', async () => {
  const { policies } = (await api.get(`${objects}/${key}/permission_policies`)).body
  const makePolicy = (allowed: boolean) => {
    const action = { allowed, rule_id: null }
    return { create: action, read: action, update: action, delete: action }
  }
  assert.deepEqual(policies.at(0), { id: 'agent', role_name: 'Agent', records: makePolicy(true) })
  assert.deepEqual(policies.at(-1), { id: 'end_user', role_name: 'End user', records: makePolicy(false) })
  assert.deepEqual((await api.get(`${objects}/${key}/permission_policies/agent`)).body, { policy: policies[0] })
  assert.equal((await api.get(`${objects}/${key}/permission_policies/nobody`)).status, 404)
})

test('a policy must allow reading wherever it allows writing, and for all records where writing is', async () => {
  const object = await newObject()
  const rule_id = await newRule(object, { all: [{ field: 'level', operator: 'is', value: 1 }] })
  assert.equal((await allow(object, 'end_user', { update: { allowed: true } })).status, 422)
  assert.equal((await allow(object, 'agent', { read: { allowed: true, rule_id } })).status, 422)
  assert.equal((await allow(object, 'end_user', { read: { allowed: true, rule_id: 999_999 } })).status, 422)
  const other = await newRule(key, { all: [{ field: 'level', operator: 'is', value: 1 }] })
  assert.equal((await allow(object, 'end_user', { read: { allowed: true, rule_id: other } })).status, 422)
  const { status, body } = await allow(object, 'end_user', { read: { allowed: 'true', rule_id }, update: { allowed: true, rule_id } })
  assert.deepEqual(
    [status, body.policy.records.update, body.policy.records.delete],
    [200, { allowed: true, rule_id }, { allowed: false, rule_id: null }],
  )
  assert.equal((await api.delete(`${objects}/${object}/access_rules/${rule_id}`)).status, 422)
})

/** The status of each action of a caller on a record. */
async function statusesFor(by: Client, object: string, id: string): Promise<Record<string, number>> {
  const at = `${objects}/${object}/records`
  const read = (await by.get(`${at}/${id}`)).status
  const update = (await by.patch(`${at}/${id}`, { custom_object_record: { custom_object_fields: { kind: 'open' } } })).status
  const create = (await record(object, 'Theirs', { level: 1 }, by)).status
  return { read, update, create, delete: (await by.delete(`${at}/${id}`)).status }
}

test('each switch of a policy permits its own action and nothing else, for agents and for end users', async () => {
  const NEVER = { read: 403, update: 403, create: 403, delete: 403 }
  for (const [who, role] of [
    [agent, 'agent'],
    [customer, 'end_user'],
  ] as const) {
    const object = await newObject()
    const id = async () => (await record(object, 'A record', { level: 1 })).body.custom_object_record.id
    const off = { allowed: false }
    const closed = { create: off, read: off, update: off, delete: off }
    await allow(object, role, closed)
    assert.deepEqual(await statusesFor(who.api, object, await id()), NEVER, role)
    assert.equal((await who.api.get(`${objects}/${object}/records`)).status, 403)
    for (const [action, opened] of [
      ['read', { read: 200 }],
      ['update', { read: 200, update: 200 }],
      ['create', { read: 200, create: 201 }],
      ['delete', { read: 200, delete: 204 }],
    ] as const) {
      await allow(object, role, { ...closed, read: { allowed: true }, [action]: { allowed: true } })
      assert.deepEqual(await statusesFor(who.api, object, await id()), { ...NEVER, ...opened }, `${role} ${action}`)
    }
  }
})

test('a rule restricts a role to some records, in every route that reaches them', async () => {
  const object = await newObject()
  const at = `${objects}/${object}/records`
  const low = await newRule(object, { all: [{ field: 'level', operator: 'less_than_equal', value: 2 }] })
  const one = await newRule(object, { all: [{ field: 'level', operator: 'is', value: 1 }] })
  await allow(object, 'agent', {
    read: { allowed: true, rule_id: low },
    update: { allowed: true, rule_id: one },
    create: { allowed: true, rule_id: one },
    delete: { allowed: false },
  })
  const ids: string[] = []
  for (const level of [1, 2, 3]) ids.push((await record(object, `Level ${level}`, { level })).body.custom_object_record.id)
  assert.deepEqual(await namesFor(agent.api, object), ['Level 1', 'Level 2'])
  assert.equal((await agent.api.get(`${at}/count`)).body.count.value, 2)
  for (const path of [`${at}/search?query=level`, `${at}/autocomplete?name=level`, `${at}?filter[ids]=${ids.join()}`])
    assert.equal((await agent.api.get(path)).body.custom_object_records.length, 2, path)
  const filtered = await agent.api.post(`${at}/search`, { filter: { $or: [{ level: { $eq: 3 } }, { level: { $eq: 1 } }] } })
  assert.equal(filtered.body.custom_object_records.length, 1)
  assert.equal((await agent.api.get(`${at}/${ids[2]}`)).status, 404)
  const change = (id: string) => agent.api.patch(`${at}/${id}`, { custom_object_record: { name: 'Changed' } })
  assert.deepEqual(await Promise.all(ids.map(async (id) => (await change(id)).status)), [200, 403, 404])
  assert.equal((await record(object, 'Mine', { level: 1 }, agent.api)).status, 201)
  assert.equal((await record(object, 'Too high', { level: 2 }, agent.api)).status, 403)
  assert.ok(!(await namesFor(api, object)).includes('Too high'))
})

test('a rule can compare with the caller', async () => {
  const object = await newObject()
  const rule_id = await newRule(object, { any: [{ field: 'custom_object_fields.owner', operator: 'matches', value: 'current_user' }] })
  await allow(object, 'end_user', { read: { allowed: true, rule_id } })
  await record(object, 'Theirs', { owner: customer.id })
  await record(object, 'Somebody else’s', { owner: agent.id })
  await record(object, 'Nobody’s')
  assert.deepEqual(await namesFor(customer.api, object), ['Theirs'])
  const field = (await api.get(`${objects}/${object}/fields/owner`)).body.custom_object_field
  await api.delete(`${objects}/${object}/fields/${field.id}`)
  assert.deepEqual(await namesFor(customer.api, object), [])
})

test('only administrators have access to permissions', async () => {
  for (const path of ['access_rules', 'access_rules/definitions', 'permission_policies', 'permission_policies/agent']) {
    assert.equal((await agent.api.get(`${objects}/${key}/${path}`)).status, 403, path)
    assert.equal((await app.as({}).get(`${objects}/${key}/${path}`)).status, 401, path)
    assert.equal((await api.get(`${objects}/nowhere/${path}`)).status, 404, path)
  }
  assert.equal((await agent.api.patch(`${objects}/${key}/permission_policies/agent`, { policy: { records: {} } })).status, 403)
  assert.equal((await agent.api.post(`${objects}/${key}/access_rules`, rule({ all: [] }))).status, 403)
})

test('the policy of a custom role applies to the agents who have it', async () => {
  const object = await newObject()
  const at = `${objects}/${object}/permission_policies`
  const { policies } = (await api.get(at)).body
  const own = policies.slice(1, -1)
  const [lead] = own.filter((one: { role_name: string }) => one.role_name === 'Team lead')
  const [light] = own.filter((one: { role_name: string }) => one.role_name === 'Light agent')
  assert.deepEqual([lead.records.update.allowed, light.records.read.allowed, light.records.update.allowed], [true, true, false])
  const member = await putPerson(app, { role: 'agent' })
  await app.database.database.driver`update users set custom_role_id = ${lead.id}, role_type = 0 where id = ${member.id}`
  await record(object, 'A record')
  assert.deepEqual(await namesFor(member.api, object), ['A record'])
  const off = { allowed: false }
  assert.equal((await allow(object, lead.id, { create: off, read: off, update: off, delete: off })).status, 200)
  assert.equal((await member.api.get(`${objects}/${object}/records`)).status, 403)
  assert.equal((await agent.api.get(`${objects}/${object}/records`)).status, 200)
})
