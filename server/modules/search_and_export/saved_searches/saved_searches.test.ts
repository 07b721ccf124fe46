import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const { api } = app
const PATH = '/api/v2/saved_searches'
const SEARCH = { name: 'Urgent', type: 'ticket', query: 'priority:urgent' }

test('a search is saved, with or without a wrapper, changed and removed', async () => {
  const made = await api.post(PATH, SEARCH)
  assert.equal(made.status, 201)
  const { saved_search } = made.body
  assert.match(saved_search.id, /^[0-9a-f-]{36}$/)
  assert.deepEqual([saved_search.name, saved_search.filters], ['Urgent', null])
  const changed = await api.put(`${PATH}/${saved_search.id}`, { saved_search: { query: 'priority:high', filters: '{}' } })
  assert.deepEqual(
    [changed.body.saved_search.name, changed.body.saved_search.query, changed.body.saved_search.filters],
    ['Urgent', 'priority:high', '{}'],
  )
  assert.equal((await api.get(PATH)).body.saved_searches.length, 1)
  assert.equal((await api.delete(`${PATH}/${saved_search.id}`)).status, 204)
  assert.equal((await api.delete(`${PATH}/${saved_search.id}`)).status, 404)
})

test('a duplicate name is 409; missing or unknown members are 422; more than 20 searches are 422', async () => {
  await api.post(PATH, { ...SEARCH, name: 'Once' })
  assert.equal((await api.post(PATH, { ...SEARCH, name: 'once' })).status, 409)
  const refused = await api.post(PATH, { name: '', type: 'moon', query: ' ' })
  assert.deepEqual([refused.status, Object.keys(refused.body.details)], [422, ['name', 'type', 'query']])
  const letters = Array.from({ length: 70_000 }, (_none, index) => String.fromCodePoint(97 + ((index * index) % 26))).join('')
  const long = await api.post(PATH, { name: letters.slice(0, 20_000), type: 'ticket', query: letters, filters: letters })
  assert.deepEqual([long.status, Object.keys(long.body.details)], [422, ['name', 'query', 'filters']])
  for (let count = 0; count < 19; count++) await api.post(PATH, { ...SEARCH, name: `Search ${count}` })
  assert.equal((await api.post(PATH, { ...SEARCH, name: 'One more' })).status, 422)
})

test('saved searches are private to their agent; without credentials 401, end users 403', async () => {
  const agent = await makeWith(api).agent()
  const person = await makeWith(api).user()
  const asAgent = app.as({ email: agent.email, token: app.admin.token })
  const { saved_search } = (await asAgent.post(PATH, SEARCH)).body
  assert.equal((await api.put(`${PATH}/${saved_search.id}`, SEARCH)).status, 404)
  assert.equal((await app.as({}).get(PATH)).status, 401)
  assert.equal((await app.as({ email: person.email, token: app.admin.token }).get(PATH)).status, 403)
})
