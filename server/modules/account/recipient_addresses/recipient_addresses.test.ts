import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp({}, { own: true }) // names the first instance
const { api } = app
const PATH = '/api/v2/recipient_addresses'
const add = (recipient_address: object) => api.post(PATH, { recipient_address })

test('a fresh instance has one address, the default; others can be added and removed again', async () => {
  const { recipient_addresses, count } = (await api.get(PATH)).body
  assert.deepEqual([count, recipient_addresses[0].email, recipient_addresses[0].default], [1, 'support@main.localhost', true])
  assert.equal((await api.delete(`${PATH}/${recipient_addresses[0].id}`)).status, 422)
  const added = (await add({ name: 'Sales', email: 'alone@example.org' })).body.recipient_address
  assert.equal(added.default, false)
  assert.equal((await api.delete(`${PATH}/${added.id}`)).status, 204)
})

test('another address can be made the default, and the default one cannot be removed', async () => {
  const first = await add({ name: 'Sales', email: 'sales@example.org', default: true })
  assert.equal(first.status, 201)
  const { recipient_address } = first.body
  assert.equal(first.headers.get('location'), recipient_address.url)
  assert.deepEqual(Object.keys(recipient_address), [
    'url',
    'id',
    'brand_id',
    'default',
    'name',
    'email',
    'forwarding_status',
    'spf_status',
    'cname_status',
    'domain_verification_status',
    'domain_verification_code',
    'created_at',
    'updated_at',
  ])
  assert.deepEqual([recipient_address.default, recipient_address.forwarding_status], [true, 'unknown'])
  const second = (await add({ email: 'help@example.org' })).body.recipient_address
  assert.equal(second.default, false)
  const path = `${PATH}/${second.id}`
  const changed = (await api.put(path, { recipient_address: { name: 'Help', email: 'other@example.org', default: true } })).body
    .recipient_address
  assert.deepEqual([changed.name, changed.email, changed.default], ['Help', 'help@example.org', true])
  assert.equal((await api.get(`${PATH}/${recipient_address.id}.json`)).body.recipient_address.default, false)
  assert.equal((await api.delete(path)).status, 422)
  assert.equal((await api.put(path, { recipient_address: { default: false } })).status, 422)
  assert.equal((await api.delete(`${PATH}/${recipient_address.id}`)).status, 204)
  assert.equal((await api.get(`${PATH}/${recipient_address.id}`)).status, 404)
})

test('an address must be valid, unused, and of an existing brand', async () => {
  const readDetails = async (address: object) => (await add(address)).body.details
  assert.deepEqual(Object.keys(await readDetails({ email: '' })), ['email'])
  assert.deepEqual(Object.keys(await readDetails({ email: 'no address', brand_id: 1_234_567 })), ['email', 'brand_id'])
  await add({ email: 'twice@example.org' })
  assert.equal((await readDetails({ email: 'Twice@Example.org' })).email[0].error, 'DuplicateValue')
})

test('forwarding is verified by a mail to the address, everything else by DNS', async () => {
  const { id } = (await add({ email: 'verify@no-such-domain.invalid' })).body.recipient_address
  const verify = (type: string) => api.put(`${PATH}/${id}/verify.json`, { type })
  assert.equal((await verify('forwarding')).status, 200)
  assert.equal((await api.get(`${PATH}/${id}`)).body.recipient_address.forwarding_status, 'waiting')
  const mails = (await api.get('/api/v2/deskhand/mails')).body.mails
  assert.ok(JSON.stringify(mails).includes('verify@no-such-domain.invalid'))
  assert.equal((await verify('dns')).status, 200)
  const looked = (await api.get(`${PATH}/${id}`)).body.recipient_address
  assert.deepEqual([looked.spf_status, looked.domain_verification_status], ['failed', 'failed'])
  assert.equal((await verify('magic')).status, 422)
})

test('without credentials 401; agents can read but not write; unknown ids are 404', async () => {
  const agent = await makeWith(api).agent()
  const asAgent = app.as({ email: agent.email, token: app.admin.token })
  assert.equal((await app.as({}).get(PATH)).status, 401)
  assert.equal((await asAgent.get(PATH)).status, 200)
  assert.equal((await asAgent.post(PATH, { recipient_address: { email: 'x@example.org' } })).status, 403)
  assert.equal((await api.post(PATH, {})).status, 400)
  assert.equal((await api.put(`${PATH}/9223372036854775807`, { recipient_address: { name: 'x' } })).status, 404)
})

test('pages of both styles hold each address once', async () => {
  for (const word of ['a', 'b', 'c']) await add({ email: `page-${word}@example.org` })
  const { count } = (await api.get(PATH)).body
  const seen: number[] = []
  for (let page = 1; page <= Math.ceil(count / 2); page++)
    seen.push(...(await api.get(`${PATH}?per_page=2&page=${page}`)).body.recipient_addresses.map((one: any) => one.id))
  assert.equal(new Set(seen).size, count)
  const cursor = (await api.get(`${PATH}?page[size]=2`)).body
  assert.deepEqual([cursor.meta.has_more, cursor.recipient_addresses.length], [true, 2])
})
