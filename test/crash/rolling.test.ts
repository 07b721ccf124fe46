/**
 * Two processes behind a proxy, restarted one after the other under load: no request fails. By default short, with impatient proxies; with
 * DESKHAND_TEST_LONG with the documented proxy settings and our defaults, restarted again and again for at least 20,000 calls, on a machine
 * with a load of four.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '../processes.ts'
import { freePort } from './external_postgres.ts'
import { explainProxyAbsence, passesOn, type ProxyKind, proxyKinds, startProxy } from './proxies.ts'
import { cloneDataDir } from './prepared.ts'
import { leavesNothing, startServer, waitUntil } from './process.ts'

const FULL = process.env.DESKHAND_TEST_LONG === '1'
const MIN_CALLS = FULL ? 20_000 : 300
/** The load of the machine in the long form: other programs that compute bring it up to this. */
const LOAD = 4
/** How many clients send one call after another, and how long each of them pauses between two. */
const CLIENTS = 6
const REST_MS = 20
const TOKEN = 'a-token-for-the-rolling-test'
const authorization = `Basic ${Buffer.from(`admin@example.com/token:${TOKEN}`).toString('base64')}`
const patience = { timeout: FULL ? 1_800_000 : 180_000 }

/** Sends calls until stopped; every call without a good answer is in `failures`. */
function makeLoad(port: number) {
  const agent = new Agent({ keepAlive: true })
  const failures: string[] = []
  let calls = 0
  let ends = false
  const call = (method: 'GET' | 'POST') =>
    new Promise<void>((resolve) => {
      const fail = (reason: string) => {
        failures.push(`${method}: ${reason}`)
        resolve()
      }
      const body = method === 'POST' ? JSON.stringify({ ticket: { subject: 'Rolling', comment: { body: 'Hello' } } }) : ''
      const path = method === 'POST' ? '/api/v2/tickets' : '/api/v2/groups'
      const headers = { authorization, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      const sending = request({ agent, port, host: '127.0.0.1', method, path, headers, timeout: 60_000 }, (answer) => {
        answer.on('error', (error) => fail(String(error)))
        answer.resume().on('end', () => ((answer.statusCode ?? 0) < 300 ? resolve() : fail(String(answer.statusCode))))
      })
      sending.on('timeout', () => sending.destroy(new Error('no answer')))
      sending.on('error', (error) => fail(String(error)))
      sending.end(body)
    })
  const runClient = async () => {
    for (let own = 0; !ends; own += 1) {
      calls += 1
      await call(own % 5 === 4 ? 'POST' : 'GET')
      await sleep(REST_MS)
    }
  }
  const all = Array.from({ length: CLIENTS }, runClient)
  return {
    failures,
    calls: () => calls,
    async stop() {
      ends = true
      await Promise.all(all)
      agent.destroy()
    },
  }
}

/** Programs that compute until the returned function ends them: as many as the machine lacks to {@link LOAD}. */
function startOtherWork(): () => void {
  const missing = FULL ? Math.max(0, Math.round(LOAD - (loadavg()[0] ?? 0))) : 0
  const others = Array.from({ length: missing }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  return () => {
    for (const other of others) other.kill('SIGKILL')
  }
}

async function roll(kind: ProxyKind): Promise<{ failures: readonly string[]; calls: number; words: string }> {
  const data_dir = await cloneDataDir()
  const ports = [await freePort(), await freePort()]
  const drain: Record<string, string> = FULL ? { DESKHAND_DRAIN_SECONDS: '' } : { DESKHAND_DRAIN_SECONDS: '2' }
  const start = (port: number) =>
    startServer({ DATA_DIR: data_dir, PORT: String(port), DESKHAND_API_TOKEN: TOKEN, DESKHAND_RATE_LIMIT: 'off', ...drain })
  const servers: Awaited<ReturnType<typeof start>>[] = []
  for (const port of ports) servers.push(await start(port))
  const front = await freePort()
  const proxy = await startProxy(kind, front, ports)
  await waitUntil('the proxy passes calls on', () => passesOn(front))
  const load = makeLoad(front)
  const endOtherWork = startOtherWork()
  const restart = async (index: number, port: number) => {
    const server = servers[index] ?? assert.fail('no server')
    assert.equal(await server.end('SIGTERM'), 0, server.output())
    servers[index] = await start(port)
    await sleep(kind.rest_ms)
  }
  try {
    do for (const [index, port] of ports.entries()) await restart(index, port)
    while (load.calls() < MIN_CALLS)
  } finally {
    endOtherWork()
    await load.stop()
    await proxy.stop()
  }
  for (const server of servers) server.child.kill('SIGINT')
  for (const server of servers) {
    assert.equal(await server.ended, 0)
    assert.doesNotMatch(server.output(), /receives no cache invalidations/)
  }
  leavesNothing(data_dir)
  return { failures: load.failures, calls: load.calls(), words: proxy.output() }
}

for (const kind of proxyKinds(!FULL)) {
  test(`a rolling restart behind ${kind.name} fails no call`, { skip: explainProxyAbsence(kind), ...patience }, async (t) => {
    const { failures, calls, words } = await roll(kind)
    t.diagnostic(`${calls} calls`)
    assert.deepEqual(failures, [], words)
  })
}
