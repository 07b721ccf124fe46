// HOW THE PROCESS IS SET UP: environment → one frozen, typed object. Says everything that is wrong at once.
// Not here: settings of an instance; those are in the database (accounts/settings.ts).
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { readFilesUrl } from './files/address.ts'

/** One environment variable. The table in docs/operations.md is this list. */
export interface Variable {
  readonly name: string
  readonly fallback: string
  readonly meaning: string
}

/** Every variable the server reads. @source issue: "every variable in one documented table" */
export const VARIABLES = [
  { name: 'PORT', fallback: '8080', meaning: 'Port to listen on; 0 takes a free one.' },
  { name: 'HOST', fallback: '127.0.0.1', meaning: 'Address to listen on.' },
  {
    name: 'DATA_DIR',
    fallback: './data',
    meaning: 'Folder for the embedded database, the secret and files. Empty or absent means a new installation.',
  },
  {
    name: 'DATABASE_URL',
    fallback: '',
    meaning: 'PostgreSQL 15 or newer to use instead of the embedded one, as postgres://user:password@host:5432/name.',
  },
  { name: 'DATABASE_POOL', fallback: '10', meaning: 'Connections each process keeps open.' },
  {
    name: 'DESKHAND_SECRET',
    fallback: '',
    meaning:
      'Pepper of all stored secrets, 32 characters or more. Without it one is made and kept in DATA_DIR/secret. Needed with DATABASE_URL.',
  },
  {
    name: 'DESKHAND_PUBLIC_URL',
    fallback: '',
    meaning: 'Address under which clients reach the server, where it cannot be told from the request; links in mails begin with it.',
  },
  { name: 'DESKHAND_DOMAIN', fallback: 'localhost', meaning: 'Instances answer to <subdomain>.<this domain>.' },
  {
    name: 'DESKHAND_TRUSTED_PROXIES',
    fallback: '',
    meaning: 'Addresses or networks, comma-separated, whose X-Forwarded-* headers are believed.',
  },
  { name: 'DESKHAND_ROLE', fallback: 'all', meaning: 'all, web (answers requests) or worker (runs jobs).' },
  { name: 'DESKHAND_ADMIN_EMAIL', fallback: 'admin@example.com', meaning: "First start: the owner's e-mail." },
  { name: 'DESKHAND_ADMIN_PASSWORD', fallback: '', meaning: "First start: the owner's password; without it one is made and shown once." },
  {
    name: 'DESKHAND_API_TOKEN',
    fallback: '',
    meaning: 'First start: an API token to accept as given, 20 characters or more; audited as a bootstrap exception.',
  },
  { name: 'DESKHAND_INSTANCE_NAME', fallback: 'Deskhand', meaning: 'First start: the name of the instance.' },
  { name: 'DESKHAND_INSTANCE_KIND', fallback: 'development', meaning: 'First start: production, sandbox or development.' },
  { name: 'DESKHAND_RATE_LIMIT', fallback: 'on', meaning: 'First start: off gives the first instance the plan "unlimited".' },
  { name: 'DESKHAND_METRICS', fallback: 'loopback', meaning: 'Who may read /metrics: loopback, all or off.' },
  {
    name: 'DESKHAND_REQUEST_SECONDS',
    fallback: '120',
    meaning: 'Seconds a client may take to send a request, and a quarter of them for its head; then the connection is closed.',
  },
  { name: 'DESKHAND_REQUEST_LOG_DAYS', fallback: '90', meaning: 'Days the request log is kept.' },
  { name: 'DESKHAND_LOG_LEVEL', fallback: 'warn', meaning: 'trace, debug, info, warn, error or silent.' },
  {
    name: 'DESKHAND_CHECK_STATEMENTS',
    fallback: 'off',
    meaning: 'on refuses every SQL statement on a tenant table that names no account; npm run dev switches it on.',
  },
  {
    name: 'FILES_URL',
    fallback: '',
    meaning:
      'Where attachments are kept, as s3://key:secret@host:port/bucket?region=…&path_style=true&tls=true; without it in DATA_DIR/files.',
  },
  {
    name: 'SMTP_URL',
    fallback: '',
    meaning: 'Mail server, as smtp://user:password@host:587 or smtps://…; without it mails are kept in the outbox of the dashboard.',
  },
  {
    name: 'DESKHAND_MAIL_FROM',
    fallback: '',
    meaning: 'Sender of mails, an address or Name <address>; without it deskhand@ and DESKHAND_DOMAIN, in the name of the instance.',
  },
  {
    name: 'DESKHAND_OUTBOUND_ALLOW',
    fallback: '',
    meaning:
      'Networks in CIDR notation, comma-separated, that requests to outside addresses may reach though they are not public, such as 10.0.0.0/8.',
  },
  { name: 'DESKHAND_PG_USER', fallback: '', meaning: 'Started as root: the account the embedded database runs under.' },
] as const satisfies readonly Variable[]

type Name = (typeof VARIABLES)[number]['name']

/** The process's configuration. Durations and sizes carry their unit in the name. */
export interface Config {
  readonly port: number
  readonly host: string
  readonly data_dir: string
  readonly database_url: string | null
  readonly database_pool: number
  readonly secret: string | null
  readonly public_url: string | null
  readonly domain: string
  readonly trusted_proxies: readonly string[]
  readonly role: 'all' | 'web' | 'worker'
  readonly metrics: 'loopback' | 'all' | 'off'
  readonly request_seconds: number
  readonly request_log_days: number
  readonly log_level: string
  readonly files_url: string | null
  readonly smtp_url: string | null
  readonly mail_from: string
  readonly check_statements: boolean
  readonly outbound_allow: readonly string[]
  readonly first_instance: {
    readonly name: string
    readonly kind: InstanceKind
    readonly unlimited: boolean
    readonly admin_email: string
    readonly admin_password: string | null
    readonly api_token: string | null
  }
}

export type InstanceKind = 'production' | 'sandbox' | 'development'

/** The environment cannot be used; the message lists every fault, one a line. */
export class ConfigError extends Error {}

/** One address, alone or as `Name <address>`; nothing that could begin another line of a mail's head. */
const SENDER = /^(?:[^<>@\p{Cc}]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u

function isMailServer(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
}

/** The address may hold a secret, so what is said of it does not repeat it. */
function faultOfFilesUrl(text: string): string | null {
  try {
    readFilesUrl(text)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

const listed = (text: string) =>
  Object.freeze(
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )

/** Reads the environment. @throws ConfigError naming all faults at once */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = []
  const text = (name: Name) => env[name]?.trim() || (VARIABLES.find((variable) => variable.name === name) as Variable).fallback
  const orNull = (name: Name) => text(name) || null
  const expect = (name: Name, fine: boolean, must: string) => void (fine || faults.push(`${name} must be ${must}, not "${text(name)}"`))
  const whole = (name: Name, least: number, most: number) => {
    const value = Number(text(name))
    expect(name, Number.isInteger(value) && value >= least && value <= most, `a whole number from ${least} to ${most}`)
    return value
  }
  const oneOf = <Value extends string>(name: Name, values: readonly Value[]) => {
    expect(name, values.includes(text(name) as Value), `one of ${values.join(', ')}`)
    return text(name) as Value
  }
  // the address may hold a password, so the fault does not repeat it
  if (!/^(postgres(ql)?:\/\/|$)/.test(text('DATABASE_URL'))) faults.push('DATABASE_URL must be a postgres:// address')
  const smtp_url = orNull('SMTP_URL')
  if (smtp_url !== null && !isMailServer(smtp_url)) faults.push('SMTP_URL must be an smtp:// or smtps:// address with a host')
  const files_url = orNull('FILES_URL')
  const fault = files_url === null ? null : faultOfFilesUrl(files_url)
  if (fault !== null) faults.push(`FILES_URL cannot be used: ${fault}`)
  expect('DESKHAND_MAIL_FROM', text('DESKHAND_MAIL_FROM') === '' || SENDER.test(text('DESKHAND_MAIL_FROM')), 'an address or Name <address>')
  expect('DESKHAND_ADMIN_EMAIL', /^[^\s@]+@[^\s@]+$/.test(text('DESKHAND_ADMIN_EMAIL')), 'an e-mail address')
  for (const [name, least] of [
    ['DESKHAND_SECRET', 32],
    ['DESKHAND_API_TOKEN', 20],
    ['DESKHAND_ADMIN_PASSWORD', 8],
  ] as const)
    if (text(name) !== '' && text(name).length < least) faults.push(`${name} must have ${least} characters or more`)
  if (text('DATABASE_URL') !== '' && text('DESKHAND_SECRET') === '')
    faults.push('DESKHAND_SECRET is needed with DATABASE_URL, so that every process hashes secrets alike')
  const config: Config = {
    port: whole('PORT', 0, 65535),
    host: text('HOST'),
    data_dir: resolve(text('DATA_DIR')),
    database_url: orNull('DATABASE_URL'),
    database_pool: whole('DATABASE_POOL', 1, 500),
    secret: orNull('DESKHAND_SECRET'),
    public_url: orNull('DESKHAND_PUBLIC_URL')?.replace(/\/+$/, '') ?? null,
    domain: text('DESKHAND_DOMAIN').toLowerCase(),
    trusted_proxies: listed(text('DESKHAND_TRUSTED_PROXIES')),
    role: oneOf('DESKHAND_ROLE', ['all', 'web', 'worker']),
    metrics: oneOf('DESKHAND_METRICS', ['loopback', 'all', 'off']),
    request_seconds: whole('DESKHAND_REQUEST_SECONDS', 1, 3600),
    request_log_days: whole('DESKHAND_REQUEST_LOG_DAYS', 1, 3650),
    outbound_allow: listed(text('DESKHAND_OUTBOUND_ALLOW')),
    check_statements: oneOf('DESKHAND_CHECK_STATEMENTS', ['on', 'off']) === 'on',
    files_url,
    smtp_url,
    mail_from: text('DESKHAND_MAIL_FROM') || `deskhand@${text('DESKHAND_DOMAIN').toLowerCase()}`,
    log_level: oneOf('DESKHAND_LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    first_instance: Object.freeze({
      name: text('DESKHAND_INSTANCE_NAME'),
      kind: oneOf('DESKHAND_INSTANCE_KIND', ['production', 'sandbox', 'development']),
      unlimited: oneOf('DESKHAND_RATE_LIMIT', ['on', 'off']) === 'off',
      admin_email: text('DESKHAND_ADMIN_EMAIL').toLowerCase(),
      admin_password: orNull('DESKHAND_ADMIN_PASSWORD'),
      api_token: orNull('DESKHAND_API_TOKEN'),
    }),
  }
  expect(
    'DESKHAND_OUTBOUND_ALLOW',
    config.outbound_allow.every((network) => ipaddr.isValidCIDR(network)),
    'networks such as 10.0.0.0/8',
  )
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  return Object.freeze(config)
}
