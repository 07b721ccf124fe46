import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp({}, { shippedTriggers: true })
const path = '/api/v2/triggers'
const agent = await putPerson(app, { role: 'agent' })
const rule = { conditions: { all: [{ field: 'status', operator: 'is', value: 'open' }] }, actions: [{ field: 'priority', value: 'high' }] }
const titles = (answer: { body: any }): string[] => answer.body.triggers.map((row: { title: string }) => row.title)
const get = (query: string) => agent.api.get(`${path}${query}`)

/** Two categories in front of the one that a fresh instance has, in the opposite order of their creation. */
const categories: Record<string, string> = {}
before(async () => {
  for (const [name, position] of [
    ['Second', -1],
    ['First', -2],
  ] as const) {
    const { body } = await app.api.post('/api/v2/trigger_categories', { trigger_category: { name, position } })
    categories[name] = body.trigger_category.id
  }
  for (const [title, category, members] of [
    ['Zebra stripes', 'Second', { position: 5 }],
    ['zebra hooves', 'Second', { position: 5, active: false, description: 'Runs' }],
    ['100% zebra_tail', 'Second', { position: 1 }],
    ['Zebra herd', 'First', { position: 9 }],
  ] as const) {
    const made = await app.api.post(path, { trigger: { ...rule, title, category_id: categories[category], ...members } })
    assert.equal(made.status, 201, JSON.stringify(made.body))
  }
})

test('triggers are listed in the order in which they run: category, position, title', async () => {
  const all = titles(await get(''))
  assert.deepEqual(all.slice(0, 4), [
    'Zebra herd',
    '100% zebra_tail',
    ...['Zebra stripes', 'zebra hooves'].sort((one, other) => all.indexOf(one) - all.indexOf(other)),
  ])
  assert.equal(all[4], 'Auto-assign to first email responding agent')
  assert.deepEqual(titles(await get('/active')), titles(await get('?active=true')))
  assert.ok(!titles(await get('/active')).includes('zebra hooves'))
  assert.deepEqual(titles(await get('?active=false')), ['zebra hooves', 'Auto-assign to first email responding agent'])
})

test('a list can be of one category', async () => {
  assert.deepEqual(titles(await get(`?category_id=${categories.First}`)), ['Zebra herd'])
  assert.deepEqual(titles(await get(`?category_id=${categories.Second}&active=false`)), ['zebra hooves'])
  assert.equal(titles(await get(`/active?category_id=${categories.Second}`)).length, 2)
  assert.deepEqual(titles(await get('?category_id=99999')), [])
  assert.equal((await get('?category_id=abc')).status, 400)
})

test('a search looks for a part of the title, or for exact members', async () => {
  assert.equal(titles(await get('/search?query=ZEBRA')).length, 4)
  assert.deepEqual(titles(await get('/search.json?query=zebra&active=false')), ['zebra hooves'])
  assert.deepEqual(titles(await get('/search?query=a_t')), ['100% zebra_tail'])
  const searchByFilter = (json: unknown, rest = '') => get(`/search?filter=${encodeURIComponent(JSON.stringify({ json }))}${rest}`)
  assert.deepEqual(titles(await searchByFilter({ description: 'Runs' })), ['zebra hooves'])
  assert.deepEqual(titles(await searchByFilter(JSON.stringify({ title: 'Zebra herd' }))), ['Zebra herd'])
  assert.deepEqual(titles(await searchByFilter({ category_id: categories.Second, active: true }, '&query=stripes')), ['Zebra stripes'])
  assert.deepEqual(titles(await searchByFilter({ category_id: Number(categories.Second), position: 1 })), ['100% zebra_tail'])
  assert.deepEqual(titles(await searchByFilter({ active: false }, '&active=true')), [])
  assert.equal(titles(await get('/search')).length, titles(await get('')).length)
  for (const wrong of [
    'x',
    '[]',
    '{}',
    '{"json":[]}',
    '{"json":{"colour":"red"}}',
    '{"json":{"active":"perhaps"}}',
    '{"json":{"title":5}}',
  ])
    assert.equal((await get(`/search?filter=${encodeURIComponent(wrong)}`)).status, 400, wrong)
})

test('lists are sorted, and by time the newest come first unless asked otherwise', async () => {
  const zebras = (order: string) => get(`/search?query=zebra&${order}`)
  const byTitle = titles(await zebras('sort_by=alphabetical'))
  assert.equal(byTitle[0], '100% zebra_tail')
  assert.deepEqual(titles(await zebras('sort_by=alphabetical&sort_order=desc')), [...byTitle].reverse())
  const oldest = ['Zebra stripes', 'zebra hooves', '100% zebra_tail', 'Zebra herd']
  assert.deepEqual(titles(await zebras('sort_by=created_at')), [...oldest].reverse())
  assert.deepEqual(titles(await zebras('sort_by=created_at&sort_order=asc')), oldest)
  assert.deepEqual(titles(await zebras('sort_by=updated_at&sort_order=asc')), oldest)
  const byPosition = titles(await zebras(''))
  assert.deepEqual(titles(await zebras('sort_by=position&sort_order=desc')), [...byPosition].reverse())
  assert.deepEqual(titles(await zebras('sort_by=usage_24h')), byPosition)
})

test('lists are paged in both styles, each in the same order', async () => {
  const all = titles(await get(''))
  const second = await get('?page=2&per_page=3')
  assert.equal(second.body.previous_page, `${app.base_url}${path}.json?page=1&per_page=3`)
  assert.deepEqual(titles(second), all.slice(3, 6))
  const seen: string[] = []
  let next: string | null = `${app.base_url}${path}.json?page%5Bsize%5D=4`
  while (next !== null) {
    const { body }: { body: any } = await agent.api.get(next.slice(app.base_url.length))
    seen.push(...titles({ body }))
    next = body.links.next
  }
  assert.deepEqual(seen, all)
  for (const sort of ['id', '-updated_at', 'created_at', 'alphabetical', '-position'])
    assert.equal((await get(`?page[size]=2&sort=${sort}`)).status, 200, sort)
  assert.deepEqual(titles(await get('?page[size]=100&sort=-position')), [...all].reverse())
  assert.equal((await get('?page[size]=2&sort=colour')).status, 400)
})
