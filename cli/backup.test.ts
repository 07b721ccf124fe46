import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { smokeTest, test } from '#test/processes.ts'
import type { Manifest } from '#backup/manifest.ts'
import { readArchive } from '#backup/read.ts'
import { makeClient } from '#test/client.ts'
import { runCommand } from '#test/command.ts'
import { isAbsent, startExternalPostgres } from '#test/crash/external_postgres.ts'
import { queryDatabase, findPostgres, makeDataDir, startServer, waitUntil } from '#test/crash/process.ts'
import { type Ledger, makeRandom, startWriters } from '#test/crash/writer.ts'

const TOKEN = 'token-for-the-backup-test-0123456789'
const PASSWORD = 'correct horse battery'
const headers = { authorization: `Basic ${Buffer.from(`admin@example.com/token:${TOKEN}`).toString('base64')}` }
const place = makeDataDir('deskhand-backup-')
const originDir = join(place, 'origin')
const plainBackup = join(place, 'plain.backup')
const fullBackup = join(place, 'whole.backup')
const BYTES = randomBytes(300_000)

/** Ids and marks of the writes that were acknowledged before the backup began. */
let acknowledged: Pick<Ledger, 'promised' | 'jobs'>
let content_path = ''

async function assertRefused(args: readonly string[], env: Readonly<Record<string, string>>, why: RegExp): Promise<void> {
  const { code, out, error } = await runCommand(args, env)
  assert.deepEqual([code, out], [1, ''], `deskhand ${args.join(' ')}: ${error}`)
  assert.match(error, why)
  assert.equal(error.trimEnd().split('\n').length, 1, error)
}

async function assertSucceeds(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const { code, out, error } = await runCommand(args, env)
  assert.deepEqual([code, error], [0, ''], out)
  return out
}

/** Creates a ticket with a file through the API and returns the URL of the file. */
async function attach(base_url: string): Promise<string> {
  const upload = await fetch(`${base_url}/api/v2/uploads?filename=bytes.bin`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: BYTES,
  })
  const { token } = ((await upload.json()) as { upload: { token: string } }).upload
  const made = await makeClient(base_url, headers).post('/api/v2/tickets', {
    ticket: { comment: { body: 'With a file', uploads: [token] } },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { comments } = (await makeClient(base_url, headers).get(`/api/v2/tickets/${made.body.ticket.id}/comments`)).body
  const { pathname, search } = new URL(comments[0].attachments[0].content_url)
  return pathname + search
}

/** Every acknowledged write is there, queued jobs are done, the file is intact and the token still works. */
async function checkServer(base_url: string, find: (statement: string) => Promise<{ mark: string }[]>): Promise<void> {
  const client = makeClient(base_url, headers)
  for (const id of acknowledged.jobs.keys())
    await waitUntil(
      `job ${id} has ended`,
      async () => (await client.get(`/api/v2/job_statuses/${id}`)).body.job_status.status === 'completed',
    )
  const marks = new Set((await find('select body as mark from ticket_comments')).map(({ mark }) => mark))
  assert.deepEqual(
    [...acknowledged.promised].filter((mark) => !marks.has(mark)),
    [],
  )
  const file = await fetch(base_url + content_path, { headers })
  assert.deepEqual([file.status, Buffer.compare(Buffer.from(await file.arrayBuffer()), BYTES)], [200, 0])
  const signedIn = await makeClient(base_url, {}).post('/access/sign_in', { email: 'admin@example.com', password: PASSWORD })
  assert.equal(signedIn.status, 201)
}

/** Verifies the audit log of the first instance from its first entry to its last. */
async function checkAuditChain(env: Readonly<Record<string, string>>): Promise<void> {
  const file = join(place, 'audit.ndjson')
  writeFileSync(file, await assertSucceeds(['audit', 'export', '--instance', 'main'], env))
  assert.match(await assertSucceeds(['audit', 'verify', '--file', file], env), /is whole/)
}

const rowsOf = ({ tables, jobs }: Manifest) => [...tables, jobs].map(({ name, rows, sha256 }) => ({ name, rows, sha256 }))

smokeTest(
  'a backup can be made while the server runs and takes writes, and it names what must be kept beside it',
  { timeout: 300_000 },
  async () => {
    const server = await startServer({
      DATA_DIR: originDir,
      DESKHAND_ADMIN_PASSWORD: PASSWORD,
      DESKHAND_API_TOKEN: TOKEN,
      DESKHAND_RATE_LIMIT: 'off',
      DESKHAND_LOG_LEVEL: 'silent',
    })
    content_path = await attach(server.base_url)
    const { ledger, stop } = startWriters(4, () => server.base_url, headers, makeRandom(11))
    await waitUntil('enough was promised', () => ledger.promised.size > 60 && ledger.jobs.size > 2)
    acknowledged = { promised: new Set(ledger.promised), jobs: new Map(ledger.jobs) }
    const out = await assertSucceeds(['backup', plainBackup], { DATA_DIR: originDir })
    assert.ok(ledger.promised.size > acknowledged.promised.size, 'writing went on meanwhile')
    assert.match(out, /is not included: store DATA_DIR\/secret separately \(fingerprint [0-9a-f]{32}\)$/m)
    assert.match(out, /^ {2}Files +1 with 300,000 bytes$/m)
    assert.equal(statSync(plainBackup).mode & 0o777, 0o600)
    assert.ok(!readFileSync(plainBackup).includes(readFileSync(join(originDir, 'secret'))))
    const second = await assertSucceeds(['backup', fullBackup, '--include-secret'], { DATA_DIR: originDir })
    assert.match(second, /anyone who has the file can decrypt every encrypted value/)
    await stop()
    await assertRefused(['backup', plainBackup], { DATA_DIR: originDir }, /is there already/)
    assert.match(await assertSucceeds(['backup', 'verify', fullBackup], {}), /^The backup .* is complete\.$/m)
    assert.equal(await server.end('SIGTERM'), 0)
    assert.deepEqual(
      readdirSync(place).filter((name) => /part|names/.test(name)),
      [],
    )
  },
)

smokeTest(
  'an installation restored into a new folder continues: acknowledged writes, queued jobs, files, tokens, the audit log',
  { timeout: 300_000 },
  async () => {
    const data_dir = join(place, 'back')
    assert.match(await assertSucceeds(['restore', fullBackup], { DATA_DIR: data_dir }), /was in the backup and is in DATA_DIR\/secret now/)
    assert.equal(statSync(join(data_dir, 'secret')).mode & 0o777, 0o600)
    await assertSucceeds(['backup', join(place, 'again.backup')], { DATA_DIR: data_dir })
    const before = await readArchive(fullBackup)
    const after = await readArchive(join(place, 'again.backup'))
    const queue = before.manifest.jobs.name
    const listOtherRows = ({ manifest }: typeof before) => rowsOf(manifest).filter(({ name }) => name !== queue)
    assert.deepEqual(listOtherRows(after), listOtherRows(before))
    assert.equal(after.manifest.jobs.rows, before.manifest.jobs.rows)
    assert.deepEqual(after.manifest.sequences, before.manifest.sequences)
    await checkAuditChain({ DATA_DIR: data_dir })
    const server = await startServer({ DATA_DIR: data_dir, DESKHAND_LOG_LEVEL: 'silent' })
    await checkServer(server.base_url, (statement) => queryDatabase(data_dir, statement))
    const made = await makeClient(server.base_url, headers).post('/api/v2/tickets', { ticket: { comment: { body: 'Goes on' } } })
    assert.equal(made.status, 201)
    assert.equal(await server.end('SIGTERM'), 0)
    await assertRefused(['restore', fullBackup], { DATA_DIR: data_dir }, /There are files already/)
    await assertRefused(['restore', fullBackup, '--keep-files'], { DATA_DIR: data_dir }, /The database is not empty/)
  },
)

test('a restore into an external database gives the same installation', { timeout: 300_000, skip: isAbsent }, async () => {
  const external = await startExternalPostgres()
  try {
    const DATABASE_URL = await external.make('deskhand')
    const DESKHAND_SECRET = readFileSync(join(originDir, 'secret'), 'utf8')
    const env = { DATABASE_URL, DESKHAND_SECRET, DATA_DIR: join(place, 'external') }
    const other = { ...env, DESKHAND_SECRET: 'another pepper of thirty-two characters' }
    await assertRefused(['restore', plainBackup], other, /The secret here is not that of the backup/)
    assert.match(await assertSucceeds(['restore', plainBackup], env), /^ {2}Secret +is the one of the backup$/m)
    const server = await startServer({ ...env, DESKHAND_LOG_LEVEL: 'silent' })
    const sql = postgres(DATABASE_URL, { max: 1 })
    await checkServer(server.base_url, async (statement) => [...(await sql.unsafe<{ mark: string }[]>(statement))])
    const bad = await sql`select conname from pg_constraint where not convalidated`
    assert.deepEqual([...bad], [])
    await sql.end()
    await assertSucceeds(['backup', join(place, 'external.backup')], env)
    assert.equal(await server.end('SIGTERM'), 0)
    await assertRefused(['restore', plainBackup], env, /files already/)
  } finally {
    await external.stop()
  }
})

test('a truncated or changed backup is refused before anything is written', { timeout: 300_000 }, async () => {
  const broken = join(place, 'broken.backup')
  const target = join(place, 'never')
  const { size } = statSync(plainBackup)
  for (const left of [size - 10_000, Math.floor(size / 2), 1000, 0]) {
    copyFileSync(plainBackup, broken)
    truncateSync(broken, left)
    await assertRefused(['restore', broken], { DATA_DIR: target }, /not a complete backup|cannot be read/)
  }
  const bytes = readFileSync(plainBackup)
  const at = bytes.indexOf(BYTES.subarray(1000, 1032))
  assert.ok(at > 0, 'the file lies in the archive as it is')
  bytes[at] = (bytes[at] as number) ^ 1
  writeFileSync(broken, bytes)
  await assertRefused(['restore', broken], { DATA_DIR: target }, /is not the one that was kept/)
  await assertRefused(['backup', 'verify', broken], {}, /is not the one that was kept/)
  writeFileSync(broken, randomBytes(5000))
  await assertRefused(['restore', broken], { DATA_DIR: target }, /not a complete backup/)
  await assertRefused(['restore', join(place, 'nowhere')], { DATA_DIR: target }, /cannot be read/)
  assert.ok(!existsSync(target))
})

test('a backup of a newer version is refused; the folder stays empty', { timeout: 300_000 }, async () => {
  const changed = makeDataDir('deskhand-backup-newer-')
  await assertSucceeds(['restore', fullBackup], { DATA_DIR: changed })
  const server = await startServer({ DATA_DIR: changed, DESKHAND_LOG_LEVEL: 'silent' })
  await queryDatabase(changed, "insert into schema_migrations values ('9999_later.sql', now())")
  await assertSucceeds(['backup', join(place, 'newer.backup')], { DATA_DIR: changed })
  await server.end('SIGTERM')
  await assertRefused(
    ['restore', join(place, 'newer.backup')],
    { DATA_DIR: join(place, 'never') },
    /newer than this one \(it has 9999_later\.sql\)/,
  )
  assert.ok(!existsSync(join(place, 'never')))
})

test('rows that are inconsistent make the restore fail as a whole, and the target can be used again', { timeout: 300_000 }, async () => {
  const source = makeDataDir('deskhand-backup-unfit-')
  const target = makeDataDir('deskhand-backup-twice-')
  await assertSucceeds(['restore', fullBackup], { DATA_DIR: source })
  const server = await startServer({ DATA_DIR: source, DESKHAND_LOG_LEVEL: 'silent' })
  await queryDatabase(source, 'alter table user_identities drop constraint user_identities_account_id_user_id_fkey')
  await queryDatabase(source, 'update user_identities set user_id = 987654321')
  await assertSucceeds(['backup', join(place, 'unfit.backup')], { DATA_DIR: source })
  await server.end('SIGTERM')
  await assertRefused(
    ['restore', join(place, 'unfit.backup')],
    { DATA_DIR: target },
    /are inconsistent, nothing was restored: .*foreign key/,
  )
  const left = readdirSync(join(target, 'files'), { recursive: true, withFileTypes: true })
  assert.deepEqual(
    left.filter((entry) => entry.isFile()),
    [],
  )
  await assertSucceeds(['restore', plainBackup], { DATA_DIR: target })
})

test(
  'a missing or damaged file is reported and does not stop a backup; a folder without an installation has no backup',
  { timeout: 300_000 },
  async () => {
    const [folder] = readdirSync(join(originDir, 'files/1'))
    const [name = ''] = readdirSync(join(originDir, 'files/1', folder ?? ''))
    const path = join(originDir, 'files/1', folder ?? '', name)
    truncateSync(path, 5)
    assert.match(
      await assertSucceeds(['backup', join(place, 'short.backup')], { DATA_DIR: originDir }),
      /^ {2}Damaged +1 files, among them 1\//m,
    )
    rmSync(path)
    const out = await assertSucceeds(['backup', join(place, 'missing.backup')], { DATA_DIR: originDir })
    assert.match(out, /^ {2}Missing +1 files, among them 1\//m)
    mkdirSync(join(place, 'empty'))
    await assertRefused(['backup', join(place, 'none.backup')], { DATA_DIR: join(place, 'empty') }, /There is no installation/)
    await assertRefused(['backup', join(place, 'no folder/x.backup')], { DATA_DIR: originDir }, /cannot be written/)
    assert.equal(findPostgres(originDir), undefined, 'the database is stopped again')
  },
)
