/** Attack: make a call be taken for another one: another verb, path or body type, or the same name twice. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allRoutes, servedRoutes } from '#app/routes.ts'
import { useApp } from '../app.ts'
import { basicToken } from '../instances.ts'
import { fillPath } from '../invariants/input_fields.ts'
import { makeWith } from '../make.ts'
import { rawBytes, rawRequest } from '../raw_http.ts'

const app = await useApp()
const make = makeWith(app.api)
const headers = basicToken(app.admin.email, app.admin.token)
const groupThere = async (id: number) => (await app.api.get(`/api/v2/groups/${id}`)).status === 200

test('the verb is that of the request line: no header, query or body overrides it', async () => {
  const { id } = await make.group()
  const path = `/api/v2/groups/${id}`
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override', '_method', 'x-original-method'])
    for (const method of ['GET', 'POST']) {
      const { status } = await rawRequest(app.base_url, { method, path, headers: { ...headers, [name]: 'DELETE' } })
      assert.equal(status, method === 'GET' ? 200 : 404, `${method} with ${name}`)
    }
  for (const query of ['_method=DELETE', '_method=delete', 'method=DELETE', 'X-HTTP-Method-Override=DELETE'])
    assert.equal((await rawRequest(app.base_url, { path: `${path}?${query}`, headers })).status, 200)
  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
  assert.equal((await rawRequest(app.base_url, { method: 'POST', path, headers: form, body: '_method=DELETE' })).status, 404)
  assert.equal(await groupThere(id), true)
})

test('the path is that of the request line: no header rewrites it', async () => {
  const { id } = await make.group()
  for (const name of ['x-original-url', 'x-rewrite-url', 'x-forwarded-path', 'x-forwarded-prefix']) {
    const answer = await rawRequest(app.base_url, {
      method: 'DELETE',
      path: '/api/v2/users/me',
      headers: { ...headers, [name]: `/api/v2/groups/${id}` },
    })
    assert.ok(answer.status >= 400, name)
  }
  assert.equal(await groupThere(id), true)
})

test('verbs a route does not have are 404, TRACE echoes nothing, and CONNECT opens no tunnel', async () => {
  const known = new Map<string, Set<string>>()
  for (const { path, method } of servedRoutes)
    for (const answered of method === 'GET' ? ['GET', 'HEAD'] : [method]) known.set(path, (known.get(path) ?? new Set()).add(answered))
  for (const route of allRoutes)
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST', 'TRACE', 'PROPFIND', 'HEAD']) {
      const path = fillPath(route, () => '999999999')
      if (
        known.get(route.path)?.has(method) === true ||
        [...known].some(([other, methods]) => methods.has(method) && matchesTemplate(other, path))
      )
        continue
      const answer = await rawRequest(app.base_url, { method, path, headers: { ...headers, 'x-mark': 'Echo' } })
      assert.equal(answer.status, 404, `${method} ${route.path}`)
      assert.ok(!answer.text.includes('Echo'))
    }
  assert.doesNotMatch(await rawBytes(app.base_url, 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n'), /^HTTP\/1\.1 2/)
})

const matchesTemplate = (template: string, path: string) =>
  new RegExp(`^${template.replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`).test(path)

test('ambiguous paths are refused', async () => {
  const { id } = await make.group()
  for (const path of [
    `/api/v2/users/../groups/${id}`,
    `/api/v2/users/%2e%2e/groups/${id}`,
    `/api/v2/users/..%2fgroups/${id}`,
    `//api/v2/groups/${id}`,
    `/api/v2/groups/${id}%00`,
    `/api/v2/groups/${id}%2f..`,
    `/api/v2/groups/${id};x=y`,
    `/API/V2/GROUPS/${id}`,
    `/api/v2/groups\\${id}`,
    '/assets/../../../package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/docs/api/files/../../../../package.json',
    '/docs/api/files/..%2f..%2f..%2f..%2fpackage.json',
    '/docs/api/files/%2e%2e/%2e%2e/package.json',
    '/assets/%00',
    '/.git/config',
    '/.env',
    '/data/secret',
  ]) {
    const answer = await rawRequest(app.base_url, { path, headers })
    assert.ok(answer.status >= 400 && answer.status < 500, `${path}: ${answer.status}`)
    assert.ok(!answer.text.includes('"license"'), path)
  }
  assert.equal((await rawRequest(app.base_url, { method: 'DELETE', path: `/api/v2/users/..%2fgroups/${id}`, headers })).status >= 400, true)
  assert.equal(await groupThere(id), true)
})

test('credentials sent twice or in several ways are never combined: the header counts, and an invalid one is not replaced', async () => {
  const good = headers.authorization as string
  const bad = basicToken(app.admin.email, 'wrong').authorization as string
  assert.equal((await rawRequest(app.base_url, { path: '/api/v2/groups?access_token=x', headers })).status, 200)
  const { client } = (await app.api.post('/api/v2/oauth/clients', { client: { name: 'Mixed', identifier: 'mixed' } })).body
  const { token } = (await app.api.post('/api/v2/oauth/tokens', { token: { client_id: client.id, scopes: ['read'] } })).body
  const path = `/api/v2/groups?access_token=${token.full_token}`
  assert.equal((await rawRequest(app.base_url, { path, headers: { authorization: bad } })).status, 401)
  assert.equal((await rawRequest(app.base_url, { path: `${path}&access_token=x` })).status, 401)
  const twice = `GET /api/v2/groups HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: ${bad}\r\nAuthorization: ${good}\r\n\r\n`
  assert.match(await rawBytes(app.base_url, twice, false), /^HTTP\/1\.1 (?:400|401) /)
})

test('a repeated member or parameter has one meaning for every reader: the last one in JSON, an error in a form', async () => {
  const type = { ...headers, 'content-type': 'application/json' }
  const body = '{"group":{"name":"First"},"group":{"name":"Second, by the same reader that checks"}}'
  const made = await rawRequest(app.base_url, { method: 'POST', path: '/api/v2/groups', headers: type, body })
  assert.equal(JSON.parse(made.text).group.name, 'Second, by the same reader that checks')
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const twice = 'grant_type=client_credentials&client_id=a&client_id=b&client_secret=x'
  const answer = await rawRequest(app.base_url, { method: 'POST', path: '/oauth/tokens', headers: form, body: twice })
  assert.deepEqual([answer.status, JSON.parse(answer.text).error], [400, 'invalid_request'])
})
