import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { diffOf } from './revision_diff.ts'

const app = await useApp({}, { shippedTriggers: true })
const path = '/api/v2/triggers'
const OPEN = { field: 'status', operator: 'is', value: 'open' }
const HIGH = { field: 'priority', value: 'high' }
const make = async () =>
  (await app.api.post(path, { trigger: { title: 'One', conditions: { all: [OPEN] }, actions: [HIGH] } })).body.trigger
const put = async (id: number, members: object) => assert.equal((await app.api.put(`${path}/${id}`, { trigger: members })).status, 200)
const markKept = (content: unknown) => [{ change: '=', content }]
const markReplaced = (before: unknown, after: unknown) => [
  { change: '-', content: before },
  { change: '+', content: after },
]
const markAdded = (content: unknown) => [{ change: '+', content }]

test('each change of title, description, state, conditions or actions makes a revision; a move makes none', async () => {
  const { id } = await make()
  const any = [{ field: 'type', operator: 'is', value: 'task' }]
  await put(id, { title: 'Two', description: 'Why' })
  await put(id, { position: 500 })
  await put(id, { title: 'Two' })
  await put(id, { active: false, conditions: { all: [{ ...OPEN, value: 'new' }], any }, actions: [HIGH, { field: 'type', value: 'task' }] })
  const { status, body } = await app.api.get(`${path}/${id}/revisions.json`)
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['trigger_revisions', 'after_url', 'before_url', 'after_cursor', 'before_cursor', 'count'])
  assert.equal(body.count, 3)
  const [third, second, first] = body.trigger_revisions
  assert.deepEqual(Object.keys(third), ['url', 'id', 'author_id', 'created_at', 'snapshot', 'diff'])
  assert.deepEqual([third.author_id, third.url], [app.admin.id, `${app.base_url}${path}/${id}/revisions/${third.id}.json`])
  assert.deepEqual(third.snapshot, {
    title: 'Two',
    description: 'Why',
    active: false,
    conditions: { all: [{ ...OPEN, value: 'new' }], any },
    actions: [HIGH, { field: 'type', value: 'task' }],
  })
  assert.deepEqual(third.diff, {
    source_id: second.id,
    target_id: third.id,
    title: markKept('Two'),
    description: markKept('Why'),
    active: markReplaced(true, false),
    conditions: {
      all: [{ field: markKept('status'), operator: markKept('is'), value: markReplaced('open', 'new') }],
      any: [{ field: markAdded('type'), operator: markAdded('is'), value: markAdded('task') }],
    },
    actions: [
      { field: markKept('priority'), value: markKept('high') },
      { field: markAdded('type'), value: markAdded('task') },
    ],
  })
  assert.deepEqual(second.diff.title, markReplaced('One', 'Two'))
  assert.deepEqual(first.diff.title, markAdded('One'))
  assert.deepEqual([first.diff.source_id, first.diff.target_id], [0, first.id])
  const { diff: _diff, ...shown } = third
  assert.deepEqual((await app.api.get(`${path}/${id}/revisions/${third.id}`)).body, { trigger_revision: shown })
})

test('of triggers that are changed at once, those that differ get a revision each', async () => {
  const one = await make()
  const moved = await make()
  const three = await make()
  const changes = [
    { id: one.id, active: false },
    { id: moved.id, position: 900 },
    { id: three.id, active: false, position: 901 },
  ]
  assert.equal((await app.api.put(`${path}/update_many`, { triggers: changes })).status, 200)
  const revisionsOf = async (id: number) => (await app.api.get(`${path}/${id}/revisions`)).body.trigger_revisions
  const ofOne = await revisionsOf(one.id)
  const ofMoved = await revisionsOf(moved.id)
  const ofThree = await revisionsOf(three.id)
  assert.deepEqual([ofOne.length, ofMoved.length, ofThree.length], [2, 1, 2])
  assert.deepEqual([ofOne[0].snapshot.active, ofThree[0].snapshot.active], [false, false])
  assert.equal(new Set([...ofOne, ...ofMoved, ...ofThree].map(({ id }: { id: number }) => id)).size, 5)
})

test('revisions are paged by their own cursors, in both directions', async () => {
  const { id } = await make()
  for (let number = 2; number <= 5; number += 1) await put(id, { title: `Version ${number}` })
  const titles = (body: any) => body.trigger_revisions.map((row: { snapshot: { title: string } }) => row.snapshot.title)
  const follow = async (url: string) => (await app.api.get(url.slice(app.base_url.length))).body
  const first = (await app.api.get(`${path}/${id}/revisions?limit=2`)).body
  assert.deepEqual(titles(first), ['Version 5', 'Version 4'])
  assert.deepEqual(first.trigger_revisions[1].diff.title, markReplaced('Version 3', 'Version 4'))
  const second = await follow(first.after_url)
  assert.deepEqual(titles(second), ['Version 3', 'Version 2'])
  const third = await follow(second.after_url)
  assert.deepEqual(titles(third), ['One'])
  const end = await follow(third.after_url)
  assert.deepEqual(
    [end.trigger_revisions, end.after_url, end.before_url, end.after_cursor, end.before_cursor, end.count],
    [[], null, null, null, null, 0],
  )
  const back = await follow(third.before_url)
  assert.deepEqual(titles(back), ['Version 3', 'Version 2'])
  assert.deepEqual(back.trigger_revisions[1].diff.title, markReplaced('One', 'Version 2'))
  assert.deepEqual(titles((await app.api.get(`${path}/${id}/revisions?limit=5000`)).body).length, 5)
  for (const wrong of ['limit=x', 'limit=0', 'cursor=nonsense'])
    assert.equal((await app.api.get(`${path}/${id}/revisions?${wrong}`)).status, 400, wrong)
})

test('a fresh trigger was made by the system, and an unknown trigger or revision is not found', async () => {
  const [fresh] = (await app.api.get(path)).body.triggers
  const { trigger_revisions } = (await app.api.get(`${path}/${fresh.id}/revisions`)).body
  assert.deepEqual([trigger_revisions.length, trigger_revisions[0].author_id], [1, -1])
  const { id } = await make()
  assert.equal((await app.api.get(`${path}/${id}/revisions/${trigger_revisions[0].id}`)).status, 404)
  assert.equal((await app.api.get(`${path}/99999/revisions`)).status, 404)
  await app.api.delete(`${path}/${id}`)
  assert.equal((await app.api.get(`${path}/${id}/revisions`)).status, 404)
})

test('a removed condition in the middle is shown as removed, and what follows it as kept', () => {
  const condition = (field: string) => ({ field, operator: 'is', value: '' })
  const rule = (...names: string[]) => ({
    title: 'One',
    description: null,
    active: true,
    conditions: { all: names.map(condition), any: [] },
    actions: [],
  })
  const { conditions } = diffOf({ id: 1, snapshot: rule('a', 'b', 'c') }, { id: 2, snapshot: rule('a', 'c') })
  assert.deepEqual(
    conditions.all.map(({ field }) => field),
    [markKept('a'), [{ change: '-', content: 'b' }], markKept('c')],
  )
})
