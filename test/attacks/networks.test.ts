/**
 * Attack: send anonymous calls from the many networks of one site. A /48 of IPv6 has 65,536 networks, each with its own counter; together
 * they may send ten times as much as one of them, and do not affect other sites.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineStatement } from '#db/builder.ts'
import { allRoutes } from '#app/routes.ts'
import { useApp } from '../app.ts'
import { makeClient } from '../client.ts'
import { rawRequest } from '../raw_http.ts'

const app = await useApp({ DESKHAND_TRUSTED_PROXIES: '127.0.0.1', DESKHAND_RATE_LIMIT: 'on' })
const { database } = app.database
const makeClientAt = (address: string) => makeClient(app.base_url, { 'x-forwarded-for': address })

/** Raises the counter of a site, as if it had sent that many calls. */
const countMore = defineStatement<{ taken: number }>(
  'update rate_limits set taken = taken + $3 where account_id = 1 and bucket = $1 and taken < $2 returning taken',
)

interface Counted {
  readonly name: string
  /** The limit of one network, and its window in seconds. */
  readonly limit: number
  readonly method: string
  readonly path: string
}

const ofStrangers: Counted[] = allRoutes.flatMap(({ method, path, buckets = [] }) =>
  buckets.filter(({ per }) => per === 'stranger').map(({ name, limit }) => ({ name, limit, method, path })),
)
const general: Counted = { name: 'anonymous', limit: 700, method: 'GET', path: '/api/v2/users/me' }

test('anonymous requests, anonymous uploads, and calls in general have limits', () => {
  assert.deepEqual(ofStrangers.map(({ name }) => name).sort(), ['anonymous-requests', 'anonymous-uploads'])
})

for (const [index, { name, limit, method, path }] of [general, ...ofStrangers].entries())
  test(`the networks of one site share a limit for ${name}`, async () => {
    const ask = async (address: string) =>
      (await makeClientAt(address)[method.toLowerCase() as 'get' | 'post'](path, method === 'POST' ? {} : undefined)).status
    const site = `2001:db8:${index + 40}`
    // a process has reserved a fiftieth of the limit before; an hour or minute may end in between, which resets the counter
    let status = 0
    for (let turn = 0; turn < 400 && status !== 429; turn += 1) {
      status = await ask(`${site}:${(turn + 1).toString(16)}::1`)
      await database.all(countMore(`${name}:${site}::/48`, limit * 10, limit * 10))
    }
    assert.equal(status, 429)
    assert.notEqual(await ask(`2001:db8:${index + 60}:1::1`), 429)
    assert.notEqual(await ask('192.0.2.7'), 429)
  })

test('the pending uploads of one site are bounded, and others can still upload', async () => {
  await app.api.put('/api/v2/account/settings', { settings: { limits: { attachment_size: 10 } } })
  const send = async (address: string, body: string) =>
    (
      await rawRequest(app.base_url, {
        method: 'POST',
        path: '/api/v2/uploads.json?filename=a.txt',
        body,
        headers: { 'x-forwarded-for': address },
      })
    ).status
  const statuses = []
  for (let number = 1; number <= 101; number += 1) statuses.push(await send(`2001:db8:90:${number.toString(16)}::1`, 'x'.repeat(10)))
  assert.deepEqual([statuses.slice(0, 100).every((status) => status === 201), statuses.at(-1)], [true, 422])
  assert.equal(await send('2001:db8:91:1::1', 'x'), 201)
  assert.equal(await send('192.0.2.8', 'x'), 201)
})

test('limits by address hold whatever a client writes into X-Forwarded-For', async () => {
  const api = app.api
  await api.put(
    '/api/v2/deskhand/settings',
    { settings: { security: { allowed_ips: ['192.0.2.0/24'] } } },
    { 'x-forwarded-for': '192.0.2.7' },
  )
  const readStatus = async (address: string) => (await api.get('/api/v2/groups', { 'x-forwarded-for': address })).status
  for (const address of ['192.0.2.7', '192.0.2.7:61234', '203.0.113.1, 192.0.2.8:1']) assert.equal(await readStatus(address), 200, address)
  for (const address of ['203.0.113.9', '203.0.113.9:61234', '[2001:db8::1]:443', '192.0.2.7, 203.0.113.9:80', 'garbage', '192.0.2.7, '])
    assert.equal(await readStatus(address), 403, address)
  await api.put('/api/v2/deskhand/settings', { settings: { security: { allowed_ips: [] } } }, { 'x-forwarded-for': '192.0.2.7' })
  const guess = async (address: string) =>
    (await makeClientAt(address).post('/access/sign_in', { email: 'nobody@example.com', password: 'wrong' })).status
  let status = 0
  for (let turn = 0; turn < 60 && status !== 429; turn += 1) status = await guess(`198.51.100.9:${40_000 + turn}`)
  assert.equal(status, 429, 'a port does not make another caller')
  status = 0
  for (let turn = 0; turn < 60 && status !== 429; turn += 1) status = await guess(`garbage-${turn}`)
  assert.equal(status, 429, 'nor does a text')
  assert.equal(await guess('198.51.100.10:1'), 401)
})
