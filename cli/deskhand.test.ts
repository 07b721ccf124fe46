import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { smokeTest, test } from '#test/processes.ts'
import { type Ran, runCommand } from '#test/command.ts'
import { cloneDataDir } from '#test/crash/prepared.ts'
import { startServer } from '#test/crash/process.ts'
import { hostClient } from '#test/instances.ts'

const data_dir = await cloneDataDir('deskhand-cli-')
const server = await startServer({ DATA_DIR: data_dir, DESKHAND_ADMIN_PASSWORD: 'correct horse battery' })

/** Runs the command line as an operator would, beside the running server. */
function deskhand(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  return runCommand(args, { DATA_DIR: data_dir, ...env })
}

/** Expects a refusal: exit code 1, nothing on stdout, one line on stderr that gives the reason. */
async function expectRefusal(args: readonly string[], why: RegExp): Promise<void> {
  const { code, out, error } = await deskhand(args)
  assert.deepEqual([code, out], [1, ''], `deskhand ${args.join(' ')}: ${error}`)
  assert.match(error, why)
  assert.equal(error.trimEnd().split('\n').length, 1, error)
}

const passwordIn = (text: string) => /Password\s+(\S+)/.exec(text)?.[1] ?? ''
const signIn = (host: string, email: string, password: string) =>
  hostClient(server.base_url, host).post('/access/sign_in', { email, password })

smokeTest('an instance created on the command line is served at once, and its owner signs in with the password printed', async () => {
  assert.equal((await hostClient(server.base_url, 'acme.localhost').get('/api/v2/users/me')).status, 404)
  const { code, out, error } = await deskhand(['instance', 'create', 'acme', '--name', 'Acme', '--owner-email', 'Wile@Example.com'])
  assert.deepEqual([code, error], [0, ''])
  assert.match(out, /^Instance acme\.localhost is there \(\d+ ms\)\.$/m)
  assert.match(out, /shown once/)
  const signedIn = await signIn('acme.localhost', 'wile@example.com', passwordIn(out))
  assert.deepEqual([signedIn.status, signedIn.body.user.role, signedIn.body.user.name], [201, 'admin', 'Administrator'])
})

test('mails are listed, and shown with sample values as text and as HTML', async () => {
  const { out } = await deskhand(['mail', 'preview'])
  assert.match(out, /^NAME +SENT\n/)
  assert.match(out, /^password_link +To a person who has a password/m)
  const { out: text } = await deskhand(['mail', 'preview', 'password_link'])
  assert.match(text, /^Topic: password\.link\nSubject: Choose a new password at Example Ltd\n\nHello Ann Example,\n\nOlga Owner has sent/)
  const { out: html } = await deskhand(['mail', 'preview', 'password_link', '--html'])
  assert.match(html, /^<!doctype html>\n[^]*<a href="https:\/\/desk\.example\.com\/set_password#proof"[^]*<\/html>\n$/)
  await expectRefusal(['mail', 'preview', 'constructor'], /There is no mail constructor\. deskhand mail preview lists them/)
})

test('an instance can have a host and a password of its own', async () => {
  const args = [
    '--host',
    'Help.Example.org',
    '--owner-password',
    'a password of mine',
    '--owner-name',
    'Coyote',
    '--kind',
    'production',
    '--unlimited',
  ]
  const { code, out } = await deskhand(['instance', 'create', 'mapped', ...args])
  assert.equal(code, 0)
  assert.ok(!out.includes('a password of mine'))
  for (const host of ['mapped.localhost', 'help.example.org']) {
    const signedIn = await signIn(host, 'admin@example.com', 'a password of mine')
    assert.deepEqual([signedIn.status, signedIn.body.user?.name], [201, 'Coyote'], host)
  }
})

test('the list prints each instance on its own line', async () => {
  const { code, out } = await deskhand(['instance', 'list'])
  assert.equal(code, 0)
  const [head, ...lines] = out.trimEnd().split('\n')
  assert.match(head ?? '', /^SUBDOMAIN +KIND +DEPLOYMENT +HOST +NAME$/)
  assert.deepEqual(
    lines.map((line) => line.split(/ {2,}/)),
    [
      ['main', 'development', 'commercial', 'main.localhost', 'default', 'Deskhand'],
      ['acme', 'development', 'commercial', 'acme.localhost', 'Acme'],
      ['mapped', 'production', 'commercial', 'help.example.org', 'mapped'],
    ],
  )
})

test('one instance is shown as JSON, with all its settings and no secret', async () => {
  const { code, out } = await deskhand(['instance', 'show', 'mapped'])
  assert.equal(code, 0)
  const shown = JSON.parse(out)
  assert.deepEqual(
    [shown.subdomain, shown.kind, shown.settings.rate_limit.plan, shown.settings.api.token_access],
    ['mapped', 'production', 'unlimited', true],
  )
  assert.doesNotMatch(out, /argon2|password_hash/)
})

test('a dropped instance is gone at once, others stay', async () => {
  await expectRefusal(['instance', 'drop', 'acme'], /--yes/)
  assert.equal((await hostClient(server.base_url, 'acme.localhost').get('/api/v2/users/me')).status, 200)
  const { code, out } = await deskhand(['instance', 'drop', 'acme', '--yes'])
  assert.deepEqual([code, out], [0, 'Instance acme is gone.\n'])
  assert.equal((await hostClient(server.base_url, 'acme.localhost').get('/api/v2/users/me')).status, 404)
  assert.equal((await hostClient(server.base_url, 'mapped.localhost').get('/api/v2/users/me')).status, 200)
})

test('an impossible command is refused in one line, with exit code 1', async () => {
  await expectRefusal(['instance', 'create', 'mapped'], /^The subdomain "mapped" is taken$/m)
  await expectRefusal(['instance', 'create', 'Not A Name'], /^"Not A Name" cannot be a subdomain/m)
  await expectRefusal(
    ['instance', 'create', 'other', '--host', 'help.example.org'],
    /^The host "help\.example\.org" belongs to another instance$/m,
  )
  await expectRefusal(['instance', 'create', 'other', '--host', 'http://help.example.org/'], /cannot be a host/)
  await expectRefusal(['instance', 'create', 'other', '--owner-email', 'nobody'], /e-mail address/)
  await expectRefusal(['instance', 'create', 'other', '--owner-password', 'short'], /at least 8 characters/)
  await expectRefusal(['instance', 'create', 'other', '--kind', 'imaginary'], /kind/)
  await expectRefusal(['instance', 'show', 'nowhere'], /^There is no instance "nowhere"$/m)
  await expectRefusal(['instance', 'drop', 'nowhere', '--yes'], /^There is no instance "nowhere"$/m)
  await expectRefusal(['instance', 'create'], /missing required argument/)
  await expectRefusal(['nonsense'], /unknown command/)
  const { out } = await deskhand(['instance', 'list'])
  assert.equal(out.trimEnd().split('\n').length, 3)
})

test('the audit log is exported and verified offline against a saved head; a changed copy is detected', async () => {
  const kept = (await deskhand(['audit', 'head', '--instance', 'mapped'])).out.trim()
  assert.match(kept, /^\d+:[0-9a-f]{64}$/)
  const { code, out, error } = await deskhand(['audit', 'export', '--instance', 'mapped'])
  assert.deepEqual([code, error], [0, ''])
  const file = join(data_dir, 'audit_log.ndjson')
  const elsewhere = { DATA_DIR: join(data_dir, 'not there') } // verifying needs no installation
  const verify = (text: string, ...args: string[]) => {
    writeFileSync(file, text)
    return deskhand(['audit', 'verify', '--file', file, ...args], elsewhere)
  }
  const proven = await verify(out, '--head', kept)
  assert.deepEqual([proven.code, proven.error], [0, ''])
  assert.match(proven.out, /^The audit log of instance \d+ is whole: \d+ entries, positions 1 to \d+\.$/m)
  assert.match(proven.out, /^It holds the published head /m)
  const lines = out.trimEnd().split('\n')
  const [first = ''] = lines
  const wrong: [text: string, head: string[], why: RegExp][] = [
    [out.replace('"action":"create"', '"action":"update"'), [], /^Line 1, position 1: The entry has been changed/],
    [`${first}\n`, ['--head', kept], /^Line 2, position 2: The published head is at \d+: entries are missing at the end \(cut_off\)$/m],
    [out, ['--head', 'nonsense'], /^--head takes <position>:<hash>/],
  ]
  for (const [text, head, why] of wrong) {
    const ran = await verify(text, ...head)
    assert.deepEqual([ran.code, ran.out], [1, ''], String(why))
    assert.match(ran.error, why)
  }
  const both = await verify(out.replaceAll('"action":"create"', '"action":"update"').trimEnd())
  assert.match(both.error, /^Line 1, position 1: .*\(wrong_hash\)$/m)
  assert.match(both.error, new RegExp(`^Line ${lines.length}.*does not end with a line feed.*\\(cut_off\\)$`, 'm'))
  assert.match(both.error, /^\d+ faults in \d+ lines\.$/m)
  const part = await verify(`${lines.slice(1).join('\n')}\n`, '--after', `1:${JSON.parse(first).hash}`)
  assert.match(part.out, /^Without --head, missing entries at the end/m)
  await expectRefusal(['audit', 'verify', '--file', join(data_dir, 'no such file')], /^The file cannot be read/)
  await expectRefusal(['audit', 'head', '--instance', 'nowhere'], /^There is no instance "nowhere"$/m)
  const again = (await deskhand(['audit', 'export', '--instance', 'mapped'])).out
  assert.match(again, /"action":"exported",[^\n]*"change_description":"Exported by the command line up to position \d+"/)
})

test('a folder without an installation is refused and left unchanged', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'deskhand-cli-empty-'))
  try {
    for (const folder of [empty, join(empty, 'not there')]) {
      const { code, out, error } = await deskhand(['instance', 'list'], { DATA_DIR: folder })
      assert.deepEqual([code, out], [1, ''])
      assert.match(error, /^There is no installation in .*$/m)
    }
    assert.deepEqual(readdirSync(empty), [])
  } finally {
    rmSync(empty, { recursive: true })
  }
})

test('an invalid configuration ends with code 2 and lists every fault', async () => {
  const { code, error } = await deskhand(['instance', 'list'], { PORT: 'many', DESKHAND_ROLE: 'boss' })
  assert.equal(code, 2)
  assert.match(error, /PORT must be/)
  assert.match(error, /DESKHAND_ROLE must be/)
})

test('every command prints its help', async () => {
  for (const args of [['--help'], ['instance', '--help'], ['instance', 'create', '--help']]) {
    const { code, out } = await deskhand(args)
    assert.equal(code, 0)
    assert.match(out, /^Usage: deskhand/)
  }
})

test('the routes are printed one per line, sorted by path', async () => {
  const { code, out } = await deskhand(['routes'])
  assert.equal(code, 0)
  const lines = out.trimEnd().split('\n')
  assert.ok(lines.length > 200)
  assert.ok(lines.every((line) => /^(GET|POST|PUT|PATCH|DELETE) +\/\S+ +\S+ +\S/.test(line)))
})

test('the server keeps running normally', async () => {
  assert.equal((await signIn('localhost', 'admin@example.com', 'correct horse battery')).status, 201)
  assert.equal(await server.end('SIGTERM'), 0)
})

test('without a running server the commands start the database and stop it again', async () => {
  const { code, out } = await deskhand(['instance', 'list'])
  assert.equal(code, 0)
  assert.match(out, /^mapped /m)
})
