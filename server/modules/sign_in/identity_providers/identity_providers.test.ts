import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inPerson, setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { putPerson } from '#test/records.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp()
/** With an access token: passwords do not work while staff can only sign in through a provider. */
const owner = await inPerson(app, app.admin.id)
const path = '/api/v2/identity_providers'
const SECRET = 'a secret of the client at its provider'
const FULL = { name: 'Company', issuer: 'https://login.example.com/tenant', client_id: 'deskhand', client_secret: SECRET }
const send = (identity_provider: Record<string, unknown>) => owner.post(path, { identity_provider })

let made = 0
async function create(given: Record<string, unknown> = {}): Promise<any> {
  const answer = await send({ ...FULL, name: `Provider ${++made}`, ...given })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.identity_provider
}

test('a provider is created, shown, listed, changed and removed; its secret is never shown again', async () => {
  const answer = await send({ ...FULL, allowed_domains: [' Example.com ', 'example.com'], link_by_verified_email: true })
  const { identity_provider: provider } = answer.body
  assert.deepEqual([answer.status, answer.headers.get('location')], [201, provider.url])
  assert.deepEqual(
    [provider.name, provider.issuer, provider.client_secret, provider.allowed_domains, provider.link_by_verified_email, provider.active],
    ['Company', FULL.issuer, 'a se…', ['example.com'], true, true],
  )
  assert.equal(provider.redirect_uri, `${app.base_url}/access/sso/callback`)
  assert.deepEqual((await app.api.get(`${path}/${provider.id}`)).body, { identity_provider: provider })
  const listed = await app.api.get(`${path}?page[size]=100`)
  assert.ok(listed.body.identity_providers.some((one: { id: number }) => one.id === provider.id))
  assert.equal(JSON.stringify(listed.body).includes(SECRET), false)
  const changed = await owner.put(`${path}/${provider.id}`, {
    identity_provider: { name: 'Company sign-in', client_secret: 'new secret' },
  })
  assert.deepEqual([changed.body.identity_provider.name, changed.body.identity_provider.client_secret], ['Company sign-in', 'new …'])
  assert.equal((await owner.delete(`${path}/${provider.id}`)).status, 204)
  assert.equal((await app.api.get(`${path}/${provider.id}`)).status, 404)
})

test('the secret is stored encrypted, bound to its own row', async () => {
  await create()
  const rows = await app.database.database.all(
    defineStatement<{ text: string }>(
      "select encode(client_secret_cipher, 'escape') as text from identity_providers where account_id = $1",
    )(app.account_id),
  )
  assert.ok(rows.length > 0)
  for (const { text } of rows) assert.equal(text.includes(SECRET), false)
})

test('changes of a provider are audited, without its secret', async () => {
  const { id } = await create()
  await owner.put(`${path}/${id}`, { identity_provider: { client_secret: 'another secret', active: false } })
  await owner.delete(`${path}/${id}`)
  const { audit_logs } = (await app.api.get(`/api/v2/audit_logs?filter[source_type]=identity_provider&filter[source_id]=${id}`)).body
  const said = audit_logs.map((entry: { change_description: string }) => entry.change_description)
  assert.deepEqual(said.sort(), [
    'Changed active, client_secret',
    'Removed; its issuer was https://login.example.com/tenant',
    'Set up for https://login.example.com/tenant',
  ])
})

test('anonymous callers see the ways to sign in, and nothing else of providers', async () => {
  const shown = await create()
  const hidden = await create({ active: false })
  const { status, body } = await app.as({}).get('/access/methods')
  assert.deepEqual([status, body.methods.password, body.methods.sso_only], [200, true, false])
  const { identity_providers } = body.methods
  assert.deepEqual(
    identity_providers.find((one: { id: number }) => one.id === shown.id),
    { id: shown.id, name: shown.name, sign_in_url: `${app.base_url}/access/sso/${shown.id}` },
  )
  assert.equal(
    identity_providers.some((one: { id: number }) => one.id === hidden.id),
    false,
  )
})

test('invalid values are refused, all of them at once', async () => {
  const wrong = await send({ issuer: 'http://login.example.com', allowed_domains: ['nodot', 'a b.c'] })
  assert.deepEqual(
    [wrong.status, Object.keys(wrong.body.details).sort()],
    [422, ['allowed_domains', 'client_id', 'client_secret', 'issuer', 'name']],
  )
  for (const issuer of [
    'login.example.com',
    'https://a:b@example.com',
    'https://example.com?a=b',
    'https://example.com/#a',
    'ftp://example.com',
  ])
    assert.deepEqual(Object.keys((await send({ ...FULL, name: 'Another', issuer })).body.details), ['issuer'], issuer)
  const nobodys = await send({ ...FULL, name: 'Another', link_by_verified_email: true })
  assert.deepEqual(Object.keys(nobodys.body.details), ['allowed_domains'])
  const { id, name } = await create()
  assert.equal((await send({ ...FULL, name: name.toUpperCase() })).body.details.name[0].error, 'DuplicateValue')
  const moved = await owner.put(`${path}/${id}`, { identity_provider: { issuer: 'https://other.example.com' } })
  assert.deepEqual([moved.status, Object.keys(moved.body.details)], [422, ['issuer']])
  assert.equal((await owner.put(`${path}/${id}`, { identity_provider: { client_secret: '' } })).status, 422)
  assert.equal((await owner.post(path, {})).status, 400)
})

test('the last provider cannot be removed while staff can sign in only through providers', async () => {
  for (const { id } of (await app.api.get(`${path}?page[size]=100`)).body.identity_providers) await owner.delete(`${path}/${id}`)
  const settings = (sso_only: boolean) => app.api.put('/api/v2/deskhand/settings', { settings: { security: { sso_only } } })
  const early = await settings(true)
  assert.deepEqual([early.status, Object.keys(early.body.details)], [422, ['security.sso_only']])
  const one = await create()
  const other = await create()
  assert.equal((await settings(true)).status, 200)
  assert.equal((await owner.delete(`${path}/${other.id}`)).status, 204)
  assert.equal((await owner.delete(`${path}/${one.id}`)).status, 422)
  assert.equal((await owner.put(`${path}/${one.id}`, { identity_provider: { active: false } })).status, 422)
  assert.equal((await settings(false)).status, 200)
  assert.equal((await owner.delete(`${path}/${one.id}`)).status, 204)
  await setUp(app, { security: { sso_only: false } })
})

test('only admins manage providers, and only a person changes them', async () => {
  const { id } = await create()
  const agent = await putPerson(app, { role: 'agent' })
  for (const [client, reading, writing] of [
    [app.as({}), 401, 401],
    [agent.api, 403, 403],
    [await inPerson(app, agent.id), 403, 403],
    [app.api, 200, 403],
  ] as const) {
    for (const where of [path, `${path}/${id}`, `${path}/${id}/links`]) assert.equal((await client.get(where)).status, reading, where)
    assert.equal((await client.post(path, { identity_provider: FULL })).status, writing)
    assert.equal((await client.put(`${path}/${id}`, { identity_provider: { name: 'X' } })).status, writing)
    assert.equal((await client.delete(`${path}/${id}`)).status, writing)
    assert.equal((await client.delete(`${path}/${id}/links/1`)).status, writing)
  }
  for (const where of [`${path}/99999999`, `${path}/99999999/links`]) assert.equal((await app.api.get(where)).status, 404)
  assert.equal((await owner.put(`${path}/99999999`, { identity_provider: { name: 'X' } })).status, 404)
  assert.equal((await owner.delete(`${path}/99999999`)).status, 404)
})
