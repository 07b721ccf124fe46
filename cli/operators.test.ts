/** What an operator queries and fixes with the command line, with and without a running server. */
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { smokeTest, test } from '#test/processes.ts'
import { makeClient } from '#test/client.ts'
import { runCommand } from '#test/command.ts'
import { cloneDataDir } from '#test/crash/prepared.ts'
import { queryDatabase, startServer, waitUntil } from '#test/crash/process.ts'
import { codeNow, sessionOf } from '#test/session.ts'

const TOKEN = 'token-for-the-operators-test-012345'
const PASSWORD = 'correct horse battery'
const EMAIL = 'admin@example.com'
const headers = { authorization: `Basic ${Buffer.from(`${EMAIL}/token:${TOKEN}`).toString('base64')}` }
const data_dir = await cloneDataDir('deskhand-operators-')
const env = { DATA_DIR: data_dir, DESKHAND_API_TOKEN: TOKEN, DESKHAND_RATE_LIMIT: 'off', DESKHAND_LOG_LEVEL: 'silent' }
let server = await startServer({ ...env, DESKHAND_ADMIN_PASSWORD: PASSWORD, DESKHAND_ROLE: 'web' })

const deskhand = (...args: string[]) => runCommand(args, { DATA_DIR: data_dir })
const signIn = (password: string, email = EMAIL) => makeClient(server.base_url, {}).post('/access/sign_in', { email, password })

async function expectRefusal(args: readonly string[], why: RegExp): Promise<void> {
  const { code, out, error } = await deskhand(...args)
  assert.deepEqual([code, out], [1, ''], `deskhand ${args.join(' ')}: ${error}`)
  assert.match(error, why)
}

/** The findings of one check of the doctor, as `level text`. */
async function findingsOf(check: string, ...args: string[]): Promise<{ code: number; lines: string[] }> {
  const { code, out, error } = await deskhand('doctor', '--json', ...args)
  assert.equal(error, '')
  const { is_well, findings } = JSON.parse(out) as { is_well: boolean; findings: { check: string; level: string; text: string }[] }
  assert.equal(code, is_well ? 0 : 1)
  return { code, lines: findings.filter((found) => found.check === check).map(({ level, text }) => `${level} ${text}`) }
}

async function onlyFinding(check: string, pattern: RegExp, ...args: string[]): Promise<void> {
  const { lines } = await findingsOf(check, ...args)
  assert.equal(lines.length, 1, lines.join('\n'))
  assert.match(lines[0] ?? '', pattern)
}

test('the version command prints program, Node, embedded PostgreSQL and newest migration, without an installation', async () => {
  const { code, out } = await runCommand(['--version'], { DATA_DIR: '/nowhere' })
  assert.equal(code, 0)
  const newest = readdirSync(join(import.meta.dirname, '../migrations'))
    .filter((name) => /^\d{4}_/.test(name))
    .sort()
    .at(-1)
  assert.match(out, /^deskhand +\d+\.\d+\.\d+\nnode +\d+\.\d+\.\d+\npostgresql +\S+.*\nschema +\w+\n$/)
  assert.ok(out.includes(newest?.replace('.sql', '') ?? '?'))
})

test(
  'an owner without password and phone regains access; all sessions end at once; the audit log names the command line',
  { timeout: 120_000 },
  async () => {
    const before = sessionOf(server.base_url, await signIn(PASSWORD))
    const enrolled = await before.post('/api/v2/users/me/second_factor', { second_factor: { password: PASSWORD } })
    assert.equal(enrolled.status, 201, JSON.stringify(enrolled.body))
    const confirmed = await before.post('/api/v2/users/me/second_factor/confirm', {
      second_factor: { code: codeNow(enrolled.body.second_factor.secret) },
    })
    assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body))
    assert.notEqual((await signIn(PASSWORD)).status, 201, 'a second factor is asked for')
    await expectRefusal(['owner', 'reset-password', '--instance', 'main', '--password', 'short'], /at least 8 characters/)
    await expectRefusal(['owner', 'reset-password', '--instance', 'main', '--email', 'nobody@example.com'], /no active administrator/)
    await expectRefusal(['owner', 'reset-password', '--instance', 'nowhere'], /There is no instance/)
    const { code, out, error } = await deskhand('owner', 'reset-password', '--instance', 'main', '--drop-factor')
    assert.deepEqual([code, error], [0, ''])
    const password = /Password +(\S+) +shown once/.exec(out)?.[1] ?? ''
    assert.equal((await before.get('/api/v2/users/me')).body.user?.id ?? null, null, 'the session from before has ended')
    assert.equal((await signIn(PASSWORD)).status, 401)
    assert.equal((await signIn(password)).status, 201)
    const { audit_logs } = (await makeClient(server.base_url, headers).get('/api/v2/audit_logs')).body
    const said = audit_logs.map(
      (entry: { actor_name: string; change_description: string }) => `${entry.actor_name}: ${entry.change_description}`,
    )
    for (const what of ['Password changed', 'Second factor reset'])
      assert.ok(said.includes(`System: ${what} by the command line`), said.join('\n'))
    const given = await deskhand('owner', 'reset-password', '--instance', 'main', '--email', EMAIL, '--password', PASSWORD)
    assert.deepEqual([given.code, given.out.includes(PASSWORD)], [0, false])
    assert.equal((await signIn(PASSWORD)).status, 201)
  },
)

test('failed jobs are listed with their errors, and continue where they stopped', { timeout: 120_000 }, async () => {
  const client = makeClient(server.base_url, headers)
  const tickets = ['One', 'Two'].map((body) => ({ comment: { body } }))
  const { job_status } = (await client.post('/api/v2/tickets/create_many', { tickets })).body
  assert.match((await deskhand('jobs', 'list')).out, /^\d+ +bulk +main +waiting +0\/\d+ /m)
  assert.equal((await deskhand('jobs', 'list', '--failed')).out.trimEnd().split('\n').length, 1)
  await queryDatabase(data_dir, "select graphile_worker.permanently_fail_jobs(array_agg(id), E'it broke\nbadly') from graphile_worker.jobs")
  await queryDatabase(data_dir, "update job_statuses set status = 'failed', message = 'broke'")
  const { out } = await deskhand('jobs', 'list', '--failed', '--instance', 'main')
  const [, id = ''] =
    /^(\d+) +bulk +main +failed +(\d+)\/\2 +\d+ \w+ \d{4}, \d\d:\d\d \(UTC\) +it broke badly$/m.exec(out) ?? assert.fail(out)
  await onlyFinding('queue', /^warn 1 jobs have failed for good/)
  await expectRefusal(['jobs', 'retry'], /Name a job/)
  await expectRefusal(['jobs', 'retry', id, '--failed'], /Name a job/)
  await expectRefusal(['jobs', 'retry', '999999'], /There is no failed job 999999/)
  await expectRefusal(['jobs', 'retry', 'x'], /no id of a job/)
  assert.equal((await deskhand('jobs', 'retry', id)).out, `Job ${id} starts again.\n`)
  assert.equal((await client.get(`/api/v2/job_statuses/${job_status.id}`)).body.job_status.status, 'queued')
  await expectRefusal(['jobs', 'retry', id], /There is no failed job/)
  assert.equal((await deskhand('jobs', 'retry', '--failed')).out, '0 jobs start again.\n')
  assert.equal(await server.end('SIGTERM'), 0)
  server = await startServer(env)
  await waitUntil('the job is done', async () => {
    const now = await makeClient(server.base_url, headers).get(`/api/v2/job_statuses/${job_status.id}`)
    return now.body.job_status.status === 'completed' && now.body.job_status.results.length === 2
  })
})

test('a stopped bulk job is continued by the id that the API returns', { timeout: 120_000 }, async () => {
  const client = () => makeClient(server.base_url, headers)
  const { job_status } = (await client().post('/api/v2/tickets/create_many', { tickets: [{ comment: { body: 'Once more' } }] })).body
  const { id } = job_status
  await waitUntil('the job is done', async () => (await client().get(`/api/v2/job_statuses/${id}`)).body.job_status.status === 'completed')
  await expectRefusal(['jobs', 'retry', id], /Name the instance/)
  await expectRefusal(['jobs', 'retry', id, '--instance', 'main'], /has not failed, or nothing of it is left to do/)
  await expectRefusal(['jobs', 'retry', `V3-${'0'.repeat(32)}`, '--instance', 'main'], /Not found/)
})

smokeTest('the doctor finds nothing wrong with a healthy installation', async () => {
  const { code, out } = await deskhand('doctor', '--deep')
  assert.equal(code, 0, out)
  const checks = out.trimEnd().split('\n')
  assert.deepEqual(
    checks.filter((line) => !line.startsWith('OK ') && !/^WARN +disk/.test(line)),
    [],
  )
  for (const check of [
    'settings',
    'disk',
    'database',
    'schema',
    'secret',
    'audit',
    'files',
    'queue',
    'listener',
    'outbox',
    'request log',
    'transactions',
    'indexes',
  ])
    assert.ok(
      checks.some((line) => line.slice(6).startsWith(`${check} `)),
      check,
    )
})

test('the doctor finds damaged files, rows, indexes and mails, and says what to do', { timeout: 120_000 }, async () => {
  const upload = await fetch(`${server.base_url}/api/v2/uploads?filename=a.txt`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/plain' },
    body: 'What was sent',
  })
  assert.equal(upload.status, 201)
  const [folder = ''] = readdirSync(join(data_dir, 'files/1'))
  const [name = ''] = readdirSync(join(data_dir, 'files/1', folder))
  const path = join(data_dir, 'files/1', folder, name)
  await queryDatabase(data_dir, 'update stored_files set loose_since = null')
  writeFileSync(path, 'What was SENT')
  await onlyFinding('files', /^ok /)
  await onlyFinding('files', /^fail Files have other bytes than were kept: 1 \(1\//, '--deep')
  truncateSync(path, 3)
  await onlyFinding('files', /^fail Files have another size/)
  renameSync(path, join(data_dir, 'files/1', folder, `${folder}somebodyelse`))
  utimesSync(join(data_dir, 'files/1', folder, `${folder}somebodyelse`), 1, 1)
  const { lines, code } = await findingsOf('files')
  assert.equal(code, 1)
  assert.match(lines.join('\n'), /^fail Rows name files that are not there: 1 .*backup\.\nwarn No row names these files: 1 \(1\//)
  mkdirSync(join(data_dir, 'files/77/ab'), { recursive: true })
  writeFileSync(join(data_dir, 'files/77/ab/abandoned'), '')
  utimesSync(join(data_dir, 'files/77/ab/abandoned'), 1, 1)
  assert.match((await findingsOf('files')).lines.join('\n'), /warn No row names these files: 2 \(.*77\/abandoned\)/)
  await queryDatabase(data_dir, "update pg_index set indisvalid = false where indexrelid = 'users_pkey'::regclass")
  await onlyFinding('indexes', /^fail Not valid, .*users_pkey\. Run: reindex index/)
  await queryDatabase(data_dir, "update pg_index set indisvalid = true where indexrelid = 'users_pkey'::regclass")
  await queryDatabase(data_dir, "update audit_logs set actor_name = 'Nobody' where position = 2")
  await onlyFinding('audit', /^fail The audit log of main is broken at position 2 of \d+\./)
  await queryDatabase(data_dir, "insert into schema_migrations values ('9999_later.sql', now())")
  await onlyFinding('schema', /^fail The database is newer than this program/)
  await queryDatabase(data_dir, "delete from schema_migrations where name like '9999%'")
})

test('the doctor reports a wrong secret, and works without a running server', { timeout: 120_000 }, async () => {
  assert.equal(await server.end('SIGTERM'), 0)
  await onlyFinding('secret', /^ok /)
  const file = join(data_dir, 'secret')
  const secret = readFileSync(file, 'utf8')
  writeFileSync(file, 'a secret of somebody else, long enough')
  await onlyFinding('secret', /^fail The secret here \(fingerprint [0-9a-f]{32}\) is not that of the database/)
  const accepted = await deskhand('secret', 'accept', '--yes')
  assert.match(accepted.out, /^The secret here \(fingerprint [0-9a-f]{32}\) is now the secret of the database/)
  await onlyFinding('secret', /^ok /)
  rmSync(file)
  await onlyFinding('secret', /^fail There is no secret/)
  assert.ok(!readdirSync(data_dir).includes('secret'), 'none is made')
  writeFileSync(file, secret)
  const nothing = await runCommand(['doctor'], { DATA_DIR: join(data_dir, 'nowhere') })
  assert.equal(nothing.code, 1)
  assert.match(nothing.out, /^FAIL +database +There is no installation/m)
  const wrong = await runCommand(['doctor'], { DATA_DIR: data_dir, PORT: 'many', DESKHAND_ROLE: 'boss' })
  assert.equal(wrong.code, 1)
  assert.equal(wrong.out.match(/^FAIL +settings /gm)?.length, 2)
  const away = await runCommand(['doctor'], {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    DESKHAND_SECRET: 'x'.repeat(40),
    DATA_DIR: data_dir,
  })
  assert.match(away.out, /^WARN +settings +DESKHAND_SECRET can be guessed[^]*^FAIL +database +DATABASE_URL cannot be reached/m)
})
