// Object triggers at work: through the API, on real records.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitForJob, waitFor } from '#test/jobs.ts'
import { MAY_CALL_RECEIVER, useReceiver } from '#test/receiver.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp(MAY_CALL_RECEIVER)
const { api } = app
const agent = await putPerson(app, { role: 'agent' })
const owner = await putPerson(app, { role: 'end-user' })
const objects = '/api/v2/custom_objects'
const records = `${objects}/order/records`

interface Part {
  readonly field: string
  readonly operator?: string
  readonly value?: unknown
}
const toFieldName = (field: string) => `custom_object.order.custom_fields.${field}`
const makeCondition = (field: string, operator: string, value?: unknown): Part => ({ field: toFieldName(field), operator, value })
const is = (field: string, value: unknown): Part => ({ field, operator: 'is', value })
const set = (field: string, value: unknown): Part => ({ field: toFieldName(field), value })
/** A trigger for records whose `topic` is the given word. */
async function addTrigger(topic: string, all: readonly Part[], actions: readonly Part[]): Promise<any> {
  const conditions = { all: [makeCondition('topic', 'is', topic), ...all], any: [] }
  const answer = await api.post(`${objects}/order/triggers`, { trigger: { title: `On ${topic}`, conditions, actions } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.trigger
}
let made = 0
async function create(custom_object_fields: object, as = api): Promise<any> {
  const answer = await as.post(records, { custom_object_record: { name: `Order ${++made}`, custom_object_fields } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.custom_object_record
}
async function change(id: string, custom_object_fields: object, as = api): Promise<any> {
  const answer = await as.patch(`${records}/${id}`, { custom_object_record: { custom_object_fields } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.custom_object_record
}
/** The values of these fields of a record. */
const pickFields = ({ custom_object_fields }: any, ...fields: string[]) => fields.map((field) => custom_object_fields[field])
const addField = async (custom_object_field: object) =>
  assert.equal((await api.post(`${objects}/order/fields`, { custom_object_field })).status, 201)

before(async () => {
  await api.post(objects, { custom_object: { key: 'order', title: 'Order', title_pluralized: 'Orders' } })
  const custom_field_options = ['new', 'paid', 'sent'].map((value) => ({ name: value, value }))
  for (const field of [
    ...['topic', 'note', 'fading'].map((key) => ({ key, type: 'text' })),
    { key: 'state', type: 'dropdown', custom_field_options },
    { key: 'marks', type: 'multiselect', custom_field_options },
    { key: 'total', type: 'decimal' },
    { key: 'items', type: 'integer' },
    { key: 'gift', type: 'checkbox' },
    { key: 'due', type: 'date' },
    { key: 'code', type: 'regexp', regexp_for_validation: '^[A-Z]{3}$' },
    { key: 'owner', type: 'lookup', relationship_target_type: 'zen:user' },
    { key: 'part_of', type: 'lookup', relationship_target_type: 'zen:custom_object:order' },
  ])
    await addField({ title: field.key, ...field })
})

test('a trigger sets fields of every type of a record in the same write', async () => {
  const parent = await create({})
  const values = {
    note: 'Set',
    state: 'paid',
    total: '9.5',
    items: '3',
    gift: 'true',
    due: '2027-02-28',
    code: 'ABC',
    owner: String(owner.id),
  }
  const wanted = { ...values, marks: ['new', 'sent'], part_of: parent.id }
  await addTrigger(
    'types',
    [is('update_type', 'Create')],
    Object.entries(wanted).map(([field, value]) => set(field, value)),
  )
  const answered = await create({ topic: 'types', fading: 'stays' })
  const shown = {
    ...values,
    total: 9.5,
    items: 3,
    gift: true,
    due: '2027-02-28T00:00:00+00:00',
    marks: ['new', 'sent'],
    part_of: parent.id,
  }
  assert.deepEqual(answered.custom_object_fields, { topic: 'types', fading: 'stays', ...shown })
  assert.deepEqual((await api.get(`${records}/${answered.id}`)).body.custom_object_record, answered)
  // what a trigger sets is found like what a client sets
  assert.equal((await api.get(`${records}/search?query=ABC`)).body.count, 1)
})

test('conditions read values of every type, standard fields, the kind of update and who makes it', async () => {
  const holds: readonly Part[] = [
    makeCondition('note', 'includes_words', 'brown fox'),
    makeCondition('state', 'is', 'paid'),
    makeCondition('marks', 'includes', ['new']),
    makeCondition('total', 'greater_than', '9.4'),
    makeCondition('items', 'less_than_equal', '3'),
    makeCondition('gift', 'is', 'true'),
    makeCondition('due', 'less_than', '2027-03-01'),
    makeCondition('code', 'present'),
    makeCondition('owner', 'is', String(owner.id)),
    makeCondition('fading', 'not_present'),
    { field: 'custom_object.order.external_id', operator: 'not_present' },
    { field: 'custom_object.order.name', operator: 'includes_string', value: 'order' },
    is('update_type', 'Create'),
    is('role', String(agent.id)),
  ]
  for (const [index, one] of holds.entries()) {
    const others = index === 0 ? [is('update_type', 'Create')] : [makeCondition('fading', 'is', String(index))]
    await addTrigger(
      'reads',
      index === 9 ? [makeCondition('part_of', 'not_present'), makeCondition('fading', 'is', '9')] : [...others, one],
      [set('fading', String(index + 1))],
    )
  }
  const fields = {
    topic: 'reads',
    note: 'A fox',
    state: 'paid',
    marks: ['new'],
    total: 9.5,
    items: 3,
    gift: true,
    due: '2027-02-28',
    code: 'ABC',
    owner: owner.id,
  }
  assert.deepEqual(pickFields(await create(fields, agent.api), 'fading'), [String(holds.length)])
  assert.deepEqual(pickFields(await create(fields), 'fading'), [String(holds.length - 1)], 'the last is for the agent alone')
})

test('changed, value and value_previous compare with the record before the update', async () => {
  const log = (word: string) => [set('note', word)]
  await addTrigger('watch', [makeCondition('state', 'value', 'paid')], log('to paid'))
  await addTrigger('watch', [makeCondition('state', 'value_previous', 'paid')], log('from paid'))
  await addTrigger('watch', [makeCondition('marks', 'changed'), is('update_type', 'Change')], log('marks'))
  await addTrigger(
    'watch',
    [makeCondition('total', 'changed'), makeCondition('total', 'greater_than', '5'), is('update_type', 'Change')],
    log('total'),
  )
  const { id } = await create({ topic: 'watch', state: 'new', marks: ['new'] })
  assert.deepEqual(pickFields(await change(id, { state: 'paid', marks: ['new'] }), 'note'), ['to paid'])
  assert.deepEqual(pickFields(await change(id, { state: 'sent' }), 'note'), ['from paid'])
  assert.deepEqual(pickFields(await change(id, { marks: ['new', 'sent'] }), 'note'), ['marks'])
  assert.deepEqual(pickFields(await change(id, { total: 4 }), 'note'), ['marks'])
  assert.deepEqual(pickFields(await change(id, { total: 6 }), 'note'), ['total'])
})

test('triggers run in order and again after a change; each fires once; a write that changes nothing runs none', async () => {
  await addTrigger('chain', [makeCondition('state', 'is', 'paid')], [set('state', 'sent')])
  const start = await addTrigger('chain', [makeCondition('state', 'is', 'new')], [set('state', 'paid'), set('items', '1')])
  await addTrigger('chain', [makeCondition('state', 'is', 'sent')], [set('state', 'new')])
  const record = await create({ topic: 'chain', state: 'new' })
  assert.deepEqual(pickFields(record, 'state', 'items'), ['new', 1], 'around once')
  await api.put(`${objects}/order/triggers/${start.id}`, { trigger: { active: false } })
  assert.deepEqual(pickFields(await change(record.id, { topic: 'chain', state: 'new' }), 'state'), ['new'])
  assert.deepEqual(pickFields(await change(record.id, { state: 'paid' }), 'state'), ['new'], 'through sent')
  assert.deepEqual(pickFields(await change(record.id, { state: 'new', note: 'x' }), 'state'), ['new'], 'an inactive one does nothing')
})

test('every way to write a record runs the triggers', async () => {
  await addTrigger('ways', [], [set('note', 'ruled')])
  const custom_object_record = { name: 'By external id', custom_object_fields: { topic: 'ways' } }
  const upsert = () => api.patch(`${records}?external_id=way-1`, { custom_object_record })
  const put = await upsert()
  assert.deepEqual([put.status, ...pickFields(put.body.custom_object_record, 'note')], [201, 'ruled'])
  const { id } = put.body.custom_object_record
  await change(id, { topic: 'other', note: 'mine' })
  const again = await upsert()
  assert.deepEqual([again.status, ...pickFields(again.body.custom_object_record, 'note')], [200, 'ruled'])
  const run = async (action: string, item: object) => {
    const answer = await api.post(`${objects}/order/jobs`, { job: { action, items: [item] } })
    const { results } = await waitForJob(app, { ...answer, status: 200 })
    return pickFields((await api.get(`${records}/${results[0].id}`)).body.custom_object_record, 'note')
  }
  const fields = { custom_object_fields: { topic: 'ways' } }
  assert.deepEqual(await run('create', { name: 'By job', ...fields }), ['ruled'])
  const other = await create({ topic: 'none' })
  assert.deepEqual(await run('update', { id: other.id, ...fields }), ['ruled'])
  assert.deepEqual(await run('create_or_update_by_external_id', { name: 'By job', external_id: 'way-2', ...fields }), ['ruled'])
})

test('no trigger fails a write: what is gone or does not fit is left out, and the rest is done', async () => {
  await addTrigger('broken', [makeCondition('fading', 'not_present')], [set('items', '7')])
  await addTrigger('broken', [], [set('code', 'not a code'), set('total', '1')])
  await addTrigger('broken', [], [set('state', 'sent')])
  const parent = await create({})
  await addTrigger('broken', [], [set('part_of', parent.id)])
  assert.equal((await api.delete(`${records}/${parent.id}`)).status, 204)
  assert.equal((await api.delete(`${objects}/order/fields/fading`)).status, 204)
  await api.patch(`${objects}/order/fields/note`, { custom_object_field: { required: true } })
  await addTrigger('broken', [], [set('note', ''), set('gift', 'true')])
  const record = await create({ topic: 'broken', code: 'ABC', note: 'kept' })
  assert.deepEqual(pickFields(record, 'items', 'code', 'total', 'state', 'part_of', 'note', 'gift'), [
    null,
    'ABC',
    1,
    'sent',
    null,
    'kept',
    true,
  ])
  await api.patch(`${objects}/order/fields/note`, { custom_object_field: { required: false } })
})

test('a caller may create what a trigger then changes, also beyond their own policy', async () => {
  const rule = { title: 'Open ones', conditions: { all: [{ field: 'custom_object_fields.state', operator: 'is', value: 'new' }] } }
  const { access_rule } = (await api.post(`${objects}/order/access_rules`, { access_rule: rule })).body
  const only = { allowed: true, rule_id: access_rule.id }
  const policy = { records: { read: { allowed: true, rule_id: null }, create: only, update: only } }
  assert.equal((await api.patch(`${objects}/order/permission_policies/agent`, { policy })).status, 200)
  await addTrigger('policy', [], [set('state', 'sent')])
  assert.deepEqual(pickFields(await create({ topic: 'policy', state: 'new' }, agent.api), 'state'), ['sent'])
  const refused = { name: 'Refused', custom_object_fields: { topic: 'policy', state: 'paid' } }
  assert.equal((await agent.api.post(records, { custom_object_record: refused })).status, 403)
})

test('people, groups and webhooks are notified once the write is committed, with the values of the record', async () => {
  const receiver = await useReceiver()
  const hook = { name: 'Orders', status: 'active', http_method: 'POST', request_format: 'json', endpoint: `${receiver.url}/orders` }
  const { webhook } = (await api.post('/api/v2/webhooks', { webhook: hook })).body
  const { group } = (await api.post('/api/v2/groups', { group: { name: 'Packers' } })).body
  await api.post('/api/v2/group_memberships', { group_membership: { user_id: agent.id, group_id: group.id } })
  const gone = (await api.post('/api/v2/groups', { group: { name: 'Gone' } })).body.group
  const text = '{{custom_object.order.name}} of {{custom_object.order.custom_fields.state.title}} for {{current_user.name}}'
  await addTrigger(
    'tell',
    [is('update_type', 'Create')],
    [
      { field: 'notification_group', value: [String(gone.id), 'Nobody', 'x'] },
      { field: 'notification_user', value: [`lookup:${toFieldName('owner')}`, 'Yours: {{custom_object.order.external_id}}', text] },
      { field: 'notification_group', value: [String(group.id), 'To pack', text] },
      {
        field: 'notification_webhook',
        value: [webhook.id, '{"name":"{{custom_object.order.name}}","total":"{{custom_object.order.custom_fields.total}}"}'],
      },
    ],
  )
  await api.delete(`/api/v2/groups/${gone.id}`)
  const name = 'A "quoted" order'
  const custom_object_record = {
    name,
    external_id: 'X-1',
    custom_object_fields: { topic: 'tell', state: 'paid', total: 2.5, owner: owner.id },
  }
  assert.equal((await api.post(records, { custom_object_record })).status, 201)
  await waitFor(() => Promise.resolve(receiver.calls.length), 1)
  assert.deepEqual(JSON.parse(receiver.calls[0]?.body ?? ''), { name, total: '2.5' })
  const { mails } = (await api.get('/api/v2/deskhand/mails?filter[topic]=custom_object_record.notification')).body
  assert.deepEqual(
    mails.map((mail: any) => [mail.to, mail.subject]).sort(),
    [
      [agent.email, 'To pack'],
      [owner.email, 'Yours: X-1'],
    ].sort(),
  )
  const { mail } = (await api.get(`/api/v2/deskhand/mails/${mails[0].id}`)).body
  assert.match(mail.body, /^A "quoted" order of paid for /)
  assert.doesNotMatch(mail.body, /\{\{/)
  // a refused write notifies no one
  const refused = await api.post(records, { custom_object_record: { ...custom_object_record, name: 'Twice' } })
  assert.equal(refused.status, 422)
  const left = await app.database.database.driver`select count(*) as count from object_trigger_effects`
  assert.equal(Number(left[0]?.count), 0)
})
