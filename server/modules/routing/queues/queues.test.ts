import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { EXAMPLE } from '#test/recording.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const PATH = '/api/v2/queues'
const NOBODY = '01HG80ATNNZK1N7XRFVKX48XD6'
const make = makeWith(api)
const first = await make.group({ name: 'Printers' })
const second = await make.group({ name: 'Screens' })
const definition = { all: [{ field: 'priority', operator: 'is', value: 'urgent' }], any: [] }
let made = 0
const create = (queue: object, headers: Record<string, string> = {}) => api.post(PATH, { queue }, headers)
const queue = async (given: object = {}): Promise<any> => {
  const answer = await create({ name: `Queue ${++made}`, definition, ...given })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.queue
}
const inOrder = async (): Promise<[string, number][]> =>
  (await api.get(PATH)).body.queues.map((row: { name: string; order: number }) => [row.name, row.order])

test('a queue is created, listed, shown, changed and removed', async () => {
  const description = 'What cannot wait'
  const answer = await create(
    { name: 'Urgent', description, priority: 1, definition, primary_groups_id: [first.id, second.id], secondary_groups_id: [] },
    { [EXAMPLE]: 'yes' },
  )
  assert.equal(answer.status, 201)
  const urgent = answer.body.queue
  assert.deepEqual(Object.keys(urgent), [
    'url',
    'id',
    'name',
    'description',
    'created_at',
    'updated_at',
    'order',
    'priority',
    'definition',
    'primary_groups',
    'secondary_groups',
    'problem',
  ])
  assert.match(urgent.id, /^[0-9A-HJKMNP-TV-Z]{26}$/)
  assert.deepEqual([urgent.url, answer.headers.get('location')], [`${app.base_url}${PATH}/${urgent.id}.json`, urgent.url])
  const groups = [
    { id: first.id, name: 'Printers' },
    { id: second.id, name: 'Screens' },
  ]
  assert.deepEqual(
    [urgent.primary_groups, urgent.secondary_groups],
    [
      { count: 2, groups },
      { count: 0, groups: [] },
    ],
  )
  assert.deepEqual([urgent.definition, urgent.order, urgent.priority], [definition, 1, 1])
  const list = (await api.get(PATH)).body
  assert.deepEqual(list, { queues: [urgent], next_page: null, previous_page: null, count: 1 })
  const change = {
    name: 'At once',
    priority: 2,
    description: null,
    secondary_groups: { groups: [{ id: second.id }] },
    primary_groups_id: [first.id],
  }
  const changed = await api.put(`${PATH}/${urgent.id}`, { queue: change }, { [EXAMPLE]: 'yes' })
  assert.equal(changed.status, 200)
  const { name, priority, primary_groups, secondary_groups } = changed.body.queue
  assert.deepEqual([name, priority, changed.body.queue.description, changed.body.queue.definition], ['At once', 2, null, definition])
  assert.deepEqual([primary_groups.groups, secondary_groups.groups], [[groups[0]], [groups[1]]])
  assert.deepEqual((await api.get(`${PATH}/${urgent.id}`)).body, changed.body)
  assert.equal((await api.delete(`${PATH}/${urgent.id}`)).status, 204)
  assert.equal((await api.get(`${PATH}/${urgent.id}`)).status, 404)
})

test('queues are put in order all together, or one by its place; a removed one leaves no gap', async () => {
  const one = await queue({ name: 'One' })
  const two = await queue({ name: 'Two' })
  const three = await queue({ name: 'Three' })
  const order = (...ids: string[]) => api.patch(`${PATH}/order`, { queue_ids: ids }, { [EXAMPLE]: 'yes' })
  assert.equal((await order(three.id, one.id, two.id)).status, 204)
  const numberNames = (...names: string[]) => names.map((name, index) => [name, index + 1])
  assert.deepEqual(await inOrder(), numberNames('Three', 'One', 'Two'))
  for (const ids of [[one.id, two.id], [one.id, two.id, three.id, NOBODY], [one.id, two.id, two.id], []])
    assert.equal((await order(...ids)).status, 400, JSON.stringify(ids))
  assert.equal((await api.put(`${PATH}/${two.id}`, { queue: { order: 1 } })).body.queue.order, 1)
  const between = await queue({ name: 'Between', order: 2 })
  assert.deepEqual(await inOrder(), numberNames('Two', 'Between', 'Three', 'One'))
  await api.delete(`${PATH}/${between.id}`)
  assert.deepEqual(await inOrder(), numberNames('Two', 'Three', 'One'))
  assert.equal((await queue({ order: 99 })).order, 4)
})

test('the definitions are fields with their operators and values', async () => {
  const { ticket_field } = (await api.post('/api/v2/ticket_fields', { ticket_field: { type: 'checkbox', title: 'Broken' } })).body
  const { status, body } = await api.get(`${PATH}/definitions`)
  assert.equal(status, 200)
  for (const side of ['conditions_all', 'conditions_any']) {
    const fields: any[] = body.definitions[side]
    const priority = fields.find(({ subject }) => subject === 'priority')
    assert.deepEqual(
      [priority.title, priority.type, priority.group, priority.nullable, priority.repeatable],
      ['Priority', 'list', 'ticket', true, false],
    )
    assert.deepEqual(priority.operators[0], { value: 'is', title: 'Is', terminal: false })
    assert.deepEqual(priority.values.slice(0, 2), [
      { value: '__NULL__', title: '-', enabled: true },
      { value: 'low', title: 'Low', enabled: true },
    ])
    assert.deepEqual([fields.at(-1).subject, fields.at(-1).title], [`custom_fields_${ticket_field.id}`, 'Broken'])
  }
})

test('a queue needs a name, valid conditions and groups that exist; one whose group was deleted can still be changed', async () => {
  const details = async (given: object) => {
    const { status, body } = await create({ name: 'x', definition, ...given })
    return [status, Object.keys(body.details)]
  }
  assert.deepEqual(await details({ name: ' ' }), [422, ['name']])
  assert.deepEqual(await details({ priority: -1 }), [422, ['priority']])
  assert.deepEqual(await details({ primary_groups_id: [999_999] }), [422, ['primary_groups_id']])
  assert.deepEqual(await details({ secondary_groups: { groups: [{ id: 999_999 }] } }), [422, ['secondary_groups_id']])
  assert.deepEqual(await details({ definition: { all: [{ field: 'moon', operator: 'is', value: 'full' }] } }), [422, ['base']])
  assert.equal((await api.post(PATH, {})).status, 400)
  const gone = await make.group()
  const { id } = await queue({ primary_groups_id: [gone.id, first.id] })
  await api.delete(`/api/v2/groups/${gone.id}`)
  const renamed = await api.put(`${PATH}/${id}`, { queue: { name: 'Renamed' } })
  assert.deepEqual([renamed.status, renamed.body.queue.primary_groups.count], [200, 1])
  assert.equal((await api.put(`${PATH}/${NOBODY}`, { queue: { name: 'x' } })).status, 404)
  assert.equal((await api.delete(`${PATH}/${NOBODY}`)).status, 404)
})

test('401 without credentials; an agent shows a queue and nothing more, an end user nothing', async () => {
  const { id } = await queue()
  const calls = (as: typeof api) => [
    () => as.get(`${PATH}/${id}`),
    () => as.get(PATH),
    () => as.get(`${PATH}/definitions`),
    () => as.post(PATH, { queue: { name: 'x' } }),
    () => as.put(`${PATH}/${id}`, { queue: { name: 'x' } }),
    () => as.patch(`${PATH}/order`, { queue_ids: [id] }),
    () => as.delete(`${PATH}/${id}`),
  ]
  const statuses = async (as: typeof api) => {
    const found: number[] = []
    for (const call of calls(as)) found.push((await call()).status)
    return found
  }
  const agent = await putPerson(app, { role: 'agent' })
  const customer = await putPerson(app, { role: 'end-user' })
  assert.deepEqual(await statuses(app.as({})), Array(7).fill(401))
  assert.deepEqual(await statuses(customer.api), Array(7).fill(403))
  assert.deepEqual(await statuses(agent.api), [200, 403, 403, 403, 403, 403, 403])
})
