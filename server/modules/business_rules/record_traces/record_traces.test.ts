// Traces of writes of records, and how often object triggers fired, through the API.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putInstance } from '#test/instances.ts'
import { runScheduledWork, waitFor } from '#test/jobs.ts'
import { putPerson } from '#test/records.ts'
import { statementsDuring } from '#test/statements.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp({ DESKHAND_LOG_LEVEL: 'silent' })
const { api } = app
const account_id = app.account_id
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })
const objects = '/api/v2/custom_objects'
const tracesOf = (id: string, key = 'boat') => `/api/v2/deskhand/custom_objects/${key}/records/${id}/traces`

const toFieldName = (field: string) => `custom_object.boat.custom_fields.${field}`
const is = (field: string, value: string) => ({ field: toFieldName(field), operator: 'is', value })
const set = (field: string, value: string) => ({ field: toFieldName(field), value })

async function expectOk(answer: Promise<{ status: number; body: any }>, expected = 200): Promise<any> {
  const { status, body } = await answer
  assert.equal(status, expected, JSON.stringify(body))
  return body
}
const addTrigger = async (title: string, all: readonly object[], actions: readonly object[], key = 'boat'): Promise<number> =>
  (await expectOk(api.post(`${objects}/${key}/triggers`, { trigger: { title, conditions: { all, any: [] }, actions } }), 201)).trigger.id
let made = 0
const create = async (custom_object_fields: object, key = 'boat'): Promise<string> =>
  (await expectOk(api.post(`${objects}/${key}/records`, { custom_object_record: { name: `Boat ${++made}`, custom_object_fields } }), 201))
    .custom_object_record.id
const change = (id: string, custom_object_fields: object) =>
  expectOk(api.patch(`${objects}/boat/records/${id}`, { custom_object_record: { custom_object_fields } }))
const list = async (id: string, query = ''): Promise<any> => expectOk(api.get(`${tracesOf(id)}${query}`))
const traceOf = async (id: string, trace: number, query = '', as = api): Promise<any> =>
  (await expectOk(as.get(`${tracesOf(id)}/${trace}${query}`))).trace
const newestOf = async (id: string) => traceOf(id, (await list(id)).traces[0].id)
const rowsIn = async (table: string) =>
  (
    await app.database.database.one(
      defineStatement<{ rows: number }>(`select count(*) as rows from ${table} where account_id = $1`)(account_id),
    )
  ).rows
const clock = async (at: string) => {
  await expectOk(api.put('/api/v2/deskhand/settings', { settings: { clock: { mode: 'frozen', at } } }))
  await runScheduledWork(app)
}

before(async () => {
  for (const key of ['boat', 'quiet']) {
    await expectOk(api.post(objects, { custom_object: { key, title: key, title_pluralized: `${key}s` } }), 201)
    for (const field of [...['topic', 'state', 'note', 'fading'].map((name) => ({ key: name, type: 'text' })), OWNER])
      await expectOk(api.post(`${objects}/${key}/fields`, { custom_object_field: { title: field.key, ...field } }), 201)
  }
})
const OWNER = { key: 'owner', type: 'lookup', relationship_target_type: 'zen:user' }

test('a trace says of each trigger in order whether it fired, what its conditions saw, and what it changed', async () => {
  const late = await addTrigger('Late', [is('topic', 'traced'), is('state', 'paid')], [set('note', 'late')])
  const pay = await addTrigger(
    'Pay',
    [is('topic', 'traced'), { field: 'update_type', operator: 'is', value: 'Change' }],
    [set('state', 'paid')],
  )
  const other = await addTrigger('Other', [is('topic', 'something else')], [set('note', 'x')])
  const id = await create({ topic: 'traced' })
  await change(id, { fading: 'now' })
  const { traces } = await list(id)
  assert.deepEqual(
    traces.map(({ is_new, fired_trigger_ids, updated_by_user_id }: any) => [is_new, fired_trigger_ids, updated_by_user_id]),
    [
      [false, [pay, late], app.admin.id],
      [true, [], app.admin.id],
    ],
  )
  assert.equal(traces[0].url, `${app.base_url}${tracesOf(id)}/${traces[0].id}.json`)
  const trace = await traceOf(id, traces[0].id, '', agent.api)
  assert.deepEqual(
    [trace.custom_object_key, trace.custom_object_record_id, trace.is_exact, trace.differences, trace.ended.code, trace.not_kept],
    ['boat', id, true, [], 'nothing_woken', []],
  )
  assert.deepEqual(
    trace.triggers.map(({ id: trigger, title, position, state, fired }: any) => [trigger, title, position, state, fired]),
    [
      [late, 'Late', 1, 'fired', 2],
      [pay, 'Pay', 2, 'fired', 1],
      [other, 'Other', 3, 'not_met', null],
    ],
  )
  const [first, second, third] = trace.triggers
  assert.deepEqual(
    first.conditions.all.map(({ seen, holds }: any) => [seen, holds]),
    [
      ['traced', true],
      ['paid', true],
    ],
  )
  assert.deepEqual(second.changes, [{ field: 'state', before: null, after: 'paid' }])
  assert.deepEqual(second.actions[0].result, 'changed')
  assert.equal(third.conditions.all[0].holds, false)
  const only = await traceOf(id, traces[0].id, `?trigger_id=${pay}&states=fired`)
  assert.deepEqual(
    only.triggers.map(({ title }: any) => title),
    ['Pay'],
  )
})

test('a trace is of the triggers and the values as they were then', async () => {
  const id = await addTrigger('Before', [is('topic', 'then')], [set('note', 'first')])
  const record = await create({ topic: 'then' })
  const { id: first } = (await list(record)).traces[0]
  await expectOk(
    api.put(`${objects}/boat/triggers/${id}`, {
      trigger: { title: 'After', conditions: { all: [is('topic', 'x')] }, actions: [set('note', 'y')] },
    }),
  )
  await change(record, { topic: 'something' })
  const before_change = (await traceOf(record, first)).triggers.find((one: any) => one.id === id)
  assert.deepEqual([before_change.title, before_change.state, before_change.changes[0].after], ['Before', 'fired', 'first'])
  await expectOk(api.delete(`${objects}/boat/triggers/${id}`), 204)
  assert.equal((await traceOf(record, first)).triggers.find((one: any) => one.id === id).state, 'fired')
  assert.equal((await newestOf(record)).triggers.find((one: any) => one.id === id).title, 'After')
})

test('a field that has been deleted since is said to be gone, and a lookup that was not kept is named', async () => {
  const gone = await putPerson(app, { role: 'end-user' })
  await addTrigger(
    'Fades',
    [is('topic', 'fades'), { field: toFieldName('fading'), operator: 'not_present' }],
    [set('owner', String(gone.id))],
  )
  await expectOk(api.delete(`/api/v2/users/${gone.id}`))
  const id = await create({ topic: 'fades' })
  assert.deepEqual((await newestOf(id)).not_kept, ['owner'])
  await expectOk(api.delete(`${objects}/boat/fields/fading`), 204)
  const trace = await newestOf(id)
  const fades = trace.triggers.find((one: any) => one.title === 'Fades')
  assert.deepEqual([trace.is_exact, fades.state, fades.conditions], [false, 'fired', null])
  assert.match(trace.differences.join(), /names a record or a field that has been deleted since/)
})

test('writes without active triggers, and those that change nothing, leave no trace and take no more statements', async () => {
  const before_runs = await rowsIn('custom_object_record_runs')
  const quiet = await create({ topic: 'x' }, 'quiet')
  assert.equal(await rowsIn('custom_object_record_runs'), before_runs)
  assert.deepEqual((await expectOk(api.get(tracesOf(quiet, 'quiet')))).traces, [])
  const id = await create({ topic: 'still' })
  await change(id, { topic: 'still' })
  assert.equal((await list(id)).traces.length, 1)
  const { statements } = await statementsDuring(app, () => change(id, { topic: 'moving' }))
  assert.equal(statements.filter((text) => text.includes('custom_object_record_runs')).length, 1, 'one statement with the write')
})

test('traces are listed in pages with cursors', async () => {
  const id = await create({ topic: 'a' })
  for (const topic of ['b', 'c']) await change(id, { topic })
  const first = await list(id, '?page[size]=2')
  assert.deepEqual([first.traces.length, first.meta.has_more], [2, true])
  const rest = await list(id, `?page[size]=2&page[after]=${encodeURIComponent(first.meta.after_cursor)}`)
  assert.deepEqual([rest.traces.length, rest.meta.has_more, rest.traces[0].is_new], [1, false, true])
  assert.ok(first.traces[0].id > first.traces[1].id && first.traces[1].id > rest.traces[0].id)
})

test('a trace is for agents who see the record', async () => {
  const id = await create({ topic: 'for some' })
  const [{ id: trace }] = (await list(id)).traces
  for (const path of [tracesOf(id), `${tracesOf(id)}/${trace}`]) {
    assert.equal((await app.as({}).get(path)).status, 401)
    assert.equal((await customer.api.get(path)).status, 403)
    const foreign = await putInstance(app)
    assert.equal((await foreign.api.get(path)).status, 404)
  }
  const other = await create({ topic: 'other' })
  assert.equal((await api.get(`${tracesOf(other)}/${trace}`)).status, 404)
  assert.equal((await api.get(`${tracesOf(id)}/x`)).status, 400)
  assert.equal((await api.get(tracesOf('01ARZ3NDEKTSV4RRFFQ69G5FAV'))).status, 404)
})

test('a record takes its traces along, and so does its object', async () => {
  const id = await create({ topic: 'leaving' })
  const countRuns = async (record: string) =>
    (
      await app.database.database.one(
        defineStatement<{ rows: number }>(
          'select count(*) as rows from custom_object_record_runs where account_id = $1 and custom_object_record_id = $2',
        )(account_id, record),
      )
    ).rows
  assert.equal(await countRuns(id), 1)
  await expectOk(api.delete(`${objects}/boat/records/${id}`), 204)
  assert.deepEqual([await countRuns(id), (await api.get(tracesOf(id))).status], [0, 404])
  await expectOk(api.post(objects, { custom_object: { key: 'raft', title: 'raft', title_pluralized: 'rafts' } }), 201)
  const name = { field: 'custom_object.raft.name', operator: 'present' }
  await addTrigger('Named', [name], [{ field: 'notification_user', value: ['current_user', 'A', 'B'] }], 'raft')
  const raft = await create({}, 'raft')
  assert.equal(await countRuns(raft), 1)
  const sets = await rowsIn('object_trigger_sets')
  await expectOk(api.delete(`${objects}/raft`), 204)
  await waitFor(() => countRuns(raft), 0)
  await waitFor(() => rowsIn('object_trigger_sets'), sets - 1)
})

test('firings of object triggers are counted by period, lists are sorted by them, and traces last 30 days', async () => {
  const USAGES = ['usage_1h', 'usage_24h', 'usage_7d', 'usage_30d']
  const INCLUDE = `include=${USAGES.join(',')}`
  await clock('2027-01-01T00:20:00Z')
  const once = await addTrigger('Counted once', [is('topic', 'once')], [set('note', 'seen')])
  const often = await addTrigger('Counted often', [is('note', 'seen')], [set('state', 'seen')])
  await addTrigger('Counted never', [is('topic', 'never')], [set('note', 'seen')])
  const id = await create({ topic: 'once' })
  await change(id, { topic: 'twice', state: 'again' })
  const triggers = `${objects}/boat/triggers`
  const countsOf = (trigger: any) => USAGES.map((name) => trigger[name])
  const usage = async (trigger: number) => countsOf((await expectOk(api.get(`${triggers}/${trigger}?${INCLUDE}`))).trigger)
  assert.deepEqual(
    [await usage(once), await usage(often)],
    [
      [1, 1, 1, 1],
      [2, 2, 2, 2],
    ],
  )
  for (const path of ['?', '/active?', '/search?query=Counted&']) {
    const names = async (query: string) => (await expectOk(api.get(`${triggers}${path}${query}`))).triggers.map(({ title }: any) => title)
    assert.deepEqual((await names('sort_by=usage_24h')).slice(0, 2), ['Counted often', 'Counted once'], path)
    assert.deepEqual((await names('sort_by=usage_24h&sort_order=asc')).slice(-2), ['Counted once', 'Counted often'], path)
    const shown = (await expectOk(api.get(`${triggers}${path}${INCLUDE}`))).triggers.find((one: any) => one.id === often)
    assert.deepEqual(countsOf(shown), [2, 2, 2, 2], path)
  }
  assert.equal('usage_1h' in (await expectOk(api.get(`${triggers}/${often}`))).trigger, false)
  await clock('2027-01-01T02:20:00Z')
  assert.deepEqual(await usage(often), [0, 2, 2, 2])
  assert.deepEqual(await rowsIn('object_trigger_firings'), 0, 'firings are summed up')
  await clock('2027-01-09T02:20:00Z')
  assert.deepEqual(await usage(often), [0, 0, 0, 2])
  assert.equal((await list(id)).traces.length, 2)
  await clock('2027-02-05T00:00:00Z')
  assert.deepEqual([(await list(id)).traces, await rowsIn('custom_object_record_runs')], [[], 0])
  await create({ topic: 'a new set' })
  assert.ok((await rowsIn('object_trigger_sets')) > 0)
})

test('a trace of a record has what its triggers have mailed and called, and says where nobody was mailed', async () => {
  const gone = await putPerson(app, { role: 'agent' })
  const mail = (to: number) => ({
    field: 'notification_user',
    value: [String(to), 'Boat {{custom_object.boat.name}}', 'It is {{custom_object.boat.custom_fields.note}}'],
  })
  await addTrigger('Tell', [is('topic', 'told')], [set('note', 'red'), mail(agent.id), mail(gone.id)])
  assert.equal((await api.put(`/api/v2/users/${gone.id}`, { user: { suspended: true } })).status, 200)
  const id = await create({ topic: 'told' })
  const sentIn = async () => (await newestOf(id)).triggers.find(({ title }: any) => title === 'Tell').actions.map(({ sent }: any) => sent)
  await waitFor(async () => (await sentIn())[1].state, 'sent')
  const [none, told, left] = await sentIn()
  const { name } = (await expectOk(api.get(`${objects}/boat/records/${id}`))).custom_object_record
  assert.equal(none, null)
  assert.deepEqual(told, {
    state: 'sent',
    texts: 'sent',
    outcomes: [{ state: 'kept', count: 1 }],
    webhook_invocation_id: null,
    subject: `Boat ${name}`,
    body: 'It is red',
    recipients: [agent.id],
  })
  assert.deepEqual([left.state, left.subject, left.recipients], ['not_sent', null, []])
})
