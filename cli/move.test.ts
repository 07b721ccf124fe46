/** An instance that moves from one installation to another by `instance export` and `instance import`. */
import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after } from 'node:test'
import { ADMIN, type TestApp, useApp } from '#test/app.ts'
import { assertRefused, assertSucceeds, makeCommandVariables, runCommand } from '#test/command.ts'
import { basicToken, hostClient, putInstance } from '#test/instances.ts'
import { assertSealedAlike, rowsOf } from '#test/exports.ts'
import { populate } from '#test/invariants/populate.ts'
import { waitFor } from '#test/jobs.ts'
import { test } from '#test/processes.ts'
import { PRIVATE_JOBS } from '#test/queue.ts'
import { hashPassword } from '#auth/passwords.ts'
import { writeArchive } from '#backup/archive.ts'
import type { FileRecord, Manifest, TableRecord } from '#backup/manifest.ts'
import { readArchive } from '#backup/read.ts'
import { SEALED_COLUMNS } from '#installation/sealed_columns.ts'
import { TENANT_TABLES } from '#db/tables.ts'

const place = mkdtempSync(join(tmpdir(), 'deskhand-move-'))
after(() => rmSync(place, { recursive: true, force: true }))
const file = join(place, 'moving.export')
const broken = join(place, 'broken.export')
const whole = join(place, 'whole.backup')
const OTHER_SECRET = 'another pepper of thirty-two characters'

// what runs by itself would change rows while they are compared
const source = await useApp({ DESKHAND_LOG_LEVEL: 'error' })
const target = await useApp({ DESKHAND_FIRST_INSTANCE_ID: '1000', DESKHAND_ROLE: 'web' })
const stranger = await useApp({ DESKHAND_FIRST_INSTANCE_ID: '2000', DESKHAND_ROLE: 'web', DESKHAND_SECRET: OTHER_SECRET })

const owner = { name: 'Olga Owner', email: 'owner@moving.example.com', password_hash: await hashPassword(ADMIN.password) }
const moving = await putInstance(source, { subdomain: 'moving', owner })
const staying = await putInstance(source, { subdomain: 'staying' })
await populate(source, moving, 'Zugvogel')
await populate(source, staying, 'Standvogel')
for (const { id } of [moving, staying])
  await source.database.database.driver`select graphile_worker.add_job('deliver_mail',
    payload := ${JSON.stringify({ account_id: id, payload: { id: -1 } })}::json, run_at := now() + interval '9 days')`

/** The files of the moving instance in an installation. */
function listFiles({ config }: TestApp): string[] {
  const folder = join(config.data_dir, 'files', String(moving.id))
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** No row of the moving instance is in an installation. */
async function assertNoRows({ database: { database } }: TestApp): Promise<void> {
  for (const table of TENANT_TABLES) {
    const rows = await database.driver.unsafe(`select 1 from ${table} where account_id = $1 limit 1`, [moving.id])
    assert.equal(rows.length, 0, table)
  }
  assert.equal((await database.driver`select 1 from accounts where id = ${moving.id}`).length, 0)
}

async function assertAbsent(app: TestApp): Promise<void> {
  await assertNoRows(app)
  assert.deepEqual(listFiles(app), [])
}

interface Change {
  readonly lines?: (table: string, lines: string) => string
  readonly name?: (name: string) => string
  readonly manifest?: (manifest: Manifest) => Partial<Manifest>
}

/** Writes the export anew, with changes, and with digests that fit. */
async function tamper(path: string, change: Change): Promise<void> {
  const tables = new Map<string, string>()
  const files: { name: string; content: Buffer }[] = []
  const { manifest } = await readArchive(file, {
    rows: async (table, lines) => void tables.set(table, (tables.get(table) ?? '') + lines.toString('utf8')),
    file: async (name, _size, content) =>
      void files.push({ name: change.name?.(name) ?? name, content: Buffer.concat(await content.toArray()) }),
  })
  await writeArchive(path, async (archive) => {
    const write = ({ name, columns }: TableRecord) => {
      const text = tables.get(name) ?? ''
      return archive.table(name, columns, Readable.from([Buffer.from(change.lines?.(name, text) ?? text)]))
    }
    const records: TableRecord[] = []
    for (const table of manifest.tables) records.push(await write(table))
    const jobs = await write(manifest.jobs)
    const kept: FileRecord[] = []
    for (const { name, content } of files)
      kept.push({ name, size: content.length, sha256: await archive.file(name, content.length, Readable.from([content])) })
    const lists = [await archive.list(1, kept)]
    const fitting = { ...manifest, tables: records, jobs, files: { ...manifest.files, lists } }
    await archive.finish({ ...fitting, ...change.manifest?.(fitting) })
  })
}

test('an installation counts its instances from the number it was given', async () => {
  assert.deepEqual([source.account_id, target.account_id, stranger.account_id], [1, 1000, 2000])
  assert.equal((await putInstance(target)).id, 1001)
})

test('an export holds one instance and nothing of another', { timeout: 300_000 }, async () => {
  const out = await assertSucceeds(source, ['instance', 'export', 'moving', file])
  assert.match(out, /^The export .* of the instance moving is complete\.$/m)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  let text = ''
  const files: string[] = []
  const { manifest } = await readArchive(file, {
    async rows(_table, lines) {
      text += lines.toString('latin1')
    },
    async file(name, _size, content) {
      for await (const chunk of content) text += String(chunk)
      files.push(name)
    },
  })
  assert.deepEqual(manifest.tables.map(({ name }) => name).sort(), [...TENANT_TABLES, 'accounts'].sort())
  assert.deepEqual(
    manifest.tables.filter(({ rows }) => rows === 0).map(({ name }) => name),
    [],
  )
  assert.ok(text.includes('Zugvogel') && !/standvogel/i.test(text))
  assert.ok(files.length > 0 && files.every((name) => name.startsWith(`${moving.id}/`)))
  assert.ok(manifest.jobs.rows > 0)
  await assertRefused(source, ['instance', 'export', 'moving', file], /is there already/)
  await assertRefused(source, ['instance', 'export', 'nobody', join(place, 'x')], /There is no instance "nobody"/)
})

test('what is cut off, changed, of another version or no instance is refused, and leaves nothing', { timeout: 300_000 }, async () => {
  const { size } = statSync(file)
  for (const left of [size - 10_000, Math.floor(size / 2), 0]) {
    copyFileSync(file, broken)
    truncateSync(broken, left)
    await assertRefused(target, ['instance', 'import', broken], /not a complete backup|cannot be read/)
  }
  const later = join(place, 'later.export')
  await tamper(later, { manifest: ({ migrations }) => ({ migrations: [...migrations, '9999_later.sql'] }) })
  await assertRefused(
    target,
    ['instance', 'import', later],
    /with the schema 9999_later\.sql, and the schema here is \d{4}_\w+\.sql: bring both/,
  )
  await assertSucceeds(source, ['backup', whole])
  await assertRefused(target, ['instance', 'import', whole], /is the backup of a whole installation/)
  await assertRefused(target, ['restore', file], /holds one instance and no installation/)
  await assertRefused(target, ['instance', 'import', file, '--subdomain', 'main'], /The subdomain "main" is taken/)
  await assertRefused(target, ['instance', 'import', file, '--subdomain', 'no_name'], /cannot be a subdomain/)
  await assertAbsent(target)
})

test('a file that was changed to reach another instance is refused', { timeout: 300_000 }, async () => {
  const victim = target.account_id
  const path = (number: number) => join(place, `tampered${number}.export`)
  const withOther = (text: string) => text + text.slice(0, text.indexOf('\n') + 1).replace(/^\d+\t\d+/, `${victim}\t999999`)
  await tamper(path(1), { lines: (table, text) => (table === 'dynamic_content_items' ? withOther(text) : text) })
  await assertRefused(target, ['instance', 'import', path(1)], /rows of dynamic_content_items that belong to another instance/)
  await tamper(path(2), {
    lines: (table, text) =>
      table === 'queued_jobs'
        ? text
            .replaceAll(`"account_id": ${moving.id}`, `"account_id": ${victim}`)
            .replaceAll(`"account_id":${moving.id}`, `"account_id":${victim}`)
        : text,
  })
  await assertRefused(target, ['instance', 'import', path(2)], /jobs that belong to another instance/)
  // task, payload, queue, run_at, priority, attempts, max_attempts, key, last_error, was_running, flags
  for (const [column, value] of [
    [2, 'queue'],
    [7, 'key'],
    [10, `{account:${victim}}`],
    [10, `{account:${moving.id},receiver:${victim}:a}`],
    [10, '{NULL}'],
  ] as const) {
    rmSync(path(2))
    await tamper(path(2), {
      lines: (table, text) => (table === 'queued_jobs' ? text.trimEnd().split('\t').with(column, value).join('\t') + '\n' : text),
    })
    await assertRefused(target, ['instance', 'import', path(2)], /jobs that belong to another instance/)
  }
  await tamper(path(3), { name: (name) => name.replace(/^\d+/, String(victim)) })
  await assertRefused(target, ['instance', 'import', path(3)], /a file of another instance/)
  await tamper(path(4), {
    lines: (table, text) => (table === 'stored_files' ? text.replace(`\t${moving.id}/`, `\t${victim}/`) : text),
  })
  await assertRefused(target, ['instance', 'import', path(4)], /a row that names a file of another instance: 1000\//)
  await assertAbsent(target)
})

test('a file that was changed to reach the whole installation is refused, and changes nothing of it', { timeout: 300_000 }, async () => {
  const state = () => target.database.database.driver`select c.relname, s.last_value from pg_class c left join pg_sequences s
    on s.sequencename = c.relname where c.relnamespace = 'public'::regnamespace and c.relkind in ('S', 'r') order by 1`
  const before = [...(await state())]
  const week = { of: 'request_log', name: 'request_log_from_604800', from: '1970-01-08 00:00:00+00', to: '9999-01-01 00:00:00+00' }
  const withHost = (host: string) => (manifest: Manifest) =>
    manifest.instance === undefined ? {} : { instance: { ...manifest.instance, host } }
  const withSequence = (value: string) => () => ({ sequences: [{ name: 'record_ids', value, is_called: true }] })
  const changes: readonly (readonly [(manifest: Manifest) => Partial<Manifest>, RegExp])[] = [
    [withSequence(String(2 ** 50 + 1)), /nothing sensible of sequences/],
    [withSequence('9223372036854775807'), /nothing sensible of sequences/],
    [() => ({ partitions: [{ ...week, of: 'tickets' }] }), /a partition that no installation has/],
    [() => ({ partitions: [{ ...week, name: 'of_my_own' }] }), /a partition that no installation has/],
    [() => ({ partitions: [{ ...week, name: 'request_log_from_604801' }] }), /a partition that no installation has/],
    [() => ({ partitions: Array.from({ length: 531 }, () => week) }), /more than 530 weeks/],
    [({ jobs }) => ({ jobs: { ...jobs, name: 'tickets' } }), /nothing sensible of jobs/],
    [({ jobs }) => ({ jobs: { ...jobs, columns: [...jobs.columns, 'job_id'] } }), /nothing sensible of jobs/],
    ...['localhost', '127.0.0.1', 'main.localhost', 'no host'].map((host) => [withHost(host), /The instance has the host/] as const),
  ]
  const path = join(place, 'reaching.export')
  for (const [manifest, why] of changes) {
    await tamper(path, { manifest })
    await assertRefused(target, ['instance', 'import', path], why)
    rmSync(path)
  }
  assert.deepEqual([...(await state())], before)
  await assertAbsent(target)
})

test('an import with a secret that is not that of the database is refused', { timeout: 300_000 }, async () => {
  const wrong = { DESKHAND_SECRET: OTHER_SECRET, DESKHAND_EXPORT_SECRET: source.env.DESKHAND_SECRET ?? '' }
  await assertRefused(target, ['instance', 'import', file], /the secret here \(fingerprint \w+\) is not that of the database/, wrong)
  await assertAbsent(target)
})

test('an import that fails after its files were written leaves nothing, and can be repeated', { timeout: 300_000 }, async () => {
  const { driver } = target.database.database
  await driver.unsafe(`alter table ${PRIVATE_JOBS} add constraint no_more check (false) not valid`)
  const { code } = await runCommand(['instance', 'import', file], makeCommandVariables(target))
  assert.equal(code, 1)
  await driver.unsafe(`alter table ${PRIVATE_JOBS} drop constraint no_more`)
  await assertAbsent(target)
})

test('an import that is killed leaves no row, and the next one brings everything in', { timeout: 300_000 }, async () => {
  const { driver } = target.database.database
  const killing = new AbortController()
  await driver.begin(async (sql) => {
    await sql.unsafe(`lock table ${PRIVATE_JOBS} in exclusive mode`) // jobs come last
    const killed = runCommand(['instance', 'import', file], makeCommandVariables(target), killing.signal)
    await waitFor(async () => listFiles(target).length > 0, true)
    killing.abort()
    await killed
  })
  await assertNoRows(target)
  const folder = join(target.config.data_dir, 'files', String(moving.id), 'ab')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'abandoned'), 'of an older export')
})

/** Rows of an instance with this id that was dropped here: of tables without a foreign key, and calls logged after that. */
async function leaveRows(): Promise<void> {
  const { driver } = target.database.database
  await driver`insert into rate_limits (account_id, bucket, window_start, taken) values (${moving.id}, 'left', 1, 1)`
  await target.running.server.requestLog.flush()
  await driver`insert into request_log (account_id, created_at, id, method, route, status, milliseconds, credential_kind, request_id)
    select ${moving.id}, created_at, 1, method, route, status, milliseconds, credential_kind, request_id from request_log
    where account_id = ${target.account_id} order by id limit 1`
}

test('an imported instance is the one that was exported, row by row, and goes on', { timeout: 300_000 }, async () => {
  const own = await target.api.post('/api/v2/tickets', { ticket: { comment: { body: 'This process has drawn ids' } } })
  assert.equal(own.status, 201)
  await leaveRows()
  const out = await assertSucceeds(target, ['instance', 'import', file])
  assert.match(out, /^The instance moving\.localhost is imported\.$/m)
  assert.match(out, /^ {2}Secret +is the one of the export$/m)
  const again = join(place, 'again.export')
  await assertSucceeds(target, ['instance', 'export', 'moving', again])
  assert.deepEqual(await rowsOf(again), await rowsOf(file))
  assert.ok(!listFiles(target).includes('abandoned'))
  const { manifest: before } = await readArchive(file)
  const { manifest: after } = await readArchive(again)
  assert.equal(after.jobs.rows, before.jobs.rows)
  await assertRefused(target, ['instance', 'import', file], /An instance with the id \d+ is here already: moving\. Ids are kept/)

  const api = hostClient(target.base_url, moving.host, basicToken(owner.email, moving.token))
  const signedIn = await hostClient(target.base_url, moving.host).post('/access/sign_in', { email: owner.email, password: ADMIN.password })
  assert.equal(signedIn.status, 201, JSON.stringify(signedIn.body))
  const found = await api.get('/api/v2/search?query=type:ticket Zugvogel subject')
  assert.ok(found.body.count > 0, JSON.stringify(found.body))
  const { id } = found.body.results.find(({ subject }: { subject: string }) => subject === 'Zugvogel subject')
  const { comments } = (await api.get(`/api/v2/tickets/${id}/comments`)).body
  const { pathname, search } = new URL(comments[0].attachments[0].content_url)
  assert.equal((await api.get(pathname + search)).body, 'Zugvogel file')

  const last = await source.database.database.driver<{ id: number }[]>`
    select last_id::integer as id from ticket_counters where account_id = ${moving.id}`
  const [sequence] = await source.database.database.driver<{ id: number }[]>`select last_value::integer as id from record_ids`
  const made = await api.post('/api/v2/tickets', { ticket: { subject: 'Goes on', comment: { body: 'Here' } } })
  assert.deepEqual([made.status, made.body.ticket?.id], [201, (last[0]?.id ?? 0) + 1], JSON.stringify(made.body))
  assert.ok(made.body.audit.id > (sequence?.id ?? 0) + 1000, 'no id of the other installation is drawn again')
  assert.equal((await api.post('/api/v2/groups', { group: { name: 'New here' } })).status, 201)

  const audit = join(place, 'audit.ndjson')
  const entries = await assertSucceeds(target, ['audit', 'export', '--instance', 'moving'])
  assert.match(entries, /An export by the command line began.*\n.*Imported by the command line from an export made/)
  writeFileSync(audit, entries)
  const { audit_head = '' } = before.instance ?? {}
  assert.match(await assertSucceeds(target, ['audit', 'verify', '--file', audit, '--head', audit_head]), /is whole/)
})

test('with another secret, sealed values are sealed anew and passwords work; what was hashed is lost', { timeout: 300_000 }, async () => {
  const args = ['instance', 'import', file, '--subdomain', 'moved']
  await assertRefused(stranger, args, /is not that of the export .*DESKHAND_EXPORT_SECRET/)
  await assertRefused(stranger, args, /is not the secret of the export/, {
    DESKHAND_EXPORT_SECRET: 'a third pepper of thirty-two characters',
  })
  await assertAbsent(stranger)
  const other = join(place, 'other.export')
  await tamper(other, {
    lines: (table, text) => (table === 'accounts' ? text.replace(/\tmoving\t\\N/, '\tmoving\tmain.localhost') : text),
  })
  const out = await assertSucceeds(stranger, args.with(2, other), { DESKHAND_EXPORT_SECRET: source.env.DESKHAND_SECRET ?? '' })
  assert.match(out, /^ {2}Secret +is another: sealed values are sealed anew; API tokens/m)
  const [named] = await stranger.database.database.driver`select host from accounts where id = ${moving.id}`
  assert.equal(named?.host, null, 'the host is that of the manifest, which was checked')
  await assertSealedAlike(stranger, source, moving.id)
  const again = join(place, 'moved.export')
  await assertSucceeds(stranger, ['instance', 'export', 'moved', again])
  const changed = ['accounts', 'brands', ...SEALED_COLUMNS.map(({ table }) => table)]
  assert.deepEqual(await rowsOf(again, changed), await rowsOf(file, changed))
  const at = (headers: Record<string, string>) => hostClient(stranger.base_url, 'moved.localhost', headers)
  assert.equal((await at(basicToken(owner.email, moving.token)).get('/api/v2/tickets')).status, 401)
  const password = { authorization: `Basic ${Buffer.from(`${owner.email}:${ADMIN.password}`).toString('base64')}` }
  const { brands } = (await at(password).get('/api/v2/brands')).body
  assert.ok(
    brands.some((brand: { default: boolean; subdomain: string }) => brand.default && brand.subdomain === 'moved'),
    JSON.stringify(brands),
  )
})

test('an instance that was dropped can come back; what fails once it is in says that it is in', { timeout: 300_000 }, async () => {
  const { driver } = stranger.database.database
  await assertSucceeds(stranger, ['instance', 'drop', 'moved', '--yes'])
  await driver.unsafe(`create function refuse_figures(text) returns text immutable language plpgsql as 'begin raise exception ''no figures''; end';
    create statistics refused on (refuse_figures(subdomain)) from accounts`)
  const secret = { DESKHAND_EXPORT_SECRET: source.env.DESKHAND_SECRET ?? '' }
  await assertRefused(
    stranger,
    ['instance', 'import', file],
    /The instance is imported, but what follows has failed \(no figures\)/,
    secret,
  )
  await driver.unsafe('drop statistics refused; drop function refuse_figures')
  const [imported] = await driver`select subdomain from accounts where id = ${moving.id}`
  assert.equal(imported?.subdomain, 'moving')
})
