/**
 * Attack: measure response times to learn a secret byte by byte, or which users exist. The tests measure no time, because results on a
 * loaded machine would be unreliable. Instead they check that secrets are compared by one constant-time function only, and that the work
 * done for unknown users equals that for known ones.
 */
import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { sameHash } from '#core/secrets.ts'
import { putUser, suspend } from '../access.ts'
import { useApp } from '../app.ts'
import type { Answer } from '../client.ts'
import { registerClient } from '../oauth.ts'
import { statementsDuring } from '../statements.ts'

const app = await useApp({ DESKHAND_TRUSTED_PROXIES: '127.0.0.1' })
const ROOT = join(import.meta.dirname, '../..')
const sources = globSync(join(ROOT, 'server/**/*.ts'))
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path: relative(ROOT, path), text: readFileSync(path, 'utf8') }))

/** The last word of a name that denotes a secret or its stored form. */
const SECRET = /(?:secret|token|password|passphrase|hash|digest|verifier|challenge|csrf|nonce|signature|pepper|proof|recovery_code)s?$/i
const CONSTANT = /^(?:undefined|null|true|false|['"`\d-].*)$/
const OPERATOR = /(typeof )?([\w$.?!\])]+)\s+[!=]==?\s+([\w$.?!'"`-]+)/g
const METHOD = /([\w$.?!]+)\.(?:equals|localeCompare|compare)\(/g

const isSecret = (operand: string) => SECRET.test(operand.split(/[.?!]+/).findLast(Boolean) ?? '')

/** True for a line of source that compares a secret with an operation that may stop at the first difference. */
function comparesSecret(line: string): boolean {
  const code = line.replace(/\/\/.*$|^\s*\/?\*.*$/, '')
  const byOperator = [...code.matchAll(OPERATOR)].some(
    ([, isType, left = '', right = '']) =>
      isType === undefined && !CONSTANT.test(left) && !CONSTANT.test(right) && (isSecret(left) || isSecret(right)),
  )
  return byOperator || [...code.matchAll(METHOD)].some(([, operand = '']) => isSecret(operand) || operand === 'Buffer')
}

/** Comparisons of values that are not secret, each with the reason. */
const NO_SECRETS: readonly (readonly [path: string, line: string, because: string])[] = [
  ['server/http/idempotency.ts', 'kept.request_hash !== hash', 'a hash of the request that the caller has just sent himself'],
  ['server/modules/common/audit_logs/verify.ts', 'line.hash === nextHash(', 'the hashes of the audit log are published'],
  ['server/modules/common/audit_logs/verify.ts', 'line.hash === expected || isLinked', 'the hashes of the audit log are published'],
  ['server/modules/common/audit_logs/verify.ts', 'line.hash === expected)', 'the hashes of the audit log are published'],
  ['server/modules/common/audit_logs/verify.ts', 'line.hash !== published.hash', 'the hashes of the audit log are published'],
  ['server/auth/password_policy.ts', 'password.toLowerCase() !== email?.toLowerCase()', 'both come from whoever chooses the password'],
  [
    'server/modules/common/audit_logs/follow_chain.ts',
    'previous_hash !== head.hash',
    'hashes of the audit log, which anybody who reads it has',
  ],
  [
    'server/modules/common/audit_logs/follow_chain.ts',
    'reached.hash === head.hash',
    'hashes of the audit log, which anybody who reads it has',
  ],
]

test('secrets are compared in constant time only, never with an operator', () => {
  const found = sources.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter(comparesSecret)
      .filter((line) => !NO_SECRETS.some(([file, part]) => file === path && line.includes(part)))
      .map((line) => `${path}: ${line.trim()}`),
  )
  assert.deepEqual(found, [])
  for (const [path, line, because] of NO_SECRETS)
    assert.ok(
      sources.some((source) => source.path === path && source.text.includes(line)),
      `${path} has no "${line}" any more (${because})`,
    )
})

test('the check above detects comparisons of secrets', () => {
  for (const line of [
    'if (known.token_hash === hash) return known',
    'return csrf !== sent',
    'return client.secret_hash.equals(hash) ? client : undefined',
    'if (sent === row.challenge) {',
    'return proof === code_challenge ? null : refusal',
    'const fits = Buffer.compare(one, other) === 0',
    'if (given.passphrase === row.passphrase) return open(row)',
  ])
    assert.equal(comparesSecret(line), true, line)
  for (const line of [
    'if (secret === null) return undefined',
    "if (typeof token === 'string') return token",
    'if (token.client_id !== client.id) throw refusal',
    'return sameHash(row.token_hash, hash) ? row : undefined',
    'if (code.code_challenge === null) return null',
  ])
    assert.equal(comparesSecret(line), false, line)
})

test('there is one constant-time comparison, and every lookup by hash uses it', () => {
  const direct = sources.filter(({ text }) => text.includes('timingSafeEqual')).map(({ path }) => path)
  assert.deepEqual(direct, ['server/core/secrets.ts'])
  const uses = new Set(sources.filter(({ text }) => /\bsameHash\(/.test(text)).map(({ path }) => path))
  for (const path of [
    'server/auth/authenticate.ts',
    'server/auth/credentials.ts',
    'server/auth/passwords.ts',
    'server/modules/access/oauth_tokens/client.ts',
    'server/modules/access/oauth_tokens/code.ts',
  ])
    assert.ok(uses.has(path), path)
})

test('the comparison distinguishes equal from different buffers of any length', () => {
  const hash = Buffer.alloc(32, 7)
  assert.equal(sameHash(hash, Buffer.from(hash)), true)
  for (const other of [Buffer.alloc(32, 8), Buffer.alloc(31, 7), Buffer.alloc(33, 7), Buffer.alloc(0)])
    assert.equal(sameHash(hash, other), false)
  assert.equal(sameHash(Buffer.alloc(0), Buffer.alloc(0)), true)
})

/** Columns whose name contains a word for a secret but that hold none. */
const NOT_SECRET =
  /^(?:visible_\w+|token_id|api_token_ids?|\w*_token_id|shared_secret_id|password_grant\w*|\w+_at|code_challenge\w*|has_\w+|token_binding|credential_kind|\w*recovery_codes_left|status_code)$/

test('lookups use hashes: no column stores a secret in plain text', async () => {
  const columns = await app.database.database.driver<{ table: string; column: string; type: string }[]>`
    select table_name as "table", column_name as "column", udt_name as type from information_schema.columns where table_schema = 'public'`
  const named = columns.filter(
    ({ column }) => /secret|token|password|passphrase|challenge|code|link|verifier|cookie/.test(column) && !NOT_SECRET.test(column),
  )
  assert.ok(named.length >= 10, `only ${named.length} columns are looked at`)
  const open = named.filter(({ column, type }) => !(type === 'bytea' && /_(?:hash|cipher|salt)$/.test(column)))
  assert.deepEqual(open.map(({ table, column }) => `${table}.${column}`).sort(), [
    'identity_providers.link_by_verified_email', // a boolean
    'previous_passwords.password_hash', // argon2id, as text
    'recipient_addresses.domain_verification_code', // published in a DNS record
    'satisfaction_ratings.reason_code', // the id of a reason
    'targets.secrets', // encrypted, each under its name
    'users.password_hash', // argon2id, as text
    'webhooks.secrets', // encrypted
  ])
})

test('an anonymous request runs the same statements, no matter who has the address it names', async () => {
  const anonymous = app.as({})
  const organization = (await app.api.post('/api/v2/organizations', { organization: { name: 'Of the known' } })).body.organization
  const known = await putUser(app, { role: 'end-user' })
  const inOrganization = await putUser(app, { role: 'end-user' })
  await app.api.put(`/api/v2/users/${inOrganization.id}`, { user: { organization_id: organization.id } })
  const suspended = await putUser(app, { role: 'end-user' })
  await suspend(app, suspended.id)
  await app.inPerson.put('/api/v2/deskhand/settings', { settings: { end_users: { blocklist: ['blocked.example.org'] } } })
  const addresses = {
    warm: 'nobody.yet@example.org',
    nobody: 'nobody.at.all@example.org',
    'an end user': known.email,
    'an end user of an organization': inOrganization.email,
    'an agent': (await putUser(app, { role: 'agent' })).email,
    'somebody suspended': suspended.email,
    'somebody blocked': 'nobody@blocked.example.org',
  }
  const costs = new Map<string, readonly string[]>()
  for (const [who, email] of Object.entries(addresses)) {
    const request = { subject: 'Help', comment: { body: 'It is broken' }, requester: { name: 'A', email } }
    const { statements, result } = await statementsDuring(app, () => anonymous.post('/api/v2/requests', { request }))
    assert.equal(result.status, 201, who)
    costs.set(who, statements.map((one) => one.replace(/\s+/g, ' ').slice(0, 80)).toSorted())
  }
  assert.ok((costs.get('nobody')?.length ?? 0) > 20)
  for (const [who, statements] of [...costs].slice(1)) assert.equal(statements.join('\n'), costs.get('nobody')?.join('\n'), who)
})

const PASSWORD = 'correct horse battery'

/** How many password hashes are computed while `work` runs. */
async function hashesDuring<Result>(work: () => Promise<Result>): Promise<{ hashes: number; result: Result }> {
  let hashes = 0
  const hook = createHook({
    init(_id, type) {
      if (type === 'ARGON2REQUEST') hashes += 1
    },
  }).enable()
  try {
    return {
      result: await work(),
      get hashes() {
        return hashes
      },
    }
  } finally {
    hook.disable()
  }
}

let addresses = 0
const makeAddressHeader = () => ({ 'x-forwarded-for': `192.0.2.${++addresses}` })

test('a sign-in computes one password hash for unknown, passwordless, suspended and known users alike', async () => {
  const known = await putUser(app, { role: 'agent', password: PASSWORD })
  const without = await putUser(app, { role: 'agent' })
  const unverified = await putUser(app, { role: 'agent', password: PASSWORD, verified: false })
  const suspended = await putUser(app, { role: 'agent', password: PASSWORD })
  await suspend(app, suspended.id)
  const client = await registerClient(app)
  const people = {
    known: known.email,
    nobody: 'nobody-at-all@example.com',
    without: without.email,
    unverified: unverified.email,
    suspended: suspended.email,
    'no address': 'x',
    'a very long address': `${'x'.repeat(3000)}@example.com`,
  }
  const ways: Record<string, (email: string) => Promise<Answer>> = {
    'the page': (email) => app.as({}).post('/access/sign_in', { email, password: 'a wrong password' }, makeAddressHeader()),
    'the API': (email) => app.as({ email, password: 'a wrong password 2' }).get('/api/v2/groups', makeAddressHeader()),
    'the token endpoint': (username) =>
      app
        .as({})
        .post(
          '/oauth/tokens',
          { grant_type: 'password', client_id: client.client_id, client_secret: client.client_secret, username, password: 'a wrong 3' },
          makeAddressHeader(),
        ),
  }
  for (const [way, attempt] of Object.entries(ways)) {
    const answers = new Set<string>()
    for (const [who, email] of Object.entries(people)) {
      const { hashes, result } = await hashesDuring(() => attempt(email))
      assert.equal(hashes, 1, `${who} by ${way}`)
      answers.add(JSON.stringify([result.status, result.body, [...result.headers.keys()].filter((name) => name !== 'date').sort()]))
    }
    assert.equal(answers.size, 1, `${way}: ${[...answers].join('\n')}`)
  }
})

test('an unknown client costs the same comparisons as a known one: both secrets are always compared', () => {
  const client = sources.find(({ path }) => path === 'server/modules/access/oauth_tokens/client.ts')?.text ?? ''
  assert.match(
    client,
    /const isCurrent = sameHash\(client\?\.secret_hash \?\? NO_HASH, hash\)\n\s*const isPrevious = sameHash\(client\?\.previous_secret_hash \?\? NO_HASH, hash\) &&/,
  )
})
