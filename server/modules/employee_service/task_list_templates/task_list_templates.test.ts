import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const path = '/api/v2/task_list_templates'
const agent = await putPerson(app, { role: 'agent' })
const endUser = await putPerson(app, { role: 'end-user' })
const create = (task_list_template: Record<string, unknown>) => api.post(path, { task_list_template })
const pointers = (answer: { body: any }) => answer.body.errors.map((one: any) => one.source.pointer)
const summarizeTasks = (tasks: any[]) => tasks.map((task) => [task.position, task.name])

test('a template is created with its tasks, shown without them, and its tasks are listed', async () => {
  const tasks = [
    { name: 'Sign', required: true },
    { name: 'Check', description: 'In the background' },
  ]
  const made = await create({ name: 'Onboarding', description: 'For new people', tasks })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { tasks: saved, ...template } = made.body.task_list_template
  assert.deepEqual([template.task_count, template.is_active, template.is_required], [2, true, false])
  assert.equal(template.url, `${app.base_url}${path}/${template.id}.json`)
  assert.equal(made.headers.get('location'), template.url)
  assert.deepEqual(summarizeTasks(saved), [
    [1, 'Sign'],
    [2, 'Check'],
  ])
  assert.deepEqual([saved[0].required, saved[1].required, saved[1].description], [true, false, 'In the background'])
  assert.deepEqual((await agent.api.get(`${path}/${template.id}`)).body, { task_list_template: template })
  const listed = (await agent.api.get(`${path}/${template.id}/tasks`)).body
  assert.deepEqual(listed, { tasks: saved, next_page: null, previous_page: null, count: 2 })
})

test('an update changes, removes and adds the tasks it names, and leaves the others', async () => {
  const { task_list_template: template } = (await create({ name: 'Update me', tasks: ['A', 'B', 'C'].map((name) => ({ name })) })).body
  const [a, b, c] = template.tasks
  const tasks = [{ id: a.id, description: 'Changed' }, { id: b.id, _destroy: true }, { name: 'D' }]
  const changed = await api.put(`${path}/${template.id}`, { task_list_template: { name: 'Updated', tasks } })
  assert.equal(changed.status, 200)
  assert.deepEqual(summarizeTasks(changed.body.task_list_template.tasks), [
    [1, 'A'],
    [2, 'C'],
    [3, 'D'],
  ])
  assert.equal(changed.body.task_list_template.tasks[0].description, 'Changed')
  const first = { task_list_template: { tasks: [{ id: c.id, position: 0 }] } }
  assert.deepEqual(summarizeTasks((await api.put(`${path}/${template.id}`, first)).body.task_list_template.tasks), [
    [1, 'C'],
    [2, 'A'],
    [3, 'D'],
  ])
  const foreign = { task_list_template: { name: 'No', tasks: [{ id: 'unknown', name: 'x' }] } }
  assert.equal((await api.put(`${path}/${template.id}`, foreign)).status, 404)
  assert.equal((await api.get(`${path}/${template.id}`)).body.task_list_template.name, 'Updated')
})

test('a template is removed with its tasks, and lists are paged by cursor', async () => {
  const ids = []
  for (const name of ['One', 'Two', 'Three']) ids.push((await create({ name, tasks: [{ name }] })).body.task_list_template.id)
  const first = (await agent.api.get(`${path}?page[size]=2`)).body
  assert.deepEqual([first.task_list_templates.length, first.meta.has_more], [2, true])
  assert.ok(first.task_list_templates.every((one: any) => one.tasks === undefined))
  assert.equal((await api.delete(`${path}/${ids[0]}`)).status, 204)
  assert.equal((await api.get(`${path}/${ids[0]}`)).status, 404)
  assert.equal((await api.get(`${path}/${ids[0]}/tasks`)).status, 404)
})

test('a name is needed, tasks have different names and are at most twenty', async () => {
  assert.deepEqual(pointers(await create({ name: ' ' })), ['name'])
  assert.deepEqual(pointers(await create({ name: 'x', tasks: [{ description: 'without a name' }] })), ['tasks'])
  assert.deepEqual(pointers(await create({ name: 'x', tasks: [{ name: 'Same' }, { name: 'same' }] })), ['tasks'])
  const makeTasks = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Task ${index}` }))
  assert.deepEqual(pointers(await create({ name: 'x', tasks: makeTasks(21) })), ['tasks'])
  assert.equal((await create({ name: 'Full', tasks: makeTasks(20) })).status, 201)
  assert.equal((await api.post(path, {})).status, 400)
})

test('without credentials 401, for end users 403, writes of agents 403, unknown ids 404', async () => {
  const { id } = (await create({ name: 'Guarded' })).body.task_list_template
  for (const at of [path, `${path}/${id}`, `${path}/${id}/tasks`]) {
    assert.equal((await app.as({}).get(at)).status, 401)
    assert.equal((await endUser.api.get(at)).status, 403)
  }
  const task_list_template = { name: 'x' }
  assert.equal((await agent.api.post(path, { task_list_template })).status, 403)
  assert.equal((await agent.api.put(`${path}/${id}`, { task_list_template })).status, 403)
  assert.equal((await agent.api.delete(`${path}/${id}`)).status, 403)
  assert.equal((await api.put(`${path}/unknown`, { task_list_template })).status, 404)
  assert.equal((await api.delete(`${path}/unknown`)).status, 404)
})
