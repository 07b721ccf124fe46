/**
 * Attack: a page of another site makes a user's browser send calls with the session cookie. That a session cannot write without its own
 * X-CSRF-Token is tested on every guarded route in test/invariants/credentials.test.ts; this file tests the anonymous routes, the bodies a
 * form can send, and GET requests.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, test } from 'node:test'
import { defineStatement } from '#db/builder.ts'
import { TENANT_TABLES } from '#db/tables.ts'
import type { AnyRoute } from '#http/route.ts'
import { allRoutes } from '#app/routes.ts'
import { useApp } from '../app.ts'
import { makeClient } from '../client.ts'
import { fillPath, plainBody } from '../invariants/input_fields.ts'
import { firstInstance, idsOf, type IdsByTable, populate } from '../invariants/populate.ts'
import { rawRequest } from '../raw_http.ts'
import { type SessionClient, signInUser } from '../session.ts'

const app = await useApp({}, { own: true }) // fills the first instance
const { database } = app.database
let ids: IdsByTable
let session: SessionClient

before(async () => {
  await populate(app, firstInstance(app), 'Forged')
  ids = await idsOf(app, 1)
  session = await signInUser(app, app.admin)
})

const pathOf = (route: AnyRoute) => fillPath(route, ({ table }) => (table === null ? 1 : (ids.get(table)?.at(-1) ?? 1)))

/** Tables that record every call: logs and counters. */
const TRACES = new Set(['request_log', 'request_activity', 'rate_limits'])
const SEEN = /^(?:last_seen_at|last_used_at|used_at|last_login_at)$/

async function digestTables(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const table of [...TENANT_TABLES].filter((name) => !TRACES.has(name))) {
    const rows = await database.all(
      defineStatement<{ row: Record<string, unknown> }>(`select to_jsonb(t) as row from ${table} t where t.account_id = $1`)(1),
    )
    const texts = rows.map(({ row }) => JSON.stringify(Object.entries(row).filter(([name]) => !SEEN.test(name))))
    found.set(table, createHash('sha256').update(texts.sort().join('\n')).digest('hex'))
  }
  return found
}

async function changedBy(work: () => Promise<unknown>): Promise<string[]> {
  await app.running.server.requestLog.flush()
  const before = await digestTables()
  await work()
  await app.running.server.requestLog.flush()
  const after = await digestTables()
  return [...before].filter(([table, digest]) => after.get(table) !== digest).map(([table]) => table)
}

test('the snapshot detects a change, so the tests below would detect one', async () => {
  const changed = await changedBy(() => session.post('/api/v2/groups', { group: { name: 'Noticed' } }))
  assert.deepEqual(changed.sort(), ['audit_chain_heads', 'audit_logs', 'groups'])
})

/** The bodies a form of another site can send, with the headers its browser adds. */
const FORMS: readonly (readonly [type: string, body: string])[] = [
  ['application/x-www-form-urlencoded', 'user[name]=Forged&name=Forged&decision=allow&email=a@example.com&password=x'],
  ['text/plain', '{"user":{"name":"Forged"},"x":"="}'],
  ['text/plain; charset=application/json', '{"user":{"name":"Forged"}}'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="user[name]"\r\n\r\nForged\r\n--x--\r\n'],
]
const CROSS = { origin: 'https://evil.example.net', referer: 'https://evil.example.net/', 'sec-fetch-site': 'cross-site' }
/** Called by programs with a secret in the body; cookies are ignored. RFC 6749 §3.2 requires form bodies there. */
const FOR_PROGRAMS = ['POST /oauth/tokens', 'POST /oauth/revoke', 'POST /oauth/introspect', 'DELETE /api/v2/deskhand/instances/:subdomain']

test("a form of another site changes nothing, sent with an administrator's cookie to every route", async () => {
  const changed = await changedBy(async () => {
    for (const route of allRoutes.filter(({ method }) => method === 'POST'))
      for (const [type, body] of FORMS) {
        const headers = { ...CROSS, cookie: session.cookie, 'content-type': type }
        const { status } = await rawRequest(app.base_url, { method: 'POST', path: pathOf(route), headers, body })
        assert.ok(status >= 400 && status < 500, `${route.method} ${route.path} took ${type}: ${status}`)
      }
  })
  assert.deepEqual(changed, [])
})

test('JSON from another site changes nothing either, although no browser would send it without a preflight', async () => {
  const changed = await changedBy(async () => {
    for (const route of allRoutes.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/logout'))) {
      if (route.credentials === 'none') continue
      const headers = { ...CROSS, cookie: session.cookie, 'content-type': 'application/json' }
      const body = JSON.stringify(plainBody(route) ?? {})
      const { status } = await rawRequest(app.base_url, { method: route.method, path: pathOf(route), headers, body })
      assert.equal(status, 403, `${route.method} ${route.path}`)
    }
  })
  assert.deepEqual(changed, [])
})

test('only the routes of programs accept forms; signing in, codes and consent require JSON', async () => {
  const open = allRoutes.filter(({ method, credentials }) => method !== 'GET' && credentials === 'none')
  for (const route of open) {
    const what = `${route.method} ${route.path}`
    const [type, body] = FORMS[0] as (typeof FORMS)[number]
    const { status } = await rawRequest(app.base_url, { method: route.method, path: route.path, headers: { 'content-type': type }, body })
    assert.equal(status === 415, !FOR_PROGRAMS.includes(what), `${what}: ${status}`)
  }
  const { email, password } = app.admin
  const body = JSON.stringify({ email, password })
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'application/x-json', undefined]) {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
    const answer = await rawRequest(app.base_url, { method: 'POST', path: '/access/sign_in', headers, body })
    assert.deepEqual([answer.status, answer.headers['set-cookie']], [415, undefined], String(type))
  }
})

/** Tables that GET requests write on purpose: exports are audited; a single sign-on starts. */
const WRITES_AS_IT_READS = ['audit_logs', 'audit_chain_heads', 'sso_visits']
/** The public API exports a view by GET: it is mailed to the caller. */
const MAILED = '/api/v2/views/:id/export'

test('no GET changes anything, because a link or an image of another site can trigger it', async () => {
  const changed = await changedBy(async () => {
    for (const route of allRoutes.filter(({ method, path }) => method === 'GET' && path !== MAILED))
      await makeClient(app.base_url, { cookie: session.cookie, ...CROSS }).get(pathOf(route))
  })
  assert.deepEqual(
    changed.filter((table) => !WRITES_AS_IT_READS.includes(table)),
    [],
  )
})

test('CORS does not allow another site to send the cookie or the token, nor to read a response that required them', async () => {
  for (const path of ['/api/v2/users/me', '/api/v2/api_tokens', '/oauth/tokens']) {
    const answer = await rawRequest(app.base_url, {
      method: 'OPTIONS',
      path,
      headers: { ...CROSS, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-csrf-token,content-type' },
    })
    assert.equal(answer.headers['access-control-allow-credentials'], undefined)
    assert.doesNotMatch(answer.headers['access-control-allow-headers'] ?? '', /csrf|cookie/i)
  }
  for (const path of ['/access/sign_in', '/access/second_factor', '/access/methods']) {
    const answer = await rawRequest(app.base_url, {
      method: 'OPTIONS',
      path,
      headers: { ...CROSS, 'access-control-request-method': 'POST' },
    })
    assert.equal(answer.status, 404)
  }
  const read = await makeClient(app.base_url, { cookie: session.cookie, ...CROSS }).get('/api/v2/users/me')
  assert.equal(read.headers.get('access-control-allow-credentials'), null)
  assert.equal(read.headers.get('access-control-allow-origin'), '*') // browsers refuse a wildcard response to a call with credentials
})
