/**
 * Two cells behind the proxies of cells.md. An instance in use moves from one with two processes to the other, while callers write through the
 * proxy: nothing that was acknowledged is lost.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { useApp } from '../app.ts'
import { hostClient, basicToken, putInstance } from '../instances.ts'
import { assertSucceeds } from '../command.ts'
import { waitFor } from '../jobs.ts'
import { test } from '../processes.ts'
import { rawRequest } from '../raw_http.ts'
import { HAPROXY_OF_CELLS, mapOf, NGINX_OF_CELLS, tellHaproxy } from './cells.ts'
import { freePort } from './external_postgres.ts'
import { explainProxyAbsence, startProxy } from './proxies.ts'
import { makeDataDir } from './process.ts'

const WRITERS = 4
const ANSWERS = [201, 503]
const portOf = (base_url: string) => Number(new URL(base_url).port)

/** A folder for a proxy, with an empty map of hosts. */
function makeProxyFolder(): string {
  const folder = makeDataDir('deskhand-cells-')
  writeFileSync(mapOf(folder), '')
  return folder
}

/** Callers that write tickets through a proxy until they are stopped, and record what was answered. */
function startCallers(base_url: string, host: string, headers: Record<string, string>) {
  const client = hostClient(base_url, host, headers)
  const acknowledged: string[] = []
  const statuses: number[] = []
  let isOver = false
  const write = async (number: number) => {
    for (let count = 0; !isOver; count += 1) {
      const subject = `${number}-${count}`
      const { status } = await client.post('/api/v2/tickets', { ticket: { subject, comment: { body: subject } } })
      statuses.push(status)
      if (status === 201) acknowledged.push(subject)
      else await sleep(20)
    }
  }
  const writing = Promise.all(Array.from({ length: WRITERS }, (_none, number) => write(number)))
  return {
    acknowledged,
    statuses,
    async stop() {
      isOver = true
      await writing
    },
  }
}

test(
  'an instance moves between two cells under load, and nothing that was acknowledged is lost',
  {
    skip: explainProxyAbsence(HAPROXY_OF_CELLS),
    timeout: 300_000,
  },
  async () => {
    const first = await useApp({ DESKHAND_LOG_LEVEL: 'error' })
    const again = await first.another()
    const second = await useApp({ DESKHAND_FIRST_INSTANCE_ID: '1000000', DESKHAND_LOG_LEVEL: 'error' })
    const moving = await putInstance(first, { subdomain: 'acme' })
    const headers = basicToken(moving.email, moving.token)
    const folder = makeProxyFolder()
    const port = await freePort()
    const proxy = await startProxy(
      HAPROXY_OF_CELLS,
      port,
      [first, again, second].map(({ base_url }) => portOf(base_url)),
      folder,
    )
    const front = `http://127.0.0.1:${port}`
    const through = hostClient(front, moving.host, headers)
    await waitFor(async () => (await through.get('/api/v2/groups').catch(() => ({ status: 0 }))).status, 200)
    const callers = startCallers(front, moving.host, headers)
    const { acknowledged, statuses } = callers
    const one = join(folder, 'first')
    const two = join(folder, 'second')

    await waitFor(async () => acknowledged.length > 50, true)
    await assertSucceeds(first, ['instance', 'export', 'acme', one])
    await assertSucceeds(second, ['instance', 'import', one, '--hold'])
    const between = acknowledged.length
    await waitFor(async () => acknowledged.length > between + 50, true)
    await assertSucceeds(first, ['instance', 'export', 'acme', two, '--since', one])
    const stopped = acknowledged.length
    assert.equal((await through.get('/api/v2/groups')).status, 200, 'it can be read while it moves')
    await assertSucceeds(second, ['instance', 'import', two])
    assert.equal(acknowledged.length, stopped)
    assert.equal(await tellHaproxy(folder, `add map ${mapOf(folder)} acme.localhost cell_b`), '')
    await waitFor(async () => acknowledged.length > stopped + 50, true)
    await assertSucceeds(first, ['instance', 'release', 'acme', '--to', 'https://acme.example.com'])
    for (const { base_url } of [first, again]) {
      const sent = await hostClient(base_url, moving.host, headers).get('/api/v2/tickets?page=2')
      assert.deepEqual([sent.status, sent.headers.get('location')], [307, 'https://acme.example.com/api/v2/tickets?page=2'])
    }
    assert.equal(await tellHaproxy(folder, `set map ${mapOf(folder)} acme.localhost cell_b`), '')
    await assertSucceeds(first, ['instance', 'drop', 'acme', '--yes'])
    const dropped = acknowledged.length
    await waitFor(async () => acknowledged.length > dropped + 50, true)
    await callers.stop()
    await proxy.stop()

    const stored = await second.database.database.driver<{ subject: string }[]>`
    select subject from tickets where account_id = ${moving.id}`
    assert.deepEqual(stored.map(({ subject }) => subject).sort(), acknowledged.toSorted())
    assert.deepEqual(
      [...new Set(statuses)].filter((status) => !ANSWERS.includes(status)),
      [],
    )
    assert.ok(statuses.includes(503))
  },
)

for (const kind of [HAPROXY_OF_CELLS, NGINX_OF_CELLS])
  test(`${kind.name} accepts the file of cells.md without a warning`, { skip: explainProxyAbsence(kind) }, () => {
    const folder = makeProxyFolder()
    const file = join(folder, 'proxy.conf')
    writeFileSync(file, kind.configuration({ port: 8080, servers: [8081, 8082, 8083], folder }))
    const { status, stdout, stderr } = spawnSync(kind.program, kind.check(file), { encoding: 'utf8' })
    assert.equal(status, 0, stderr)
    assert.doesNotMatch(`${stdout}${stderr}`, /warn|alert|emerg/i)
  })

test('nginx leads a host to another cell after a reload', { skip: explainProxyAbsence(NGINX_OF_CELLS), timeout: 60_000 }, async () => {
  const ports = await Promise.all(['a', 'a', 'b'].map(startNamedServer))
  const folder = makeProxyFolder()
  const port = await freePort()
  const proxy = await startProxy(NGINX_OF_CELLS, port, ports, folder)
  const ask = async (host: string) => {
    const answer = await rawRequest(`http://127.0.0.1:${port}`, { path: '/', headers: { host } }).catch(() => undefined)
    return answer?.text
  }
  await waitFor(() => ask('acme.example.com'), 'a')
  appendFileSync(mapOf(folder), 'acme.example.com cell_b;\n')
  proxy.reload()
  await waitFor(() => ask('ACME.example.com:80'), 'b')
  assert.equal(await ask('other.example.com'), 'a')
  await proxy.stop()
})

/** A server that answers with its name; returns its port. */
async function startNamedServer(name: string): Promise<number> {
  const server = createServer((_request, response) => response.end(name)).listen(0, '127.0.0.1')
  server.unref()
  await new Promise((resolve) => server.once('listening', resolve))
  return (server.address() as { port: number }).port
}
