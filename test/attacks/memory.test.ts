/**
 * Attack: fill the memory of the process by sending ever new values. A caller without credentials may vary every part of a request; nothing
 * of it is kept. What is kept for signed-in callers is bounded in bytes: server/db/cache_entries.test.ts, server/db/prepared.test.ts,
 * server/http/limits.test.ts.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { useApp } from '../app.ts'
import { rawRequest, type RawRequest } from '../raw_http.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const app = await useApp({ DESKHAND_TRUSTED_PROXIES: '127.0.0.1', DESKHAND_RATE_LIMIT: 'on', DESKHAND_LOG_LEVEL: 'silent' })

const MEBIBYTE = 1024 * 1024
/** Memory that answers of many kinds always leave behind; keeping a part of each request would need more than twice as much. */
const MAX_GROWTH = 3 * MEBIBYTE
/** A sixth of them without DESKHAND_TEST_LONG. */
const PART = process.env.DESKHAND_TEST_LONG === '1' ? 1 : 6

async function heapUsed(): Promise<number> {
  await app.running.server.requestLog.flush()
  collect()
  await new Promise(setImmediate)
  collect()
  return process.memoryUsage().heapUsed
}

async function send(count: number, call: (number: number) => RawRequest): Promise<void> {
  let sent = 0
  const sendCalls = async () => {
    while (sent < count) await rawRequest(app.base_url, call(sent++))
  }
  await Promise.all(Array.from({ length: 8 }, sendCalls))
}

const makeLongText = (number: number, length = 12_000) => `${number}${'x'.repeat(length)}`
const encodeBasic = (name: string) => `Basic ${Buffer.from(`${name}:secret`).toString('base64')}`
const makeAddress = (number: number) => `2001:db8:${(number >> 12).toString(16)}:${(number % 4096).toString(16)}::1`
const me = '/api/v2/users/me'

const VARIED: readonly { what: string; count: number; call: (number: number) => RawRequest }[] = [
  { what: 'hosts', count: 36_000, call: (number) => ({ path: me, headers: { host: `h${number}.example.com` } }) },
  { what: 'hosts of nobody', count: 3000, call: (number) => ({ path: me, headers: { host: `h${number}.localhost` } }) },
  { what: 'long hosts', count: 3000, call: (number) => ({ path: me, headers: { host: makeLongText(number) } }) },
  { what: 'addresses', count: 3000, call: (number) => ({ path: me, headers: { 'x-forwarded-for': makeAddress(number) } }) },
  { what: 'addresses that are none', count: 3000, call: (number) => ({ path: me, headers: { 'x-forwarded-for': makeLongText(number) } }) },
  {
    what: 'names',
    count: 3000,
    call: (number) => ({ path: me, headers: { authorization: encodeBasic(`${makeLongText(number)}/token`) } }),
  },
  { what: 'access tokens', count: 3000, call: (number) => ({ path: me, headers: { authorization: `Bearer ${makeLongText(number)}` } }) },
  { what: 'sessions', count: 3000, call: (number) => ({ path: me, headers: { cookie: `deskhand_session=${makeLongText(number)}` } }) },
  { what: 'queries', count: 3000, call: (number) => ({ path: `${me}?${makeLongText(number)}=1` }) },
  { what: 'paths', count: 3000, call: (number) => ({ path: `/api/v2/${makeLongText(number)}` }) },
  { what: 'names of headers', count: 3000, call: (number) => ({ path: me, headers: { [`x-${number}-${'x'.repeat(12_000)}`]: '1' } }) },
  { what: 'user agents', count: 3000, call: (number) => ({ path: me, headers: { 'user-agent': makeLongText(number) } }) },
  {
    what: 'keys',
    count: 3000,
    call: (number) => ({ method: 'POST', path: '/api/v2/requests', body: '{}', headers: { 'idempotency-key': makeLongText(number) } }),
  },
]

for (const { what, count, call } of VARIED)
  test(`anonymous requests leave nothing in memory, with ever new ${what}`, async () => {
    await send(200, (number) => call(1_000_000 + number))
    const before = await heapUsed()
    await send(count / PART, call)
    const growth = (await heapUsed()) - before
    assert.ok(growth < MAX_GROWTH, `${(growth / MEBIBYTE).toFixed(1)} MiB were kept`)
  })

test('metrics have only the methods of routes, whatever method is sent', async () => {
  for (const method of ['PROPFIND', 'MKCOL', 'TRACE', 'SUBSCRIBE']) await rawRequest(app.base_url, { method, path: '/api/v2/groups' })
  const { text } = await rawRequest(app.base_url, { path: '/metrics' })
  assert.doesNotMatch(text, /PROPFIND|MKCOL|TRACE|SUBSCRIBE/)
})
