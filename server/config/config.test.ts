import assert from 'node:assert/strict'
import { isAbsolute } from 'node:path'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'
import { VARIABLES } from './variables.ts'

const faultsOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(env)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message.split('\n')
  }
  return []
}

test('an empty environment is valid', () => {
  const { data_dir, first_instance, ...rest } = readConfig({})
  assert.ok(isAbsolute(data_dir))
  assert.deepEqual(rest, {
    port: 8080,
    host: '127.0.0.1',
    database_url: null,
    database_pool: 10,
    statement_seconds: 15,
    answer_seconds: 30,
    secret: null,
    instances_secret: null,
    public_url: null,
    domain: 'localhost',
    trusted_proxies: [],
    role: 'all',
    metrics: 'loopback',
    health_port: null,
    request_seconds: 120,
    web_processes: 1,
    drain_seconds: 7,
    stop_seconds: 25,
    request_log_days: 90,
    log_level: 'warn',
    access_log: false,
    otlp_endpoint: null,
    otlp_ratio: 1,
    files_url: null,
    smtp_url: null,
    mail_from: 'deskhand@localhost',
    outbound_allow: [],
  })
  assert.deepEqual(first_instance, {
    id: 1,
    name: 'Deskhand',
    kind: 'development',
    deployment: 'commercial',
    unlimited: false,
    demo: false,
    admin_email: 'admin@example.com',
    admin_password: null,
    api_token: null,
  })
})

test('every variable that is set is read', () => {
  const config = readConfig({
    PORT: ' 0 ',
    DATABASE_URL: 'postgresql://db/deskhand',
    DESKHAND_SECRET: 'x'.repeat(32),
    DESKHAND_PUBLIC_URL: 'https://help.example.com//',
    DESKHAND_DOMAIN: 'Help.Example.com',
    DESKHAND_TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1,',
    DESKHAND_ADMIN_EMAIL: 'Jane@Example.com',
    DESKHAND_RATE_LIMIT: 'off',
    DESKHAND_INSTANCE_KIND: 'production',
  })
  const { port, database_url, public_url, domain, trusted_proxies, first_instance } = config
  assert.deepEqual(
    { port, database_url, public_url, domain, trusted_proxies },
    {
      port: 0,
      database_url: 'postgresql://db/deskhand',
      public_url: 'https://help.example.com',
      domain: 'help.example.com',
      trusted_proxies: ['10.0.0.0/8', '127.0.0.1/32'],
    },
  )
  assert.deepEqual([first_instance.admin_email, first_instance.unlimited, first_instance.kind], ['jane@example.com', true, 'production'])
})

test('a blank variable counts as not set', () => {
  assert.deepEqual(readConfig(Object.fromEntries(VARIABLES.map(({ name }) => [name, ' ']))), readConfig({}))
})

test('all faults are reported at once, each in a line of its own', () => {
  const faults = faultsOf({
    PORT: '70000',
    DATABASE_POOL: 'many',
    DESKHAND_ROLE: 'cook',
    DESKHAND_ADMIN_EMAIL: 'jane',
    DESKHAND_SECRET: 'short',
    DESKHAND_LOG_LEVEL: 'loud',
  })
  assert.deepEqual(
    new Set(faults.map((fault) => fault.split(' ')[0])),
    new Set(['DATABASE_POOL', 'DESKHAND_ADMIN_EMAIL', 'DESKHAND_LOG_LEVEL', 'DESKHAND_ROLE', 'DESKHAND_SECRET', 'PORT']),
  )
  assert.equal(faults.length, 6)
  assert.ok(faults.includes('PORT must be a whole number from 0 to 65535, not "70000"'))
  assert.ok(faults.includes('DESKHAND_ROLE must be one of all, web, worker, not "cook"'))
})

test('an external database needs a secret that all processes share', () => {
  assert.deepEqual(faultsOf({ DATABASE_URL: 'postgres://db/deskhand' }), [
    'DESKHAND_SECRET is needed with DATABASE_URL, so that every process hashes secrets alike',
  ])
})

test('an external database may have several hosts; an address that cannot be read is refused', () => {
  const secret = 'the pepper that all processes share'
  const faultsOfUrl = (DATABASE_URL: string) => faultsOf({ DATABASE_URL, DESKHAND_SECRET: secret })
  assert.equal(readConfig({ DATABASE_URL: 'postgres://a:5432,b/x', DESKHAND_SECRET: secret }).database_url, 'postgres://a:5432,b/x')
  assert.deepEqual(faultsOfUrl('postgres://user:hunter2@a,/x'), [
    'DATABASE_URL must name each of its hosts as host or host:port, with commas between',
  ])
  assert.deepEqual(faultsOfUrl('postgres://user:hunter2@a,b/x?target_session_attrs=any'), [
    'DATABASE_URL can have no target_session_attrs but primary or read-write: Deskhand uses the primary only',
  ])
})

test('no fault contains a secret', () => {
  const faults = faultsOf({
    DATABASE_URL: 'mysql://user:hunter2@db/x',
    DESKHAND_SECRET: 'hunter2',
    DESKHAND_API_TOKEN: 'hunter2',
    DESKHAND_ADMIN_PASSWORD: 'hunter2',
  })
  assert.equal(faults.length, 4)
  assert.doesNotMatch(faults.join('\n'), /hunter2/)
})

test('the configuration cannot be changed', () => {
  const config = readConfig({})
  assert.ok(Object.isFrozen(config) && Object.isFrozen(config.first_instance) && Object.isFrozen(config.trusted_proxies))
})

test('every variable has a meaning and its own name', () => {
  assert.equal(new Set(VARIABLES.map(({ name }) => name)).size, VARIABLES.length)
  for (const { name, meaning } of VARIABLES) assert.match(meaning, /\.$/, name)
})

test('the mail server is an smtp or smtps address, and its fault does not repeat the password in it', () => {
  for (const SMTP_URL of ['smtp://mail.example.com', 'smtps://desk:pass%40word@127.0.0.1:465?tls.rejectUnauthorized=false'])
    assert.equal(readConfig({ SMTP_URL }).smtp_url, SMTP_URL)
  for (const SMTP_URL of ['http://desk:pass@mail.example.com', 'smtp:', 'mail.example.com:25'])
    assert.deepEqual(faultsOf({ SMTP_URL }), ['SMTP_URL must be an smtp:// or smtps:// address with a host'])
})

test('the sender of mails is one address, alone or with a name', () => {
  assert.equal(readConfig({ DESKHAND_DOMAIN: 'Help.Example.com' }).mail_from, 'deskhand@help.example.com')
  for (const DESKHAND_MAIL_FROM of ['desk@example.com', 'Help desk <desk@example.com>'])
    assert.equal(readConfig({ DESKHAND_MAIL_FROM }).mail_from, DESKHAND_MAIL_FROM)
  for (const DESKHAND_MAIL_FROM of ['desk', 'a@b.c, d@e.f', 'Desk <desk@example.com>\nBcc: eve@example.org', 'Desk <a@b.c> <d@e.f>'])
    assert.match(faultsOf({ DESKHAND_MAIL_FROM })[0] ?? '', /DESKHAND_MAIL_FROM must be an address or Name <address>/)
})
