/** Starting and stopping the real process: its output, what it leaves behind, and its exit. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { smokeTest, test } from '../processes.ts'
import { findProcess } from '#db/embedded/processes.ts'
import { makeClient } from '../client.ts'
import {
  findPostgres,
  waitUntilGone,
  leavesNothing,
  MAIN,
  makeDataDir,
  queryDatabase,
  spawnServer,
  startServer,
  waitUntil,
} from './process.ts'

const PASSWORD = /Password +(\S+) +shown once/
/** How many tickets there are, and how many mails are to be delivered. */
const DEMO_COUNTS = `select (select count(*) from tickets)::int as tickets,
  (select count(*) from mails where state <> 'kept')::int as mails`
const makeBasicAuth = (user: string, secret: string) => ({ authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` })
const usersAs = async (base_url: string, user: string, secret: string) =>
  (await makeClient(base_url, makeBasicAuth(user, secret)).get('/api/v2/users.json')).status

test('a taken port ends the start with one clear line, and nothing is created: no password is lost', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const data_dir = makeDataDir()
  const server = spawnServer({ PORT: String(port), DATA_DIR: data_dir })
  assert.equal(await server.ended, 1)
  const lines = server.output().trim().split('\n')
  assert.equal(lines.at(-1), `Deskhand cannot start: port ${port} is taken. Stop what uses it, or choose another: PORT=8081 npm start`)
  assert.equal(lines.length, 1)
  assert.deepEqual(readdirSync(data_dir), [])
  taken.close()
})

test('all faults of the configuration are reported at once, and nothing is created', async () => {
  const data_dir = makeDataDir()
  const wrong = {
    PORT: 'eighty',
    DATABASE_URL: 'mysql://here',
    DESKHAND_ROLE: 'boss',
    DESKHAND_ADMIN_EMAIL: 'nobody',
    DESKHAND_API_TOKEN: 'short',
    DESKHAND_INSTANCE_KIND: 'big',
    DESKHAND_RATE_LIMIT: 'some',
  }
  const server = spawnServer({ ...wrong, DATA_DIR: data_dir })
  assert.equal(await server.ended, 2)
  for (const name of [...Object.keys(wrong), 'DESKHAND_SECRET']) assert.match(server.output(), new RegExp(`\\b${name}\\b`))
  assert.ok(!server.output().includes('    at '), 'no stack')
  assert.deepEqual(readdirSync(data_dir), [])
})

test('an unusable folder, secret or host ends the start with one clear line', async () => {
  const data_dir = makeDataDir()
  const file = join(data_dir, 'a file')
  writeFileSync(file, '')
  mkdirSync(join(data_dir, 'with secret', 'secret'), { recursive: true })
  const cases: [Record<string, string>, RegExp][] = [
    [{ DATA_DIR: file }, /a file\/secret cannot be used: a part of this path is no folder/],
    [{ DATA_DIR: join(file, 'below') }, /below\/secret cannot be used: a part of this path is no folder/],
    [{ DATA_DIR: file, DESKHAND_SECRET: 'a pepper that is long enough to be one' }, /The data directory .* cannot be used/],
    [{ DATA_DIR: '/proc/nothing' }, /\/proc\/nothing.* cannot be used/],
    [{ DATA_DIR: join(data_dir, 'with secret') }, /secret cannot be used: it is a folder and should be a file/],
    [{ DATA_DIR: data_dir, HOST: 'no.such.host.invalid' }, /HOST=no\.such\.host\.invalid is no address and no name/],
    [{ DATA_DIR: data_dir, HOST: '192.0.2.1' }, /HOST=192\.0\.2\.1 is no address of this machine/],
  ]
  for (const [env, words] of cases) {
    const server = spawnServer({ PORT: '0', ...env })
    assert.equal(await server.ended, 1)
    assert.match(server.output(), words)
    assert.match(server.output(), /^Deskhand cannot start: [^\n]+\n$/)
  }
})

test('the first start refuses the passwords that every owner is refused, and later starts ignore the variable', async () => {
  const data_dir = makeDataDir()
  const first = { PORT: '0', DATA_DIR: data_dir, DESKHAND_ADMIN_EMAIL: 'owner.of.all@example.org' }
  for (const [password, words] of [
    ['password1', 'must not be one of the most common passwords'],
    ['Owner.of.all@example.org', 'must be different from email address'],
    ['x'.repeat(129), 'must be at most 128 characters'],
  ] as const) {
    const refused = spawnServer({ ...first, DESKHAND_ADMIN_PASSWORD: password })
    assert.equal(await refused.ended, 2)
    assert.match(
      refused.output(),
      new RegExp(
        `\\nDeskhand cannot start: DESKHAND_ADMIN_PASSWORD ${words}\\n$|^Deskhand cannot start: DESKHAND_ADMIN_PASSWORD ${words}\\n$`,
      ),
    )
    assert.ok(!refused.output().includes(password))
    leavesNothing(data_dir)
  }
  const server = await startServer({ ...first, DESKHAND_ADMIN_PASSWORD: 'a password that may be' })
  assert.equal(await server.end('SIGTERM'), 0)
  const again = await startServer({ ...first, DESKHAND_ADMIN_PASSWORD: 'password1' })
  assert.equal(await again.end('SIGTERM'), 0)
})

smokeTest('SIGTERM, SIGINT and SIGHUP stop it cleanly, the database included; a second start shows no password', async () => {
  const data_dir = makeDataDir()
  let password = ''
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    const server = await startServer({ DATA_DIR: data_dir })
    const shown = PASSWORD.exec(server.output())?.[1]
    if (password === '') password = shown ?? assert.fail(server.output())
    else assert.ok(shown === undefined && !server.output().includes(password), server.output())
    assert.equal(await usersAs(server.base_url, 'admin@example.com', password), 200)
    const postgres = findPostgres(data_dir)
    assert.equal(await server.end(signal), 0, server.output())
    assert.match(server.output(), /Stopped\.\n$/)
    assert.equal(findProcess(postgres?.pid ?? 0), undefined)
    leavesNothing(data_dir)
  }
})

test(
  'a request under way is answered before a stop, and clients that keep their connections do not hold it up',
  { timeout: 60_000 },
  async () => {
    const server = await startServer({
      DATA_DIR: makeDataDir(),
      DESKHAND_API_TOKEN: 'a-token-for-the-start-test',
      DESKHAND_RATE_LIMIT: 'off',
    })
    const client = makeClient(server.base_url, makeBasicAuth('admin@example.com/token', 'a-token-for-the-start-test'))
    const tickets = Array.from({ length: 20 }, (_none, index) =>
      client.post('/api/v2/tickets', { ticket: { subject: `${index}`, comment: { body: 'Hello' } } }),
    )
    const first = await Promise.race(tickets)
    const ended = server.end('SIGTERM')
    assert.equal(first.status, 201)
    for (const answer of await Promise.all(tickets)) assert.equal(answer.status, 201)
    assert.equal(await ended, 0, server.output())
  },
)

test('Ctrl-C at any moment of the first start leaves nothing running, and the next start works', async () => {
  const moments: [string, (data_dir: string, output: string) => boolean][] = [
    ['it begins', (data_dir) => existsSync(join(data_dir, 'secret'))],
    ['the database is made', (data_dir) => existsSync(join(data_dir, 'postgres.users'))],
    ['it migrates', (_data_dir, output) => output.includes('migrating')],
    ['the job queue is made', (_data_dir, output) => output.includes('job queue')],
  ]
  const interrupt = async ([name, hasCome]: (typeof moments)[number]) => {
    const data_dir = makeDataDir()
    const server = spawnServer({ PORT: '0', DATA_DIR: data_dir })
    await waitUntil(name, () => hasCome(data_dir, server.output()))
    assert.equal(await server.end('SIGINT'), 0, `${name}: ${server.output()}`)
    const password = PASSWORD.exec(server.output())?.[1]
    leavesNothing(data_dir)
    const next = await startServer({ DATA_DIR: data_dir })
    const shown = password ?? PASSWORD.exec(next.output())?.[1] ?? ''
    assert.equal(await usersAs(next.base_url, 'admin@example.com', shown), 200, name)
    assert.equal(await next.end('SIGINT'), 0)
  }
  await Promise.all(moments.map(interrupt))
})

test('two run side by side, in folders with spaces and quotes in their names, independently', async () => {
  const makeEnv = (name: string) => ({
    DATA_DIR: join(makeDataDir(`deskhand ${name}'s data `), 'its folder'),
    DESKHAND_ADMIN_PASSWORD: `password of ${name}`,
  })
  const [one, two] = await Promise.all([startServer(makeEnv('one')), startServer(makeEnv('two'))])
  assert.notEqual(one.base_url, two.base_url)
  const ask = (server: { base_url: string }, name: string) => usersAs(server.base_url, 'admin@example.com', `password of ${name}`)
  assert.deepEqual([await ask(one, 'one'), await ask(one, 'two')], [200, 401])
  assert.deepEqual([await ask(two, 'one'), await ask(two, 'two')], [401, 200])
  assert.equal(await one.end('SIGTERM'), 0)
  assert.equal(await ask(two, 'two'), 200)
  assert.equal(await two.end('SIGTERM'), 0)
})

test('two that start at once on the same new data share one instance, and the last to stop stops the database', async () => {
  const env = { DATA_DIR: makeDataDir(), DESKHAND_ADMIN_PASSWORD: 'one password for both' }
  const [one, two] = await Promise.all([startServer(env), startServer(env)])
  for (const server of [one, two]) assert.equal(await usersAs(server.base_url, 'admin@example.com', 'one password for both'), 200)
  assert.equal(await one.end('SIGTERM'), 0, one.output())
  assert.equal(await usersAs(two.base_url, 'admin@example.com', 'one password for both'), 200)
  const postgres = findPostgres(env.DATA_DIR)
  assert.equal(await two.end('SIGTERM'), 0, two.output())
  await waitUntilGone(postgres?.pid ?? 0)
  leavesNothing(env.DATA_DIR)
})

test('an unattended first start: owner, password, token, kind and limits come from the environment', async () => {
  const token = 'an-api-token-that-was-given-0123456789'
  const server = await startServer({
    DATA_DIR: makeDataDir(),
    DESKHAND_ADMIN_EMAIL: 'Owner@Example.org',
    DESKHAND_ADMIN_PASSWORD: 'a password that was given',
    DESKHAND_API_TOKEN: token,
    DESKHAND_INSTANCE_KIND: 'production',
    DESKHAND_INSTANCE_NAME: 'Unattended',
    DESKHAND_RATE_LIMIT: 'off',
  })
  assert.ok(!server.output().includes('a password that was given') && !server.output().includes(token), 'no secret is printed')
  const client = makeClient(server.base_url, makeBasicAuth('owner@example.org/token', token))
  const users = await client.get('/api/v2/users.json')
  assert.deepEqual([users.status, users.headers.get('x-rate-limit'), users.body.users[0].email], [200, null, 'owner@example.org'])
  assert.equal(await usersAs(server.base_url, 'owner@example.org', 'a password that was given'), 401, 'production takes no password')
  const { audit_logs } = (await client.get('/api/v2/audit_logs')).body
  const audited = audit_logs.filter((entry: { change_description: string }) => entry.change_description.includes('Bootstrap exception'))
  assert.equal(audited.length, 1)
  assert.ok(!JSON.stringify(audit_logs).includes(token))
  assert.equal((await client.get('/api/v2/api_tokens')).body.api_tokens.length, 1)
  assert.equal(await server.end('SIGTERM'), 0)
})

test('a server writes its compile cache once it is ready, so that a killed one has written it too', async () => {
  const cache = makeDataDir()
  const server = await startServer({ DATA_DIR: makeDataDir(), NODE_COMPILE_CACHE: cache })
  const hasFiles = () => readdirSync(cache, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile())
  await waitUntil('the cache is written', hasFiles)
  assert.equal(await server.end('SIGKILL'), 'SIGKILL')
})

test(
  'the first start fills the first instance with an invented company when asked, and later ones add nothing',
  { timeout: 180_000 },
  async () => {
    const DATA_DIR = makeDataDir()
    const given = { DATA_DIR, DESKHAND_ADMIN_PASSWORD: 'correct horse battery' }
    const readCounts = async () => (await queryDatabase<{ tickets: number; mails: number }>(DATA_DIR, DEMO_COUNTS))[0]
    const first = spawnServer({ PORT: '0', ...given }, [MAIN, '--demo'])
    await waitUntil('it is filled', () => /Demo data +an invented company with 300 tickets/.test(first.output()), 150_000)
    const made = await readCounts()
    assert.deepEqual(made, { tickets: 300, mails: 0 })
    assert.equal(await first.end('SIGINT'), 0)
    const second = await startServer({ ...given, DESKHAND_DEMO: '1' })
    assert.doesNotMatch(second.output(), /Demo data/)
    assert.deepEqual(await readCounts(), made)
    assert.equal(await second.end('SIGINT'), 0)
  },
)

test('the built server says in a sentence which Node it needs, and imports nothing before', () => {
  assert.doesNotMatch(readFileSync(MAIN, 'utf8'), /^import\b(?! *\()/m)
  for (const node of oldNodes()) {
    const { status, stdout, stderr } = spawnSync(node, [MAIN], { encoding: 'utf8', env: {} })
    assert.deepEqual([status, stdout], [2, ''], node)
    assert.match(stderr, /^Deskhand cannot start: it needs Node 24\.15 or newer, and this is [\d.]+\. .*\n$/, node)
  }
})

/** Nodes of this machine that are too old. */
function oldNodes(): string[] {
  const found = `${process.env.PATH}${delimiter}/usr/bin`.split(delimiter).map((folder) => join(folder, 'node'))
  return found.filter((path) => existsSync(path) && Number(spawnSync(path, ['-p', 'parseInt(process.versions.node)']).stdout) < 24)
}
