/** Examines an installation: each check runs by itself, so that one that cannot run does not hide the findings of the others. */
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { allAccounts } from '#accounts/directory.ts'
import { type Config, ConfigError, readConfig } from '#config/config.ts'
import type { Database } from '#db/client.ts'
import { type Connected, connectWithoutMigrating } from '#db/setup/connect.ts'
import { listAppliedMigrations, migrationNames } from '#db/setup/migrate.ts'
import { openFiles } from '#files/files.ts'
import { readWeek, WEEK_SECONDS } from '#http/log_weeks.ts'
import { findFingerprint } from '#installation/store.ts'
import { addSeconds, machineNow } from '#lib/clock.ts'
import { findInstallationSecret, secretFingerprint } from '#installation/secret.ts'
import { messageOf } from '#lib/error_words.ts'
import { checkChains } from './chains.ts'
import { checkFiles } from './files.ts'
import { reportFault, reportDoubt, type Finding, reportOk } from './finding.ts'
import {
  aboutDatabase,
  deadLocks,
  receivesNotifications,
  invalidIndexes,
  logParts,
  longTransactions,
  outboxState,
  queueState,
} from './store.ts'

const GIB = 1024 ** 3
const LONG_SECONDS = 300
const LATE_SECONDS = 300
const HEARING_MS = 5000
/** A secret drawn at random has more different characters than this, whatever its alphabet. */
const FEW_CHARACTERS = 10

/** Examines the installation that the environment names. `deep` reads every byte of every file. */
export async function examine(env: Readonly<Record<string, string | undefined>>, { deep }: { readonly deep: boolean }): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').map((fault) => reportFault('settings', `${fault}. See docs/operations.md#settings.`))
  }
  const findings = [...checkSettings(config), ...(await attempt('disk', () => checkDisk(config)))]
  if (config.database_url === null && !existsSync(join(config.data_dir, 'postgres')))
    return [
      ...findings,
      reportFault('database', `There is no installation in ${config.data_dir}: name another place with DATA_DIR or DATABASE_URL.`),
    ]
  let connected: Connected
  try {
    connected = await connectWithoutMigrating({ ...config, database_pool: 2 }, () => {})
  } catch (error) {
    return [...findings, reportFault('database', `${messageOf(error)}. See docs/operations.md#troubleshooting.`)]
  }
  try {
    return [...findings, ...(await examineDatabase(config, connected, deep))]
  } finally {
    await connected.close()
  }
}

async function examineDatabase(config: Config, { database, embedded }: Connected, deep: boolean): Promise<Finding[]> {
  const findings = await attempt('database', () => checkDatabase(database, embedded))
  const schema = await attempt('schema', () => checkSchema(database))
  findings.push(...schema)
  // without our tables no further check makes sense
  if (schema.some(({ level }) => level !== 'ok')) return findings
  const accounts = await allAccounts(database)
  const files = openFiles(config)
  const checks: Readonly<Record<string, () => Promise<Finding[]>>> = {
    secret: () => checkSecret(config, database),
    audit: () => checkChains(database, accounts),
    files: () => checkFiles(database, files, accounts, deep),
    queue: () => checkQueue(database),
    listener: () => checkListener(database),
    outbox: () => checkOutbox(database),
    'request log': () => checkRequestLog(config, database),
    transactions: () => checkTransactions(database),
    indexes: () => checkIndexes(database),
  }
  try {
    for (const [name, check] of Object.entries(checks)) findings.push(...(await attempt(name, check)))
  } finally {
    await files.close()
  }
  return findings
}

/** A check that cannot run is a finding, too. */
async function attempt(check: string, work: () => Promise<Finding[]>): Promise<Finding[]> {
  return work().catch((error: unknown) => [reportFault(check, `This could not be examined: ${messageOf(error)}`)])
}

function checkSettings({ secret, public_url, metrics, health_port }: Config): Finding[] {
  const doubts: Finding[] = []
  if (secret !== null && new Set(secret).size < FEW_CHARACTERS)
    doubts.push(
      reportDoubt(
        'settings',
        'DESKHAND_SECRET can be guessed: it has few different characters. Make the next installation with openssl rand -hex 32.',
      ),
    )
  if (public_url !== null && !/^https:|^http:\/\/(localhost|127\.)/.test(public_url))
    doubts.push(reportDoubt('settings', 'DESKHAND_PUBLIC_URL does not begin with https: links in mails lead where others can read along.'))
  if (metrics === 'all' && health_port === null)
    doubts.push(reportDoubt('settings', 'DESKHAND_METRICS=all: everybody who reaches the port can read /metrics.'))
  return doubts.length > 0 ? doubts : [reportOk('settings', 'every variable can be used')]
}

async function checkDisk({ data_dir }: Config): Promise<Finding[]> {
  if (!existsSync(data_dir)) return [reportDoubt('disk', `DATA_DIR ${data_dir} does not exist yet: what comes in is written there.`)]
  const { bavail, blocks, bsize } = await statfs(data_dir)
  const free = bavail * bsize
  const text = `${(free / GIB).toFixed(1)} GiB of ${((blocks * bsize) / GIB).toFixed(1)} GiB are free where ${data_dir} lies`
  if (free < GIB / 4) return [reportFault('disk', `${text}: writes are about to fail. Make room.`)]
  return [free < GIB || bavail < blocks / 20 ? reportDoubt('disk', `${text}. Make room.`) : reportOk('disk', text)]
}

async function checkDatabase(database: Database, embedded: boolean): Promise<Finding[]> {
  const { version, encoding, locale, connections, most_connections } = await aboutDatabase(database)
  const text = `PostgreSQL ${version}${embedded ? ' (embedded)' : ''}, ${encoding}, ${locale}, ${connections} of ${most_connections} connections`
  if (encoding !== 'UTF8')
    return [reportFault('database', `${text}: texts cannot be kept as they are. Make the database with encoding UTF8.`)]
  if (connections > most_connections * 0.8) return [reportDoubt('database', `${text}: raise max_connections, or lower DATABASE_POOL.`)]
  if (!/^(C\.UTF-?8|C|POSIX)$/i.test(locale))
    return [reportDoubt('database', `${text}: names sort otherwise than with C.UTF-8. See docs/operations.md#an-external-postgresql.`)]
  return [reportOk('database', text)]
}

async function checkSchema(database: Database): Promise<Finding[]> {
  const applied = await listAppliedMigrations(database.driver)
  const known = await migrationNames()
  const newer = applied.find((name) => !known.includes(name))
  if (newer !== undefined)
    return [reportFault('schema', `The database is newer than this program (it has ${newer}): use the newer Deskhand.`)]
  const missing = known.filter((name) => !applied.includes(name))
  if (applied.length === 0) return [reportFault('schema', 'The database has no tables of Deskhand: start the server once.')]
  if (missing.length > 0)
    return [
      reportDoubt(
        'schema',
        `${missing.length} migrations are missing, from ${missing[0]} on: the next start applies them. Back up before; examine again after.`,
      ),
    ]
  return [reportOk('schema', `all ${known.length} migrations, up to ${known.at(-1)}`)]
}

async function checkSecret(config: Config, database: Database): Promise<Finding[]> {
  const pepper = await findInstallationSecret(config)
  const stored = await findFingerprint(database)
  if (pepper === null)
    return [reportFault('secret', 'There is no secret, and nothing starts without: bring DATA_DIR/secret back, or set DESKHAND_SECRET.')]
  const own = secretFingerprint(pepper)
  if (stored === null)
    return [reportDoubt('secret', `The database does not say which secret is its own: the next start notes this one (${own}).`)]
  if (own !== stored)
    return [
      reportFault(
        'secret',
        `The secret here (fingerprint ${own}) is not that of the database (${stored}): no process starts with it. Bring the right one back.`,
      ),
    ]
  return [reportOk('secret', `is that of the database (fingerprint ${own})`)]
}

async function checkQueue(database: Database): Promise<Finding[]> {
  const { waiting, running, failed, oldest_seconds } = await queueState(database)
  const dead = await deadLocks(database)
  const findings: Finding[] = []
  if (failed > 0)
    findings.push(
      reportDoubt(
        'queue',
        `${failed} jobs have failed for good: deskhand jobs list --failed says why, deskhand jobs retry --failed starts them again.`,
      ),
    )
  if (oldest_seconds !== null && oldest_seconds > LATE_SECONDS)
    findings.push(
      reportFault('queue', `A job that is due has waited for ${oldest_seconds} s: does a worker run (DESKHAND_ROLE=worker or all)?`),
    )
  if (dead > 0)
    findings.push(
      reportDoubt('queue', `${dead} jobs are held by workers that no longer live: a living worker takes them up within ten seconds.`),
    )
  return findings.length > 0 ? findings : [reportOk('queue', `${waiting} jobs wait, ${running} run, none has failed`)]
}

async function checkListener(database: Database): Promise<Finding[]> {
  if (await receivesNotifications(database.driver, `deskhand_doctor_${process.pid}`, HEARING_MS))
    return [reportOk('listener', 'notifications of one connection reach another')]
  return [
    reportFault(
      'listener',
      'LISTEN receives nothing: is a pooler in transaction mode in between? Revoked credentials would go on working. Use session mode.',
    ),
  ]
}

async function checkOutbox(database: Database): Promise<Finding[]> {
  const { failed, late } = await outboxState(database)
  if (failed + late === 0) return [reportOk('outbox', 'no mail has failed in seven days, none waits for more than an hour')]
  return [
    reportDoubt(
      'outbox',
      `${failed} mails have failed in seven days, ${late} wait for more than an hour: see the outbox of the dashboard, and SMTP_URL.`,
    ),
  ]
}

async function checkRequestLog({ request_log_days }: Config, database: Database): Promise<Finding[]> {
  const parts = await logParts(database)
  const oldest = addSeconds(machineNow(), -request_log_days * 86_400 - 2 * WEEK_SECONDS).getTime() / 1000
  const old = parts.filter(({ name }) => (readWeek(name) ?? oldest) + WEEK_SECONDS < oldest)
  if (old.length > 0)
    return [
      reportDoubt(
        'request log',
        `${old.length} weeks are older than DESKHAND_REQUEST_LOG_DAYS=${request_log_days}: a process drops them when it writes into a new week. Does one run?`,
      ),
    ]
  return [reportOk('request log', `${parts.length} weeks`)]
}

async function checkTransactions(database: Database): Promise<Finding[]> {
  const [oldest, ...more] = await longTransactions(database, LONG_SECONDS)
  if (oldest === undefined) return [reportOk('transactions', `none is open for more than ${LONG_SECONDS} s`)]
  return [
    reportDoubt(
      'transactions',
      `${more.length + 1} are open for more than ${LONG_SECONDS} s, the oldest (process ${oldest.pid}, ${oldest.name || 'without a name'}, ${oldest.state}) for ${oldest.seconds} s: they hold locks and keep tables from being tidied. End them unless a backup runs.`,
    ),
  ]
}

async function checkIndexes(database: Database): Promise<Finding[]> {
  const invalid = await invalidIndexes(database)
  if (invalid.length === 0) return [reportOk('indexes', 'all of them are valid')]
  return [
    reportFault('indexes', `Not valid, and so without use: ${invalid.map(({ name }) => name).join(', ')}. Run: reindex index <name>.`),
  ]
}
