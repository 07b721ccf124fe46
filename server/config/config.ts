// HOW THE PROCESS IS SET UP: environment → one frozen, typed object. Says everything that is wrong at once.
// Not here: settings of an instance; those are in the database (accounts/settings.ts).
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { checkAddresses, checkSecrets } from './formats.ts'
import { type Environment, makeEnvironment } from './environment.ts'
import { readNetwork } from '#lib/networks.ts'
import { StartError } from '#lib/start_error.ts'
import { addressKey } from '#lib/text_forms.ts'

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
  readonly outbound_allow: readonly string[]
  /** What lets its holder make and drop instances over the API; null = nobody may. */
  readonly instances_secret: string | null
  readonly first_instance: {
    readonly id: number
    readonly name: string
    readonly kind: InstanceKind
    readonly deployment: 'commercial' | 'government'
    readonly unlimited: boolean
    readonly demo: boolean
    readonly admin_email: string
    readonly admin_password: string | null
    readonly api_token: string | null
  }
}

export type InstanceKind = 'production' | 'sandbox' | 'development'

/** The environment cannot be used; the message lists every fault, one a line. */
export class ConfigError extends StartError {}

/** Reads the environment. @throws ConfigError naming all faults at once */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const environment = makeEnvironment(env)
  checkAddresses(environment)
  checkSecrets(environment)
  const { text, textOrNull, list, whole, oneOf, isOn, expect, faults } = environment
  const config: Config = {
    port: whole('PORT', 0, 65535),
    host: text('HOST'),
    web_processes: whole('WEB_CONCURRENCY', 1, 64),
    data_dir: resolve(text('DATA_DIR')),
    database_url: textOrNull('DATABASE_URL'),
    database_pool: whole('DATABASE_POOL', 1, 500),
    statement_seconds: whole('DESKHAND_STATEMENT_SECONDS', 1, 3600),
    answer_seconds: whole('DESKHAND_ANSWER_SECONDS', 1, 3600),
    secret: textOrNull('DESKHAND_SECRET'),
    instances_secret: textOrNull('DESKHAND_INSTANCES_SECRET'),
    public_url: textOrNull('DESKHAND_PUBLIC_URL')?.replace(/\/+$/, '') ?? null,
    domain: text('DESKHAND_DOMAIN').toLowerCase(),
    trusted_proxies: readProxies(list('DESKHAND_TRUSTED_PROXIES'), expect),
    role: oneOf('DESKHAND_ROLE', ['all', 'web', 'worker']),
    health_port: text('DESKHAND_HEALTH_PORT') === '' ? null : whole('DESKHAND_HEALTH_PORT', 0, 65535),
    metrics: oneOf('DESKHAND_METRICS', ['loopback', 'all', 'off']),
    request_seconds: whole('DESKHAND_REQUEST_SECONDS', 1, 3600),
    drain_seconds: whole('DESKHAND_DRAIN_SECONDS', 0, 600),
    stop_seconds: whole('DESKHAND_STOP_SECONDS', 1, 3600),
    request_log_days: whole('DESKHAND_REQUEST_LOG_DAYS', 1, 3650),
    outbound_allow: list('DESKHAND_OUTBOUND_ALLOW'),
    files_url: textOrNull('FILES_URL'),
    smtp_url: textOrNull('SMTP_URL'),
    mail_from: text('DESKHAND_MAIL_FROM') || `deskhand@${text('DESKHAND_DOMAIN').toLowerCase()}`,
    access_log: isOn('DESKHAND_ACCESS_LOG'),
    otlp_endpoint: textOrNull('OTEL_EXPORTER_OTLP_ENDPOINT'),
    otlp_ratio: Number(text('OTEL_TRACES_SAMPLER_ARG')),
    log_level: oneOf('DESKHAND_LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    first_instance: readFirstInstance(environment),
  }
  const isTaken = config.health_port !== 0 && config.health_port === config.port && config.role !== 'worker'
  expect('DESKHAND_HEALTH_PORT', !isTaken, 'another port than PORT')
  const areNetworks = config.outbound_allow.every((network) => ipaddr.isValidCIDR(network))
  expect('DESKHAND_OUTBOUND_ALLOW', areNetworks, 'networks such as 10.0.0.0/8')
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  return Object.freeze(config)
}

/** Addresses and networks as networks. What is neither is a fault. */
function readProxies(texts: readonly string[], expect: Environment['expect']): readonly string[] {
  const networks = texts.map((text) => readNetwork(text))
  expect(
    'DESKHAND_TRUSTED_PROXIES',
    networks.every((network) => network !== undefined),
    'addresses or networks such as 10.1.2.0/24',
  )
  return Object.freeze(networks.filter((network) => network !== undefined))
}

/** Far below what a number of JSON holds exactly: ids count up from here. */
const MAX_FIRST_INSTANCE_ID = 1_000_000_000_000

function readFirstInstance({ text, textOrNull, oneOf, isOn, whole }: Environment): Config['first_instance'] {
  return Object.freeze({
    id: whole('DESKHAND_FIRST_INSTANCE_ID', 1, MAX_FIRST_INSTANCE_ID),
    name: text('DESKHAND_INSTANCE_NAME'),
    kind: oneOf('DESKHAND_INSTANCE_KIND', ['production', 'sandbox', 'development']),
    deployment: oneOf('DESKHAND_INSTANCE_DEPLOYMENT', ['commercial', 'government']),
    unlimited: !isOn('DESKHAND_RATE_LIMIT'),
    demo: isOn('DESKHAND_DEMO'),
    admin_email: addressKey(text('DESKHAND_ADMIN_EMAIL')),
    admin_password: textOrNull('DESKHAND_ADMIN_PASSWORD'),
    api_token: textOrNull('DESKHAND_API_TOKEN'),
  })
}
