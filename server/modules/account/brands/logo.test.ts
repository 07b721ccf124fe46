import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { authorizationOf, formOf, PIXEL, readUrl } from '#test/files.ts'
import { makeWith } from '#test/make.ts'
import { rawRequest } from '#test/raw_http.ts'

const app = await useApp()
const make = makeWith(app.api)
const [brand] = (await app.api.get('/api/v2/brands')).body.brands
const path = `/api/v2/brands/${brand.id}/logo.json`
const send = async (to: string, value: Buffer, email?: string) => {
  const { body, headers } = formOf([{ name: 'brand[logo][uploaded_data]', value, file_name: 'logo.png', type: 'image/png' }])
  const answer = await rawRequest(app.base_url, { method: 'PUT', path: to, body, headers: { ...headers, ...authorizationOf(app, email) } })
  return { status: answer.status, body: JSON.parse(answer.text) }
}

test('a logo is set on a brand, is public, and is removed again', async () => {
  const { status, body } = await send(path, PIXEL)
  assert.equal(status, 200, JSON.stringify(body))
  const { logo } = body.brand
  assert.deepEqual([logo.file_name, logo.content_type, logo.width], ['logo.png', 'image/png', 1])
  await app.api.put('/api/v2/account/settings', { settings: { tickets: { private_attachments: true } } })
  assert.deepEqual((await readUrl(app, logo.content_url)).bytes, PIXEL)
  assert.deepEqual((await app.api.get('/api/v2/brands')).body.brands[0].logo, logo)
  assert.equal((await app.api.delete(path)).status, 204)
  assert.equal((await app.api.delete(path)).status, 204)
  assert.equal((await app.api.get('/api/v2/brands')).body.brands[0].logo, null)
  assert.equal((await readUrl(app, logo.content_url)).status, 404)
})

test('a logo comes with the brand itself, alone or beside other members', async () => {
  const form = async (method: string, to: string, fields: Record<string, string>, email?: string) => {
    const file = { name: 'brand[logo][uploaded_data]', value: PIXEL, file_name: 'logo.png', type: 'image/png' }
    const { body, headers } = formOf([...Object.entries(fields).map(([name, value]) => ({ name, value })), file])
    const answer = await rawRequest(app.base_url, { method, path: to, body, headers: { ...headers, ...authorizationOf(app, email) } })
    return { status: answer.status, body: JSON.parse(answer.text) }
  }
  const changed = await form('PUT', `/api/v2/brands/${brand.id}.json`, {})
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  assert.deepEqual([changed.body.brand.name, changed.body.brand.logo.file_name], [brand.name, 'logo.png'])
  const made = await form('POST', '/api/v2/brands', { 'brand[name]': 'With a logo', 'brand[subdomain]': 'withlogo' })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.deepEqual([made.body.brand.name, made.body.brand.logo.width], ['With a logo', 1])
  const refused = await form('POST', '/api/v2/brands', { 'brand[name]': 'No subdomain' })
  assert.deepEqual([refused.status, Object.keys(refused.body.details)], [422, ['subdomain']])
  assert.equal((await form('PUT', `/api/v2/brands/${brand.id}`, {}, (await make.agent()).email)).status, 403)
  assert.equal((await form('PUT', '/api/v2/brands/999999', {})).status, 404)
})

test('a logo must be a picture in a form, for an existing brand, set by an administrator', async () => {
  assert.equal((await send(path, Buffer.from('<svg/>'))).status, 422)
  assert.equal((await app.api.put(path, {})).status, 400)
  assert.equal((await send('/api/v2/brands/999999/logo', PIXEL)).status, 404)
  assert.equal((await app.as({}).delete(path)).status, 401)
  const agent = await make.agent()
  assert.equal((await send(path, PIXEL, agent.email)).status, 403)
  assert.equal((await app.as({ email: agent.email, token: app.admin.token }).delete(path)).status, 403)
})
