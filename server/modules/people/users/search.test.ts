import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
const anna = await make.user({
  name: 'Anna-Lena Smithson',
  email: 'anna@find.example',
  phone: '+4930123456',
  external_id: 'Find-7',
  tags: ['vip'],
  notes: 'likes 100% tea',
})
const bob = await make.agent({ name: "Bob O'Smith", email: 'bob@find.example' })
const acme = await make.organization({ name: 'Find Inc' })
const carl = await make.user({
  name: 'Carl',
  email: 'carl@find.example',
  organization_id: acme.id,
  identities: [{ type: 'email', value: 'second@find.example' }],
})

const findIds = async (path: string) => (await app.api.get(`/api/v2/users/${path}`)).body.users.map((user: { id: number }) => user.id)
const search = (query: string) => findIds(`search.json?query=${encodeURIComponent(query)}`)

test('every word of a query must be the start of a word of the name', async () => {
  assert.deepEqual(await search('smith'), [anna.id, bob.id])
  assert.deepEqual(await search('LENA smi'), [anna.id])
  assert.deepEqual(await search("o'sm"), [bob.id])
  assert.deepEqual(await search('mith'), [])
})

test('an e-mail address finds only the user who has it, by any of their addresses', async () => {
  assert.deepEqual(await search('ANNA@find.example'), [anna.id])
  assert.deepEqual(await search('email:second@find.example'), [carl.id])
  assert.deepEqual(await search('email:anna'), [])
})

test('properties narrow a search; the same one twice widens it', async () => {
  assert.deepEqual(await search('name:smith role:agent'), [bob.id])
  assert.deepEqual(await search('name:smith role:agent role:end-user'), [anna.id, bob.id])
  assert.deepEqual(await search('phone:"+49 30 123456"'), [anna.id])
  assert.deepEqual(await search('tags:VIP'), [anna.id])
  assert.deepEqual(await search('notes:"100% tea"'), [anna.id])
  assert.deepEqual(await search('organization:"find inc"'), [carl.id])
  assert.deepEqual(await search(`organization:${acme.id}`), [carl.id])
  assert.deepEqual(await search('external_id:find-7'), [anna.id])
  assert.deepEqual(await findIds('search?external_id=FIND-7'), [anna.id])
})

test('unusual queries find nothing and cause no error', async () => {
  for (const query of ["'", '\\', "a' & !b | (c:*", '!!!', '-', ':*', 'name:"', '\u0000', 'ü🙂'])
    assert.equal((await app.api.get(`/api/v2/users/search?query=${encodeURIComponent(query)}`)).status, 200, query)
})

test('search results are paged', async () => {
  const { body } = await app.api.get('/api/v2/users/search.json?query=smith&per_page=1')
  assert.deepEqual(
    [body.users[0].id, body.count, body.next_page],
    [anna.id, 2, `${app.base_url}/api/v2/users/search.json?page=2&per_page=1&query=smith`],
  )
})

test('autocomplete finds users by name or phone while typing', async () => {
  assert.deepEqual(await findIds('autocomplete.json?name=smi'), [anna.id, bob.id])
  assert.deepEqual(await findIds('autocomplete?name=smi&filter=assignable'), [bob.id])
  assert.deepEqual(await findIds('autocomplete?phone=%2B4930'), [anna.id])
  assert.deepEqual(await findIds('autocomplete?name=s'), [])
  const posted = await app.api.post('/api/v2/users/autocomplete.json', { name: 'carl' })
  assert.deepEqual(Object.keys(posted.body), ['users', 'next_page', 'previous_page', 'count'])
  assert.deepEqual(
    posted.body.users.map((user: { id: number }) => user.id),
    [carl.id],
  )
})

test('users are found by the name of their custom role', async () => {
  const named = 'Night watch of the south'
  const { custom_role } = (await app.api.post('/api/v2/custom_roles', { custom_role: { name: named } })).body
  const watch = await make.user({ name: 'Watches at night', role: 'agent', custom_role_id: custom_role.id, email: 'watch@roles.example' })
  const sleeper = await make.user({ name: 'Sleeps at night', role: 'agent', email: 'sleeps@roles.example' })
  const searchIds = async (query: string) =>
    (await app.api.get(`/api/v2/users/search?query=${encodeURIComponent(query)}`)).body.users.map((user: { id: number }) => user.id)
  assert.deepEqual(await searchIds(`role:"${named.toUpperCase()}"`), [watch.id])
  assert.deepEqual(await searchIds(`role:"${named}" watches`), [watch.id])
  assert.deepEqual(await searchIds(`-role:"${named}" night`), [sleeper.id])
  assert.deepEqual(await searchIds('role:"Night watch"'), [])
})

test('a phone number with an asterisk is compared by its digits, in any notation', async () => {
  const dora = await make.user({ name: 'Dora', phone: '(111) 222-3333' })
  assert.deepEqual(await search('role:end-user phone:*1112223333'), [dora.id])
  assert.deepEqual(await search('phone:111-222*'), [dora.id])
  assert.deepEqual(await search('phone:*2223'), [])
  assert.deepEqual(await search('phone:*none'), [])
})
