import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before } from 'node:test'
import type { TestContext } from 'node:test'
import { smokeTest, test } from '../processes.ts'
import { hasExited } from '#db/embedded/find.ts'
import { findProcess } from '#db/embedded/processes.ts'
import { startEmbeddedPostgres } from '#db/embedded/start.ts'
import type { EmbeddedPostgres } from '#db/embedded/start.ts'
import { stopServer } from '#db/embedded/stop.ts'
import { IS_ROOT, isAnswering, ask, atEnd, makeFolder, postmasterPid, startHost, waitUntil } from './helpers.ts'

/** A data directory whose database has one table; no server runs on it between tests. */
const dataDir = mkdtempSync(join(tmpdir(), 'deskhand-test-'))
chmodSync(dataDir, 0o755)
before(async () => {
  const server = await startEmbeddedPostgres({ data_dir: dataDir, log: () => undefined })
  await ask(server, 'create table kept as select 42 as answer')
  await server.stop()
})
after(() => rmSync(dataDir, { recursive: true, force: true }))

async function start(t: TestContext, dataDir: string, lines: string[] = []): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ data_dir: dataDir, log: (line) => lines.push(line) })
  atEnd(t, () => server.stop())
  return server
}

async function isKept(server: EmbeddedPostgres): Promise<boolean> {
  return (await ask(server, 'select answer from kept'))[0]?.answer === 42
}

async function killServer(server: { data_dir: string }): Promise<number> {
  const pid = postmasterPid(server)
  process.kill(pid, 'SIGKILL')
  await waitUntil('the killed server is gone', () => !findProcess(pid))
  return pid
}

test('stop ends the server, leaves nothing in the temporary folder, and may be called twice', async (t) => {
  const server = await start(t, dataDir)
  const pid = postmasterPid(server)
  await Promise.all([server.stop(), server.stop()])
  assert.equal(findProcess(pid), undefined)
  assert.equal(existsSync(server.host), false)
  assert.deepEqual(readdirSync(join(dataDir, 'postgres.users')), [])
})

test('a second process attaches, and does not stop a server that the first one still uses', async (t) => {
  const host = await startHost(t, dataDir)
  const server = await start(t, dataDir)
  assert.equal(server.attached, true)
  assert.equal(server.host, host.server.host)
  await server.stop()
  assert.ok(await isAnswering(host.server))
  await host.stop()
  assert.equal(postmasterPid(host.server), 0)
})

test('the last process to leave stops the server, whichever one started it', async (t) => {
  const host = await startHost(t, dataDir)
  const server = await start(t, dataDir)
  await host.stop()
  assert.ok(host.log.some((line) => line.includes(`left running for process ${process.pid}`)))
  assert.ok(await isKept(server))
  const pid = postmasterPid(server)
  await server.stop()
  assert.equal(findProcess(pid), undefined)
})

smokeTest('the server of a killed process is taken over: used, restarted when it dies, stopped at the end', async (t) => {
  const host = await startHost(t, dataDir)
  await host.kill()
  const server = await start(t, dataDir)
  assert.equal(server.attached, true)
  assert.ok(await isKept(server))
  const killed = await killServer(server)
  await waitUntil('it answers again', () => isAnswering(server))
  assert.notEqual(postmasterPid(server), killed)
  assert.ok(await isKept(server))
  const pid = postmasterPid(server)
  await server.stop()
  assert.equal(findProcess(pid), undefined)
})

test('a killed server is restarted in the same place, as often as needed', async (t) => {
  const lines: string[] = []
  const server = await start(t, dataDir, lines)
  for (let times = 1; times <= 3; times++) {
    await killServer(server)
    await waitUntil('it answers again', () => isAnswering(server))
    assert.ok(await isKept(server))
    assert.equal(lines.filter((line) => /ended unexpectedly by SIGKILL; starting it again/.test(line)).length, times)
  }
})

test('of two processes that share a server, one restarts it and both continue', async (t) => {
  const host = await startHost(t, dataDir)
  const server = await start(t, dataDir)
  await killServer(server)
  await waitUntil('it answers again', () => isAnswering(server))
  await host.stop()
  assert.ok(await isKept(server))
})

test('the lock file of a killed server does not prevent a start', async (t) => {
  const host = await startHost(t, dataDir)
  await host.kill()
  const pid = await killServer(host.server)
  assert.equal(postmasterPid(host.server), pid)
  const server = await start(t, dataDir)
  assert.equal(server.attached, false)
  assert.ok(await isKept(server))
})

test('the lock file that another server is just writing is waited for', async (t) => {
  const lock = join(dataDir, 'postgres/postmaster.pid')
  const log = join(dataDir, 'postgres.log')
  const size = statSync(log).size
  writeFileSync(lock, '')
  const { uid, gid } = statSync(join(dataDir, 'postgres'))
  chownSync(lock, uid, gid)
  const starting = start(t, dataDir)
  await waitUntil('a start has seen it', () => /lock file .* is empty/.test(readFileSync(log, 'utf8').slice(size)))
  rmSync(lock)
  assert.ok(await isKept(await starting))
})

test('nor does it when another process of the same account has reused the pid', async (t) => {
  const host = await startHost(t, dataDir)
  await host.kill()
  const pid = await killServer(host.server)
  const { uid, gid } = statSync(host.server.data_dir)
  const stranger = spawn('sleep', ['600'], IS_ROOT ? { uid, gid } : {})
  await once(stranger, 'spawn')
  atEnd(t, () => void stranger.kill())
  for (const file of [join(host.server.data_dir, 'postmaster.pid'), join(host.server.host, '.s.PGSQL.5432.lock')]) {
    writeFileSync(file, readFileSync(file, 'utf8').replace(String(pid), String(stranger.pid)))
  }
  const server = await start(t, dataDir)
  assert.equal(server.attached, false)
  assert.ok(await isKept(server))
  assert.equal(stranger.exitCode ?? stranger.signalCode, null)
})

test('an entry of a killed process whose pid was reused does not keep the server running', async (t) => {
  const server = await start(t, dataDir)
  const pid = postmasterPid(server)
  writeFileSync(join(dataDir, `postgres.users/${process.ppid}.1`), 'started long ago')
  await server.stop()
  assert.equal(findProcess(pid), undefined)
})

test('of processes that start at the same moment without data, one starts the server and the others attach', async (t) => {
  const fresh = join(makeFolder(t), 'data')
  const [first, second, third] = await Promise.all([startHost(t, fresh), startHost(t, fresh), start(t, fresh)])
  assert.equal([first.server, second.server, third].filter((server) => !server.attached).length, 1)
  assert.equal(first.server.host, second.server.host)
  assert.deepEqual(readdirSync(dirname(third.data_dir)).toSorted(), ['postgres', 'postgres.log', 'postgres.users'])
  await first.stop()
  await second.stop()
  assert.ok(await isAnswering(third))
})

test('two callers in one process share the server, and the second to leave stops it', async (t) => {
  const [first, second] = await Promise.all([start(t, dataDir), start(t, dataDir)])
  const pid = postmasterPid(first)
  await first.stop()
  assert.ok(await isKept(second))
  await second.stop()
  assert.equal(findProcess(pid), undefined)
})

test('a server that ignores SIGTERM is killed', async (t) => {
  const host = await startHost(t, dataDir)
  await host.kill()
  const pid = postmasterPid(host.server)
  process.kill(pid, 'SIGSTOP')
  const running = { pid, startedAt: findProcess(pid)?.startedAt ?? '', endpoint: host.server, child: undefined, isOurs: true }
  const lines: string[] = []
  const place = { cluster: host.server.data_dir, home: dataDir, account: undefined }
  const ways = [
    { signal: 'SIGINT' as const, grace: 20 },
    { signal: 'SIGKILL' as const, grace: 5000 },
  ]
  await stopServer(running, { place, binaries: { bin: '', major: 18 }, log: (line) => lines.push(line) }, undefined, ways)
  assert.ok(hasExited(running))
  assert.match(lines.join('\n'), /has not stopped yet; sending SIGKILL/)
  assert.ok(await isKept(await start(t, dataDir)))
})

test('a database that is deleted under a running server is not silently replaced by an empty one', async (t) => {
  const lines: string[] = []
  const server = await start(t, makeFolder(t), lines)
  const pid = postmasterPid(server)
  // the server keeps writing while its files are deleted
  while (existsSync(server.data_dir)) rmSync(server.data_dir, { recursive: true, force: true, maxRetries: 20 })
  process.kill(pid, 'SIGKILL')
  atEnd(t, () => rmSync(server.host, { recursive: true, force: true }))
  await waitUntil('the server has noticed', () => lines.some((line) => line.includes('has been removed: bring it back')))
  assert.equal(existsSync(server.data_dir), false)
})

test('a process that attaches while the last one leaves never gets a server that is about to stop', async (t) => {
  for (let times = 0; times < 10; times++) {
    const leaving = await start(t, dataDir)
    const [, coming] = await Promise.all([leaving.stop(), start(t, dataDir)])
    assert.ok(await isKept(coming))
    await coming.stop()
  }
})
