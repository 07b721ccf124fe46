// HOW THE PROCESS IS SET UP: environment → one frozen, typed object. Says everything that is wrong at once.
// Not here: settings of an instance; those are in the database (accounts/settings.ts).
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { readFilesUrl } from './files/address.ts'
import { StartError } from './lib/start_error.ts'
import { type Variable, VARIABLES } from './variables.ts'

type Name = (typeof VARIABLES)[number]['name']

/** The process's configuration. Durations and sizes carry their unit in the name. */
export interface Config {
  readonly port: number
  readonly host: string
  readonly web_processes: number
  readonly data_dir: string
  readonly database_url: string | null
  readonly database_pool: number
  readonly statement_seconds: number
  readonly answer_seconds: number
  readonly secret: string | null
  readonly public_url: string | null
  readonly domain: string
  readonly trusted_proxies: readonly string[]
  readonly role: 'all' | 'web' | 'worker'
  readonly metrics: 'loopback' | 'all' | 'off'
  readonly health_port: number | null
  readonly request_seconds: number
  readonly drain_seconds: number
  readonly stop_seconds: number
  readonly request_log_days: number
  readonly log_level: string
  readonly access_log: boolean
  /** Where traces are sent; null: none are made. */
  readonly otlp_endpoint: string | null
  readonly otlp_ratio: number
  readonly files_url: string | null
  readonly smtp_url: string | null
  readonly mail_from: string
  readonly check_statements: boolean
  readonly outbound_allow: readonly string[]
  /** What lets its holder make and drop instances over the API; null = nobody may. */
  readonly instances_secret: string | null
  readonly first_instance: {
    readonly name: string
    readonly kind: InstanceKind
    readonly deployment: 'commercial' | 'government'
    readonly unlimited: boolean
    readonly admin_email: string
    readonly admin_password: string | null
    readonly api_token: string | null
  }
}

export type InstanceKind = 'production' | 'sandbox' | 'development'

/** The environment cannot be used; the message lists every fault, one a line. */
export class ConfigError extends StartError {}

/** One address, alone or as `Name <address>`; nothing that could begin another line of a mail's head. */
const SENDER = /^(?:[^<>@\p{Cc}]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u

function isMailServer(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
}

function isReceiver(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === ''
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
  const otlp_endpoint = orNull('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (otlp_endpoint !== null && !isReceiver(otlp_endpoint))
    faults.push('OTEL_EXPORTER_OTLP_ENDPOINT must be an http:// or https:// address without user, password or query')
  const otlp_ratio = Number(text('OTEL_TRACES_SAMPLER_ARG'))
  expect('OTEL_TRACES_SAMPLER_ARG', otlp_ratio >= 0 && otlp_ratio <= 1, 'a number from 0 to 1')
  const files_url = orNull('FILES_URL')
  const fault = files_url === null ? null : faultOfFilesUrl(files_url)
  if (fault !== null) faults.push(`FILES_URL cannot be used: ${fault}`)
  expect('DESKHAND_MAIL_FROM', text('DESKHAND_MAIL_FROM') === '' || SENDER.test(text('DESKHAND_MAIL_FROM')), 'an address or Name <address>')
  expect('DESKHAND_ADMIN_EMAIL', /^[^\s@]+@[^\s@]+$/.test(text('DESKHAND_ADMIN_EMAIL')), 'an e-mail address')
  for (const [name, least] of [
    ['DESKHAND_SECRET', 32],
    ['DESKHAND_API_TOKEN', 20],
    ['DESKHAND_INSTANCES_SECRET', 32],
    ['DESKHAND_ADMIN_PASSWORD', 8],
  ] as const)
    if (text(name) !== '' && text(name).length < least) faults.push(`${name} must have ${least} characters or more`)
  if (text('DATABASE_URL') !== '' && text('DESKHAND_SECRET') === '')
    faults.push('DESKHAND_SECRET is needed with DATABASE_URL, so that every process hashes secrets alike')
  const config: Config = {
    port: whole('PORT', 0, 65535),
    host: text('HOST'),
    web_processes: whole('WEB_CONCURRENCY', 1, 64),
    data_dir: resolve(text('DATA_DIR')),
    database_url: orNull('DATABASE_URL'),
    database_pool: whole('DATABASE_POOL', 1, 500),
    statement_seconds: whole('DESKHAND_STATEMENT_SECONDS', 1, 3600),
    answer_seconds: whole('DESKHAND_ANSWER_SECONDS', 1, 3600),
    secret: orNull('DESKHAND_SECRET'),
    instances_secret: orNull('DESKHAND_INSTANCES_SECRET'),
    public_url: orNull('DESKHAND_PUBLIC_URL')?.replace(/\/+$/, '') ?? null,
    domain: text('DESKHAND_DOMAIN').toLowerCase(),
    trusted_proxies: listed(text('DESKHAND_TRUSTED_PROXIES')),
    role: oneOf('DESKHAND_ROLE', ['all', 'web', 'worker']),
    health_port: text('DESKHAND_HEALTH_PORT') === '' ? null : whole('DESKHAND_HEALTH_PORT', 0, 65535),
    metrics: oneOf('DESKHAND_METRICS', ['loopback', 'all', 'off']),
    request_seconds: whole('DESKHAND_REQUEST_SECONDS', 1, 3600),
    drain_seconds: whole('DESKHAND_DRAIN_SECONDS', 0, 600),
    stop_seconds: whole('DESKHAND_STOP_SECONDS', 1, 3600),
    request_log_days: whole('DESKHAND_REQUEST_LOG_DAYS', 1, 3650),
    outbound_allow: listed(text('DESKHAND_OUTBOUND_ALLOW')),
    check_statements: oneOf('DESKHAND_CHECK_STATEMENTS', ['on', 'off']) === 'on',
    files_url,
    smtp_url,
    mail_from: text('DESKHAND_MAIL_FROM') || `deskhand@${text('DESKHAND_DOMAIN').toLowerCase()}`,
    access_log: oneOf('DESKHAND_ACCESS_LOG', ['on', 'off']) === 'on',
    otlp_endpoint,
    otlp_ratio,
    log_level: oneOf('DESKHAND_LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    first_instance: Object.freeze({
      name: text('DESKHAND_INSTANCE_NAME'),
      kind: oneOf('DESKHAND_INSTANCE_KIND', ['production', 'sandbox', 'development']),
      deployment: oneOf('DESKHAND_INSTANCE_DEPLOYMENT', ['commercial', 'government']),
      unlimited: oneOf('DESKHAND_RATE_LIMIT', ['on', 'off']) === 'off',
      admin_email: text('DESKHAND_ADMIN_EMAIL').toLowerCase(),
      admin_password: orNull('DESKHAND_ADMIN_PASSWORD'),
      api_token: orNull('DESKHAND_API_TOKEN'),
    }),
  }
  const isTaken = config.health_port !== 0 && config.health_port === config.port && config.role !== 'worker'
  expect('DESKHAND_HEALTH_PORT', !isTaken, 'another port than PORT')
  expect(
    'DESKHAND_OUTBOUND_ALLOW',
    config.outbound_allow.every((network) => ipaddr.isValidCIDR(network)),
    'networks such as 10.0.0.0/8',
  )
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  return Object.freeze(config)
}
