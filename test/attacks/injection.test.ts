/**
 * Attack: write characters that end a line, move a cursor or begin a formula into text that becomes part of a header, a log line, a mail, a
 * table or a file name. Subjects and addresses of mails are tested in server/modules/common/mails/mails.test.ts, cells of tables in
 * server/lib/csv.test.ts.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { defineStatement } from '#db/builder.ts'
import type { AnyRoute } from '#http/route.ts'
import { allRoutes } from '#app/routes.ts'
import { useApp } from '../app.ts'
import { basicToken } from '../instances.ts'
import { bodyInputs, fillPath, kindOf } from '../invariants/input_fields.ts'
import { firstInstance, idsOf, type IdsByTable, waitForJobs, populate } from '../invariants/populate.ts'
import { rawBytes, rawRequest } from '../raw_http.ts'
import { assertEnough, drawSample } from '../sweep.ts'

const app = await useApp({}, { own: true }) // fills the first instance
const headers = basicToken(app.admin.email, app.admin.token)

/** Characters that end a line, hide what follows, or are a terminal command or a spreadsheet formula. */
const SIGNS = {
  'CR LF': 'x\r\nX-Injected: yes\r\n\r\n<script>',
  LF: 'x\nX-Injected: yes',
  NUL: 'x\u0000y',
  ANSI: 'x\u001b[2J\u001b[31mred',
  'a bell and a backspace': 'x\u0007\u0008y',
  'a line separator': 'x\u2028X-Injected: yes',
  'a paragraph separator': 'x\u2029X-Injected: yes',
  'a right-to-left override': 'x\u202etxt.exe',
  'a byte order mark': '\ufeffx',
  'half of a pair': 'x\ud800',
  'a formula': '=HYPERLINK("https://evil.example.net","x")',
  'another formula': "@SUM(1+1)*cmd|' /C calc'!A0",
  'a formula behind a tab': '\t=1+1',
  'a formula behind a semicolon': 'x;=1+1',
  'an encoded line': 'x%0d%0aX-Injected: yes',
}
const MAY_NOT = /[\r\n\p{Zl}\p{Zp}]/u

let ids: IdsByTable
before(async () => {
  await populate(app, firstInstance(app), 'Injected')
  ids = await idsOf(app, 1)
})
const pathOf = (route: AnyRoute) => fillPath(route, ({ table }) => (table === null ? 1 : (ids.get(table)?.at(-1) ?? 1)))

test('no member of any body can end a line of a response header', async () => {
  let seen = 0
  const writes = allRoutes.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/logout'))
  for (const route of drawSample('writes', writes))
    for (const [index, place] of bodyInputs(route)
      .filter(({ shape }) => ['string', 'any'].includes(kindOf(shape)))
      .entries()) {
      const sign = Object.values(SIGNS)[index % 6] as string
      const type = { ...headers, 'content-type': 'application/json' }
      const answer = await rawRequest(app.base_url, {
        method: route.method,
        path: pathOf(route),
        headers: type,
        body: JSON.stringify(place.with(sign)),
      })
      assert.ok(answer.status < 500, `${route.method} ${route.path} ${place.name}: ${answer.status}`)
      assert.equal(answer.headers['x-injected'], undefined, `${route.method} ${route.path} ${place.name}`)
      seen += 1
    }
  await waitForJobs(app)
  assertEnough(seen, 150)
})

test('names of unknown members are escaped in the header that contains them', async () => {
  for (const [index, sign] of Object.values(SIGNS).entries()) {
    const body = JSON.stringify({ group: { name: `Warned ${index}`, [sign]: 1 } })
    const type = { ...headers, 'content-type': 'application/json' }
    const answer = await rawRequest(app.base_url, { method: 'POST', path: '/api/v2/groups', headers: type, body })
    assert.equal(answer.status, 201)
    assert.equal(answer.headers['x-injected'], undefined)
    assert.match(String(answer.headers['x-zendesk-api-warn']), /^[\x20-\x7e]+$/)
  }
})

test('paths, queries and locations cannot end a line either', async () => {
  for (const part of ['%0d%0aX-Injected:%20yes', '%0aX-Injected:yes', '%E2%80%A8x', '%00', '%1b[2J', '%5cr%5cn'])
    for (const path of [
      `/api/v2/users/${part}`,
      `/api/v2/users/search?query=${part}`,
      `/access/sso/1?return_to=/${part}`,
      `/${part}`,
      `/oauth/authorizations/new?state=${part}`,
      `/api/v2/groups.json?${part}=1&page[size]=1`,
    ]) {
      const answer = await rawRequest(app.base_url, { path, headers })
      assert.ok(answer.status < 500, path)
      assert.equal(answer.headers['x-injected'], undefined, path)
      assert.doesNotMatch(answer.headers.location ?? '', MAY_NOT, path)
    }
})

test('a header that contains a line break is refused', async () => {
  for (const name of ['User-Agent', 'X-Request-Id', 'Idempotency-Key', 'X-On-Behalf-Of', 'Cookie']) {
    const sent = `GET /api/v2/users/me HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${name}: a\u0000b\r\n\r\n`
    assert.match(await rawBytes(app.base_url, sent, false), /^HTTP\/1\.1 400 /, name)
    const bare = `GET /api/v2/users/me HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${name}: a\rX-Injected: b\r\n\r\n`
    assert.match(await rawBytes(app.base_url, bare, false), /^HTTP\/1\.1 400 /, name)
  }
})

test('the server chooses the id of a request: callers cannot choose what the log contains', async () => {
  for (const name of ['x-request-id', 'request-id', 'x-correlation-id', 'traceparent']) {
    const answer = await rawRequest(app.base_url, { path: '/api/v2/users/me', headers: { ...headers, [name]: 'chosen-by-somebody' } })
    assert.match(String(answer.headers['x-request-id']), /^[a-z0-9]+-[a-z0-9]+$/)
    assert.ok(!JSON.stringify(answer.headers).includes('chosen-by-somebody'))
  }
})

const selectUserAgents = defineStatement<{ user_agent: string | null }>(
  'select user_agent from request_log where account_id = $1 order by id desc limit 40',
)

test('a user agent is stored as one line of text, and shown as text', async () => {
  for (const agent of ['\u001b[2Jcleared', '=1+1', '<script>alert(1)</script>', 'a\tb', 'x'.repeat(3000), '\u00e9\u00ff']) {
    const head = `GET /api/v2/groups HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: ${headers.authorization}\r\nUser-Agent: ${agent}\r\n\r\n`
    assert.match(await rawBytes(app.base_url, Buffer.from(head, 'latin1'), false), /^HTTP\/1\.1 (?:200|400) /)
  }
  await app.running.server.requestLog.flush()
  const kept = await app.database.database.all(selectUserAgents(1))
  for (const { user_agent } of kept)
    assert.ok(user_agent === null || (user_agent.length <= 500 && !MAY_NOT.test(user_agent)), String(user_agent))
  const table = await app.inPerson.get('/api/v2/deskhand/activity?by=user_agent&format=csv')
  assert.equal(table.status, 200)
  const cells = String(table.body)
    .split('\r\n')
    .map((line) => line.split(',')[0])
  assert.ok(cells.includes("'=1+1"), cells.join('\n'))
  assert.ok(!cells.includes('=1+1'))
})

test('the server chooses the file name of a table, whatever is requested', async () => {
  for (const query of ['format=csv', 'format=csv&filename=..%2F..%2Fx.exe', 'format=csv&by=endpoint&from=%22%0d%0a'])
    for (const path of ['/api/v2/deskhand/radar', '/api/v2/deskhand/activity']) {
      const { status, headers: given } = await app.inPerson.get(`${path}?${path.endsWith('activity') ? 'by=endpoint&' : ''}${query}`)
      if (status !== 200) continue
      assert.match(given.get('content-disposition') ?? '', /^attachment; filename="[a-z0-9_-]+\.csv"$/)
      assert.match(given.get('content-type') ?? '', /^text\/csv/)
    }
})

test('user input begins no formula in any exported table', async () => {
  const name = SIGNS['a formula']
  const made = await app.inPerson.post('/api/v2/groups', { group: { name, description: SIGNS['another formula'] } })
  assert.equal(made.status, 201)
  assert.ok((await app.inPerson.post('/api/v2/audit_logs/export')).status < 300)
  await waitForJobs(app)
  const [{ id }] = (await app.database.database.all(
    defineStatement<{ id: number }>('select id from audit_log_exports where account_id = $1 order by id desc limit 1')(1),
  )) as [{ id: number }]
  const { status, body } = await app.inPerson.get(`/api/v2/deskhand/audit_logs/exports/${id}/content`)
  assert.equal(status, 200)
  assert.ok(String(body).includes(`"'=HYPERLINK(""https`), 'the formula is not in the table')
  for (const line of String(body).split('\r\n')) for (const cell of line.split(',')) assert.doesNotMatch(cell, /^"?[=+@]/, line)
})

test('the log of the process has one line for each entry, with control characters escaped', { timeout: 60_000 }, async () => {
  const script = `
    import { makeLog } from './server/monitoring/log.ts'
    const log = makeLog('info')
    for (const sign of ${JSON.stringify(Object.values(SIGNS))}) {
      log.error({ err: new Error(sign), path: sign, request_id: sign }, sign)
      log.warn({ name: sign, reason: sign }, 'single sign-on failed')
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: join(import.meta.dirname, '../..') })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(child, 'close')
  const text = Buffer.concat(chunks).toString('utf8')
  const lines = text.trimEnd().split('\n')
  assert.equal(lines.length, 2 * Object.keys(SIGNS).length, text)
  for (const line of lines) {
    assert.equal(typeof JSON.parse(line), 'object')
    assert.doesNotMatch(line, /\p{Cc}/u)
  }
})

test('SQL in a text is stored as text: the tables still exist and contain it unchanged', async () => {
  for (const text of [
    "'; drop table users; --",
    "x' or '1'='1",
    '$1',
    '%',
    '_',
    '\\',
    "\\'; select pg_sleep(1); --",
    '"',
    "'||(select password_hash from users limit 1)||'",
  ]) {
    const { status, body } = await app.inPerson.post('/api/v2/groups', { group: { name: text } })
    assert.equal(status, 201, text)
    assert.equal(body.group.name, text)
    for (const path of [
      `/api/v2/users/search?query=${encodeURIComponent(text)}`,
      `/api/v2/organizations/autocomplete?name=${encodeURIComponent(text)}xx`,
      `/api/v2/users?external_id=${encodeURIComponent(text)}`,
      `/api/v2/tags?sort_by=${encodeURIComponent(text)}`,
      `/api/v2/audit_logs?sort=${encodeURIComponent(text)}`,
    ])
      assert.ok((await app.inPerson.get(path)).status < 500, path)
  }
  assert.equal((await app.inPerson.get('/api/v2/users/me')).body.user.id, app.admin.id)
})

test('names of object properties are ordinary names: no prototype is changed', async () => {
  for (const body of [
    '{"__proto__":{"role":"admin"},"user":{"name":"A","__proto__":{"role":"admin"}}}',
    '{"user":{"name":"A","constructor":{"prototype":{"role":"admin"}}}}',
    '{"user":{"name":"A","user_fields":{"__proto__":{"polluted":1}}}}',
  ]) {
    const type = { ...headers, 'content-type': 'application/json' }
    const answer = await rawRequest(app.base_url, { method: 'POST', path: '/api/v2/users', headers: type, body })
    assert.equal(JSON.parse(answer.text).user?.role, 'end-user', answer.text)
  }
  assert.equal((await rawRequest(app.base_url, { path: '/api/v2/groups?__proto__[x]=1&constructor=1&toString=1', headers })).status, 200)
  assert.equal(({} as Record<string, unknown>).role, undefined)
  assert.equal(({} as Record<string, unknown>).polluted, undefined)
})
