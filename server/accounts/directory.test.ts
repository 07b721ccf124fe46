import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { hostClient, putInstance, putSettings } from '#test/instances.ts'
import { defineStatement } from '#db/builder.ts'
import { openCache } from '#db/cache.ts'
import { accountByHost, ACCOUNTS_TOPIC } from './directory.ts'

const app = await useApp({}, { own: true }) // names the first instance
const { services, database } = app.running.server
const { cache } = services
const findSubdomain = async (host: string, domain = 'localhost') => (await accountByHost({ cache, database }, host, domain))?.subdomain

await putInstance(app, { subdomain: 'two' })
await putInstance(app, { subdomain: 'mapped', host: 'help.example.org' })

async function defaultIs(kind: 'production' | 'development'): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run(defineStatement<unknown>('update accounts set kind = $1 where is_default')(kind))
    await cache.invalidate(tx, ACCOUNTS_TOPIC)
  })
  await cache.settled()
}

test('an instance is found by its subdomain and by the host mapped to it', async () => {
  assert.equal(await findSubdomain('two.localhost'), 'two')
  assert.equal(await findSubdomain('mapped.localhost'), 'mapped')
  assert.equal(await findSubdomain('help.example.org'), 'mapped')
  assert.equal(await findSubdomain('two.desk.example.net', 'desk.example.net'), 'two')
})

test('an unknown subdomain has no instance', async () => {
  for (const host of ['three.localhost', 'two.two.localhost', '.localhost', 'www.two.localhost'])
    assert.equal(await findSubdomain(host), undefined, host)
})

test('a development instance answers any other host, a production one only its own names and loopback addresses', async () => {
  const own = ['localhost', 'main.localhost', '127.0.0.1', '127.1.2.3', '[::1]']
  const foreign = [
    '10.0.0.7',
    'desk.example.com',
    'localhost.example.com',
    '127.0.0.1.example.com',
    'evil127.0.0.1',
    '0.0.0.0',
    '[::2]',
    'notlocalhost',
  ]
  for (const host of [...own, ...foreign]) assert.equal(await findSubdomain(host), 'main', host)
  await defaultIs('production')
  for (const host of own) assert.equal(await findSubdomain(host), 'main', host)
  for (const host of foreign) assert.equal(await findSubdomain(host), undefined, host)
  assert.equal(await findSubdomain('two.localhost'), 'two')
  await defaultIs('development')
})

test('over HTTP every path of an unknown host answers that there is no such endpoint', async () => {
  const { authorization } = { authorization: `Basic ${Buffer.from(`${app.admin.email}/token:${app.admin.token}`).toString('base64')}` }
  const stranger = hostClient(app.base_url, 'three.localhost:1234', { authorization })
  for (const answer of [
    await stranger.get('/api/v2/users'),
    await stranger.post('/api/v2/users', { user: { name: 'x' } }),
    await stranger.get('/api/v2/users/x'),
  ]) {
    assert.equal(answer.status, 404)
    assert.deepEqual(answer.body, { error: 'InvalidEndpoint', description: 'Not found' })
  }
})

test('ports, capitals and a trailing dot in the host do not matter', async () => {
  for (const host of ['two.localhost', 'TWO.LocalHost:8080', 'two.localhost.', 'two.localhost.:80', 'Help.Example.ORG'])
    assert.equal((await hostClient(app.base_url, host).get('/api/v2/groups')).status, 401, host)
  for (const host of ['three.localhost', 'two.localhost.evil.localhost'])
    assert.equal((await hostClient(app.base_url, host).get('/api/v2/groups')).status, 404, host)
})

test('settings are the stored ones over the defaults, and every process sees a change at once', async () => {
  const { id, api } = await putInstance(app, { subdomain: 'changed' })
  const other = await openCache({ address: app.database.address, db: app.database.database })
  const read = async (from: typeof cache) => (await accountByHost({ cache: from, database }, 'changed.localhost', 'localhost'))?.settings
  for (const from of [cache, other]) assert.equal((await read(from))?.api.token_access, true)
  await putSettings(app, id, { api: { token_access: false } })
  for (const from of [cache, other]) {
    assert.equal((await read(from))?.api.token_access, false)
    assert.equal((await read(from))?.api.password_access, true)
  }
  await other.close()
  assert.equal((await api.get('/api/v2/groups')).status, 401)
})

test('hosts that callers send are not cached and cost no query: names and instances are cached', async () => {
  const keys = new Set<string>()
  let loads = 0
  const watched: typeof cache = {
    ...cache,
    load: (topic, key, load) => (keys.add(key), cache.load(topic, key, () => ((loads += 1), load()))),
  }
  await accountByHost({ cache: watched, database }, 'localhost', 'localhost')
  loads = 0
  for (let number = 0; number < 500; number += 1)
    for (const host of [`h${number}.example.com`, `h${number}.localhost`])
      await accountByHost({ cache: watched, database }, host, 'localhost')
  assert.deepEqual([...keys], ['names', 'id:1'])
  assert.ok(loads <= 2) // one load more when the entry has expired in between
})

test('a host longer than any name is refused, whatever its ending', async () => {
  for (const host of [`${'x'.repeat(300)}.localhost`, `${'x.'.repeat(200)}example.com`, `two.localhost${'.'.repeat(300)}`]) {
    const answer = await hostClient(app.base_url, host).get('/api/v2/users/me')
    assert.equal(answer.status, 400)
  }
  assert.equal((await hostClient(app.base_url, `${'x.'.repeat(120)}example.com:8080`).get('/api/v2/users/me')).status, 200)
})
