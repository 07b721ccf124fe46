/**
 * Attack: make the server call an address inside its own network. Every notation of such an address is tried in
 * server/outbound/outbound.test.ts, names and literal addresses in server/lib/public_address.test.ts, a complete sign-in with a provider in
 * server/modules/sign_in/identity_providers/sso.test.ts. Here: that there is no other way out, and that no member of any body opens one.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import { after, before, test } from 'node:test'
import { allRoutes } from '#app/routes.ts'
import { useApp } from '../app.ts'
import { hostClient } from '../instances.ts'
import { bodyInputs, fillPath, kindOf, queryInputs } from '../invariants/input_fields.ts'
import { firstInstance, idsOf, type IdsByTable, waitForJobs, populate } from '../invariants/populate.ts'
import { assertEnough, drawSample } from '../sweep.ts'

const ROOT = join(import.meta.dirname, '../..')
const app = await useApp({}, { own: true }) // fills the first instance

/** Represents an internal service that callers must not reach through the server. */
const reached: string[] = []
const inside = createServer((request, response) => {
  reached.push(`${request.method} ${request.url}`)
  response.end('{"secret":"inside"}')
})
await new Promise<void>((listening) => {
  inside.listen(0, '127.0.0.1', listening)
})
const { port } = inside.address() as AddressInfo
after(() => {
  inside.closeAllConnections()
  inside.close()
})

let ids: IdsByTable
before(async () => {
  await populate(app, firstInstance(app), 'Inside')
  ids = await idsOf(app, 1)
})

/** The modules that open connections to the outside, and the only files that may use them, each with what it connects to. */
const WAYS_OUT: Readonly<Record<string, readonly string[]>> = {
  undici: ['server/outbound/fetch.ts'],
  nodemailer: ['server/mail/transport.ts'], // the operator's own mail server
  'openid-client': ['server/modules/sign_in/identity_providers/provider.ts'], // uses the fetch of outbound
  'node:dns': ['server/outbound/fetch.ts'],
  'node:dns/promises': ['server/outbound/names.ts'], // queries name servers and connects to nothing else
  '@aws-sdk/client-s3': ['server/files/s3.ts'], // the operator's own service
  'node:http': [],
  'node:https': [],
  'node:http2': [],
  'node:tls': [],
  'node:dgram': [],
}

test('all outgoing requests go through one module', () => {
  const sources = globSync(join(ROOT, 'server/**/*.ts')).filter((path) => !path.endsWith('.test.ts'))
  for (const path of sources) {
    const name = relative(ROOT, path)
    const text = readFileSync(path, 'utf8')
    for (const [, module = ''] of text
      .matchAll(/^import (?!type\b)[^'"]*'([^'.][^']*)'|import\('([^'.][^']*)'\)/gm)
      .map((match) => [match[0], match[1] ?? match[2]]))
      assert.ok(!Object.hasOwn(WAYS_OUT, module) || WAYS_OUT[module]?.includes(name), `${name} imports ${module}`)
    const bare = text.replace(/\/\/.*$|^\s*\*.*$/gm, '').match(/(?<![\w.])fetch\(/g)
    assert.ok(bare === null || name === 'server/outbound/fetch.ts', `${name} calls fetch`)
  }
  const provider = readFileSync(join(ROOT, 'server/modules/sign_in/identity_providers/provider.ts'), 'utf8')
  assert.match(provider, /\[customFetch\]: async \(url: string, options: object\) => \(await outbound\.fetch\(url, options\)\)/)
})

test('no member of any body and no query of any route makes the server call an internal address, for any caller', async () => {
  const address = `http://127.0.0.1:${port}/inside`
  const ways = [
    address,
    `http://localhost:${port}/inside`,
    `http://[::ffff:127.0.0.1]:${port}/inside`,
    `https://127.0.0.1:${port}`,
    `127.0.0.1:${port}`,
  ]
  const makePath = (route: (typeof allRoutes)[number]) =>
    fillPath(route, ({ table }) => (table === null ? 1 : (ids.get(table)?.at(-1) ?? 1)))
  let sent = 0
  for (const route of drawSample('routes', allRoutes)) {
    if (route.path.endsWith('/logout') || route.path.includes('destroy_many')) continue
    const method = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
    const places = method === 'get' ? [] : bodyInputs(route).filter(({ shape }) => ['string', 'any', 'array'].includes(kindOf(shape)))
    for (const [index, place] of places.entries()) {
      const way = ways[index % ways.length]
      const { status } = await app.inPerson[method as 'post'](makePath(route), place.with(kindOf(place.shape) === 'array' ? [way] : way))
      assert.ok(status < 500, `${route.method} ${route.path} ${place.name}: ${status}`)
      sent += 1
    }
    for (const { name } of queryInputs(route).filter((place) => !/^(?:page|per_page|sort)/.test(place.name)))
      if (method === 'get') await app.inPerson.get(`${makePath(route)}?${encodeURIComponent(name)}=${encodeURIComponent(address)}`)
  }
  await waitForJobs(app)
  assertEnough(sent, 200)
  assert.deepEqual(reached, [])
})

test('an identity provider at an internal address is never called', async () => {
  const identity_provider = { name: 'Inside', issuer: `https://127.0.0.1:${port}`, client_id: 'x', client_secret: 'the secret of a test' }
  const { status, body } = await app.inPerson.post('/api/v2/identity_providers', { identity_provider })
  if (status === 201) {
    const visit = await hostClient(app.base_url, new URL(app.base_url).host).get(`/access/sso/${body.identity_provider.id}`)
    assert.match(visit.headers.get('location') ?? '', /\/sign-in\?refused=unavailable$/)
  } else assert.equal(status, 422)
  assert.deepEqual(reached, [])
})
