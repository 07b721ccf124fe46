import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { after, test, type TestContext } from 'node:test'
import { freePort } from '#test/crash/external_postgres.ts'
import { testDatabase } from '#test/database.ts'
import { hostsOf, type DatabaseAddress } from './address.ts'
import { defineStatement } from './builder.ts'
import { openDatabase } from './client.ts'
import { Primary } from './primary.ts'
import { openQueueClient, openQueuePool } from './queue.ts'

const scratch = await testDatabase()
after(() => scratch.close())
const selectOne = defineStatement<{ one: number }>('select 1 as one')

/** Listens on a port of the loopback interface until the test is over. */
async function listen(t: TestContext, server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return (server.address() as { port: number }).port
}

/** A port that leads to the database. */
function forward(t: TestContext, port = 0): Promise<number> {
  const { address } = scratch
  const open = () => {
    if ('url' in address) return connect(Number(new URL(address.url).port), new URL(address.url).hostname)
    return address.host.startsWith('/') ? connect(`${address.host}/.s.PGSQL.${address.port}`) : connect(address.port, address.host)
  }
  const server = createServer((client) => {
    const way = open()
    client.pipe(way).pipe(client)
    client.on('error', () => way.destroy()).on('close', () => way.destroy())
    way.on('error', () => client.destroy())
  })
  return listen(t, server, port)
}

/** A port that accepts connections and answers nothing, as that of a machine that hangs. */
async function silent(t: TestContext): Promise<number> {
  const server = createServer((client) => {
    client.on('error', () => {}) // the caller gives up
    t.after(() => client.destroy())
  })
  return listen(t, server)
}

function urlOf(address: DatabaseAddress, ...ports: number[]): string {
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',')
  if (!('url' in address)) return `postgres://${address.username}:${address.password ?? ''}@${hosts}/${address.database}`
  return address.url.replace(new URL(address.url).host, hosts)
}

test('all connections pass over hosts that are away or do not answer', { timeout: 60_000 }, async (t) => {
  const url = urlOf(scratch.address, await freePort(), await silent(t), await forward(t))
  const database = openDatabase({ url }, { max: 3, limits: { statement_seconds: 10, lock_seconds: 10 }, shares_lookups: true })
  t.after(() => database.close())
  const found = await Promise.all(Array.from({ length: 5 }, () => database.first(selectOne())))
  assert.ok(found.every((row) => row?.one === 1))
  assert.deepEqual([...(await database.driver`select 1 as one`)], [{ one: 1 }])
  const pool = await openQueuePool({ url }, 2)
  t.after(() => pool.end())
  assert.deepEqual((await pool.query('select 1 as one')).rows, [{ one: 1 }])
  const client = await openQueueClient({ url })
  await client.connect()
  t.after(() => client.end())
  assert.deepEqual((await client.query('select 1 as one')).rows, [{ one: 1 }])
})

test('a port that accepts connections and closes them is no server: statements fail, and connections are not made without a pause', async (t) => {
  let connections = 0
  const server = createServer((client) => {
    connections += 1
    client.on('error', () => {}) // of a client that has written meanwhile
    client.end()
  })
  const port = await listen(t, server)
  for (const url of [urlOf(scratch.address, port), urlOf(scratch.address, port, await freePort())]) {
    const database = openDatabase({ url }, { max: 1 })
    t.after(() => database.close())
    connections = 0
    await assert.rejects(database.first(selectOne()))
    assert.ok(connections < 20, `${connections} connections`)
  }
})

test('a process stays with the primary it has, also when a host before it in the address is back', async (t) => {
  const first = await freePort()
  const second = await forward(t)
  const primary = new Primary(hostsOf(urlOf(scratch.address, first, second)))
  assert.equal((await primary.find()).port, second)
  await forward(t, first)
  primary.doubt()
  assert.equal((await primary.find()).port, second)
})

test('when no host is the primary, the fault says of each why not', async () => {
  const first = await freePort()
  const second = await freePort()
  const primary = new Primary(hostsOf(urlOf(scratch.address, first, second)))
  await assert.rejects(primary.find(), ({ code, message }: Error & { code?: string }) => {
    assert.equal(code, 'NO_PRIMARY')
    for (const port of [first, second]) assert.match(message, new RegExp(`127\\.0\\.0\\.1:${port} \\(connect ECONNREFUSED`))
    return true
  })
})
