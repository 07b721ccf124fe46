import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const path = '/api/v2/brands'
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })
const make = async (name: string, members: Record<string, unknown> = {}) =>
  (await app.api.post(path, { brand: { name, subdomain: name.toLowerCase(), ...members } })).body.brand

test('a fresh instance has one default brand, with the recorded keys', async () => {
  const { status, body } = await agent.api.get(`${path}.json`)
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['brands', 'next_page', 'previous_page', 'count'])
  const [brand] = body.brands
  const keys = [
    'url',
    'id',
    'name',
    'brand_url',
    'subdomain',
    'host_mapping',
    'has_help_center',
    'help_center_state',
    'active',
    'default',
    'is_deleted',
    'logo',
    'ticket_form_ids',
    'signature_template',
    'created_at',
    'updated_at',
    'user_separation',
  ]
  assert.deepEqual(Object.keys(brand), keys)
  assert.equal(brand.default, true)
  assert.equal(brand.ticket_form_ids.length, 1)
  assert.equal(brand.signature_template, '{{agent.signature}}')
})

test('a brand is created, changed and removed, and can still be read as deleted', async () => {
  const made = await app.api.post(path, { brand: { name: 'Second', subdomain: 'Second', brand_url: 'https://ignored' } })
  assert.equal(made.status, 201)
  assert.equal(made.headers.get('location'), made.body.brand.url)
  const { id } = made.body.brand
  assert.equal(made.body.brand.subdomain, 'second')
  const changed = await app.api.put(`${path}/${id}.json`, {
    brand: { id, name: 'Renamed', host_mapping: 'help.example.com', active: false },
  })
  assert.deepEqual(
    [changed.status, changed.body.brand.name, changed.body.brand.host_mapping, changed.body.brand.active],
    [200, 'Renamed', 'help.example.com', false],
  )
  assert.equal((await app.api.delete(`${path}/${id}`)).status, 204)
  assert.equal((await app.api.get(`${path}/${id}`)).body.brand.is_deleted, true)
  const isListed = async (query: string) => (await app.api.get(path + query)).body.brands.some((brand: { id: number }) => brand.id === id)
  assert.deepEqual([await isListed(''), await isListed('?include_deleted=true')], [false, true])
  assert.equal((await app.api.put(`${path}/${id}`, { brand: { name: 'Back' } })).status, 404)
  assert.equal((await app.api.delete(`${path}/${id}`)).status, 404)
  assert.equal((await make('Second')).subdomain, 'second')
})

test('name and subdomain must be present, well-formed and unused', async () => {
  const blank = await app.api.post(path, { brand: { name: ' ', subdomain: '', host_mapping: 'no host' } })
  assert.equal(blank.status, 422)
  assert.deepEqual(Object.keys(blank.body.details), ['name', 'subdomain', 'host_mapping'])
  await make('Taken')
  const twice = await app.api.post(path, { brand: { name: 'Other', subdomain: 'TAKEN' } })
  assert.deepEqual(twice.body.details, { subdomain: [{ description: 'Subdomain: has already been taken', error: 'DuplicateValue' }] })
  assert.equal((await app.api.post(path, { brand: { name: 'Other', subdomain: 'a b' } })).status, 422)
  assert.equal((await app.api.post(path, {})).status, 400)
})

test('of two concurrent requests to create a brand with the same subdomain, one succeeds', async () => {
  const answers = await Promise.all([1, 2].map(() => app.api.post(path, { brand: { name: 'Racing', subdomain: 'racing' } })))
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, 422])
})

test('there is always exactly one default brand, and it can be neither removed nor deactivated', async () => {
  const { id } = await make('Heir')
  assert.equal((await app.api.put(`${path}/${id}`, { brand: { default: true } })).body.brand.default, true)
  const { brands } = (await app.api.get(path)).body
  assert.deepEqual(
    brands.filter((brand: { default: boolean }) => brand.default).map((brand: { id: number }) => brand.id),
    [id],
  )
  assert.equal((await app.api.delete(`${path}/${id}`)).status, 422)
  assert.equal((await app.api.put(`${path}/${id}`, { brand: { active: false } })).status, 422)
  assert.equal((await app.api.put(`${path}/${id}`, { brand: { default: false } })).status, 422)
})

test('brands are sorted by name, in both styles of pagination', async () => {
  for (const name of ['Cedar', 'Birch', 'Aspen']) await make(name)
  const names: string[] = []
  let next: string | null = `${path}?page[size]=2`
  while (next !== null) {
    const { body } = await app.api.get(next)
    names.push(...body.brands.map((brand: { name: string }) => brand.name))
    next = body.links.next === null ? null : body.links.next.slice(app.base_url.length)
  }
  assert.deepEqual(names, [...names].sort())
  const page = (await app.api.get(`${path}?per_page=1&page=2`)).body
  assert.equal(page.brands[0].name, names[1])
  assert.equal(page.count, names.length)
})

test('a host without a CNAME is not a valid mapping', async () => {
  const asked = await app.api.get(`${path}/check_host_mapping?host_mapping=help.example.invalid&subdomain=main`)
  assert.deepEqual(
    [asked.status, asked.body],
    [200, { is_valid: false, reason: 'not_a_cname', cname: null, expected_cnames: ['main.localhost'] }],
  )
  const { id } = await make('Unmapped')
  assert.equal((await app.api.get(`${path}/${id}/check_host_mapping`)).body.reason, 'invalid_host')
})

test('only admins write brands, agents read them, end users and anonymous callers do not', async () => {
  const { id } = (await app.api.get(path)).body.brands[0]
  const body = { brand: { name: 'Mine', subdomain: 'mine' } }
  assert.equal((await app.as({}).get(path)).status, 401)
  assert.equal((await agent.api.get(`${path}/${id}`)).status, 200)
  for (const refused of [
    agent.api.post(path, body),
    agent.api.put(`${path}/${id}`, body),
    agent.api.delete(`${path}/${id}`),
    agent.api.get(`${path}/check_host_mapping`),
    customer.api.get(path),
    customer.api.get(`${path}/${id}`),
    agent.api.get(`${path}/${id}/check_host_mapping`),
  ])
    assert.equal((await refused).status, 403)
  for (const missing of [app.api.get(`${path}/9223372036854775807`), app.api.put(`${path}/999999`, body), app.api.delete(`${path}/999999`)])
    assert.equal((await missing).status, 404)
  assert.equal((await app.api.get(`${path}/abc`)).status, 400)
})
