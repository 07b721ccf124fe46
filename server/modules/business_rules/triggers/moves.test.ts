import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { defineStatement } from '#db/builder.ts'
import { rulesTopic } from '#db/topics.ts'

const app = await useApp({}, { own: true, shippedTriggers: true }) // starts other processes
const path = '/api/v2/triggers'
const rule = { conditions: { all: [{ field: 'status', operator: 'is', value: 'open' }] }, actions: [{ field: 'priority', value: 'high' }] }
let count = 0
const make = async (members: Record<string, unknown> = {}) => {
  const made = await app.api.post(path, { trigger: { title: `Trigger ${++count}`, ...rule, ...members } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return made.body.trigger
}
const category = async (name: string, members: Record<string, unknown> = {}): Promise<string> =>
  (await app.api.post('/api/v2/trigger_categories', { trigger_category: { name, ...members } })).body.trigger_category.id
const titles = (answer: { body: any }): string[] => answer.body.triggers.map((row: { title: string }) => row.title)
const show = async (id: number) => (await app.api.get(`${path}/${id}`)).body.trigger

test('in an account with one category all triggers are put into the order of their ids', async () => {
  const before = (await app.api.get(path)).body.triggers as { id: number; title: string }[]
  const ids = before.map((row) => row.id).reverse()
  const answer = await app.api.put(`${path}/reorder`, { trigger_ids: ids })
  assert.equal(answer.status, 200)
  assert.deepEqual(titles(answer), before.map((row) => row.title).reverse())
  assert.deepEqual(titles(await app.api.get(path)), titles(answer))
  assert.deepEqual(
    answer.body.triggers.map((row: { position: number }) => row.position),
    ids.map((_id, index) => index + 1),
  )
  const [last] = ids.slice(-1)
  await app.api.put(`${path}/reorder`, { trigger_ids: [last] })
  assert.deepEqual(
    (await app.api.get(path)).body.triggers.map((row: { id: number }) => row.id),
    [last, ...ids.slice(0, -1)],
  )
  assert.equal((await app.api.put(`${path}/reorder`, { trigger_ids: [...ids, 99_999] })).status, 404)
  assert.equal((await app.api.put(`${path}/reorder`, {})).status, 400)
})

test('several triggers are moved, enabled and disabled in one call, or none is', async () => {
  const one = await make()
  const two = await make({ active: false })
  const changed = await app.api.put(`${path}/update_many.json`, {
    triggers: [
      { id: String(one.id), position: 50_001, active: false, title: 'Ignored' },
      { id: two.id, position: 50_000, active: true },
    ],
  })
  assert.equal(changed.status, 200)
  assert.deepEqual(Object.keys(changed.body), ['triggers', 'next_page', 'previous_page', 'count'])
  assert.deepEqual(titles(changed), [two.title, one.title])
  assert.deepEqual(
    changed.body.triggers.map((row: { active: boolean }) => row.active),
    [true, false],
  )
  const missing = await app.api.put(`${path}/update_many`, { triggers: [{ id: one.id, active: true }, { id: 99_999 }] })
  assert.deepEqual(missing.body, { error: 'RecordNotFound', description: 'Not found' })
  assert.equal((await show(one.id)).active, false)
  assert.equal((await app.api.put(`${path}/update_many`, { triggers: [{ active: true }] })).status, 400)
  assert.equal((await app.api.put(`${path}/update_many`, {})).status, 400)
  const many = await app.api.put(`${path}/update_many`, { triggers: Array.from({ length: 101 }, (_none, id) => ({ id })) })
  assert.equal(many.body.error, 'TooManyValues')
})

test('several triggers are deleted in one call, and unknown ids are ignored', async () => {
  const one = await make()
  const two = await make()
  const three = await make()
  assert.equal((await app.api.delete(`${path}/destroy_many.json?ids=${one.id}%2C99999`)).status, 204)
  assert.equal((await app.api.delete(`${path}/destroy_many?ids[]=${two.id}&ids[]=${three.id}`)).status, 204)
  for (const { id } of [one, two, three]) assert.equal((await app.api.get(`${path}/${id}`)).status, 404)
  assert.equal((await app.api.delete(`${path}/destroy_many?ids=x`)).status, 400)
  assert.equal((await app.api.delete(`${path}/destroy_many`)).status, 400)
})

test('a category is created inline, or named; without either a new trigger goes into the last one', async () => {
  const inline = await make({ category: { name: 'Made inline' } })
  const { trigger_category } = (await app.api.get(`/api/v2/trigger_categories/${inline.category_id}`)).body
  assert.equal(trigger_category.name, 'Made inline')
  assert.equal(inline.position, 1)
  const next = await make({ category_id: inline.category_id })
  assert.deepEqual([next.category_id, next.position], [inline.category_id, 2])
  assert.equal((await make({ category_id: null })).category_id, inline.category_id)
  const early = await category('Early', { position: -5 })
  assert.equal((await make({ category_id: Number(early) })).category_id, early)
  assert.equal((await make()).category_id, inline.category_id)
  const unknown = await app.api.post(path, { trigger: { title: 'Homeless', ...rule, category_id: '99999' } })
  assert.deepEqual(
    [unknown.status, unknown.body.details],
    [422, { category_id: [{ description: 'Category: does not exist', error: 'InvalidValue' }] }],
  )
  assert.equal((await app.api.post(path, { trigger: { title: 'Nameless', ...rule, category: { name: ' ' } } })).status, 400)
  const { trigger_categories } = (await app.api.get('/api/v2/trigger_categories')).body
  assert.equal(trigger_categories.length, 3, 'nothing is left of what was refused')
})

test('a trigger moves to another category, alone or with others; with several categories there is no reorder', async () => {
  const from = await category('From')
  const to = await category('To')
  const { id } = await make({ category_id: from })
  const moved = await app.api.put(`${path}/${id}`, { trigger: { category_id: to } })
  assert.equal(moved.body.trigger.category_id, to)
  assert.equal((await app.api.put(`${path}/${id}`, { trigger: { category_id: '99999' } })).status, 422)
  await app.api.put(`${path}/update_many`, { triggers: [{ id, category_id: from }] })
  assert.equal((await show(id)).category_id, from)
  assert.equal((await app.api.put(`${path}/update_many`, { triggers: [{ id, category_id: '99999' }] })).status, 422)
  const inline = await app.api.put(`${path}/${id}`, { trigger: { category: { name: 'Of its own' } } })
  assert.notEqual(inline.body.trigger.category_id, from)
  const refused = await app.api.put(`${path}/reorder`, { trigger_ids: [id] })
  assert.deepEqual([refused.status, refused.body.error], [400, 'LimitOneCategory'])
})

test('an account without categories gets one with its first trigger', async () => {
  await app.database.database.run(defineStatement('delete from triggers where account_id = $1')(app.account_id))
  await app.database.database.run(defineStatement('delete from trigger_categories where account_id = $1')(app.account_id))
  assert.deepEqual((await app.api.get('/api/v2/trigger_categories')).body.links, { prev: null, next: null })
  const { category_id } = await make()
  assert.equal((await app.api.get(`/api/v2/trigger_categories/${category_id}`)).body.trigger_category.name, 'Initial category')
})

test('every write of triggers and categories invalidates the cached rules in each process', async () => {
  const topic = rulesTopic(app.account_id)
  const { cache } = app.running.server.services
  const another = (await app.another()).running.server.services
  let loads = 0
  const read = (from: typeof cache) => from.load(topic, 'tried', async () => ++loads)
  const drops = async (act: () => Promise<{ status: number }>) => {
    const mine = await read(cache)
    const theirs = await read(another.cache)
    assert.deepEqual([await read(cache), await read(another.cache)], [mine, theirs], 'it is cached')
    assert.ok((await act()).status < 300)
    assert.notEqual(await read(cache), mine)
    await waitFor(async () => (await read(another.cache)) !== theirs, true)
  }
  await waitFor(() => Promise.resolve(cache.isHearing() && another.cache.isHearing()), true)
  const { id, category_id } = await make()
  await drops(() => app.api.post(path, { trigger: { title: 'Another', ...rule } }))
  await drops(() => app.api.put(`${path}/${id}`, { trigger: { active: false } }))
  await drops(() => app.api.put(`${path}/update_many`, { triggers: [{ id, active: true }] }))
  await drops(() => app.api.put(`${path}/reorder`, { trigger_ids: [id] }))
  await drops(() => app.api.patch(`/api/v2/trigger_categories/${category_id}`, { trigger_category: { position: 7 } }))
  const job = (position: number) => ({ job: { action: 'patch', items: { triggers: [{ id, position }] } } })
  await drops(() => app.api.post('/api/v2/trigger_categories/jobs', job(77)))
  await drops(() => app.api.delete(`${path}/${id}`))
})
