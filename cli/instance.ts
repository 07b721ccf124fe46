/** The commands on instances. */
import { randomBytes } from 'node:crypto'
import { AccountError, createAccount, dropAccount } from '#accounts/create.ts'
import { ACCOUNTS_TOPIC, allAccounts } from '#accounts/directory.ts'
import { DEFAULT_SETTINGS } from '#accounts/settings.ts'
import { releaseAccount, resumeAccount, stopAccount } from '#accounts/stop.ts'
import { passwordProblems } from '#auth/password_policy.ts'
import { hashPassword } from '#auth/passwords.ts'
import { type InstanceKind, readConfig } from '#config/config.ts'
import { invalidateEverywhere } from '#db/cache.ts'
import { openFiles } from '#files/files.ts'
import { base62Bytes } from '#lib/base62.ts'
import { machineNow, readStopwatch } from '#lib/clock.ts'
import { addressKey, isEmailAddress } from '#lib/text_forms.ts'
import { accountNamed, withDatabase, withInstallation } from './database.ts'
import { formatTable } from './table.ts'

interface CreateOptions {
  readonly name?: string
  readonly kind: InstanceKind
  readonly deployment: 'commercial' | 'government'
  readonly host?: string
  readonly ownerEmail: string
  readonly ownerName: string
  readonly ownerPassword?: string
  readonly unlimited?: boolean
}

/** Creates an instance; the lines returned give its address, its owner and how long the database took. @throws AccountError */
export async function createInstance(subdomain: string, options: CreateOptions): Promise<string> {
  const password = options.ownerPassword ?? base62Bytes(randomBytes(12))
  checkOwner(options.ownerEmail, password)
  const password_hash = await hashPassword(password)
  return withDatabase(async (database, domain) => {
    await database.driver`select 1` // so that the time below does not include connecting
    const started = readStopwatch()
    await createAccount(
      database,
      {
        subdomain,
        domain,
        name: options.name ?? subdomain,
        kind: options.kind,
        deployment: options.deployment,
        host: options.host?.toLowerCase() ?? null,
        is_default: false,
        settings: options.unlimited === true ? { rate_limit: { plan: 'unlimited', endpoints: false } } : {},
        owner: { name: options.ownerName, email: addressKey(options.ownerEmail), password_hash },
      },
      machineNow(),
    )
    const took = Math.round(readStopwatch() - started)
    await invalidateEverywhere(database, ACCOUNTS_TOPIC)
    const shown = options.ownerPassword === undefined ? `${password}   shown once: keep it now` : '(the one you gave)'
    return `Instance ${subdomain}.${domain} is there (${took} ms).\n  Owner      ${options.ownerEmail}\n  Password   ${shown}`
  })
}

/** Refuses an owner who could not sign in. @throws AccountError */
function checkOwner(email: string, password: string): void {
  if (!isEmailAddress(addressKey(email))) throw new AccountError(`"${email}" is no e-mail address`)
  const [problem] = passwordProblems(DEFAULT_SETTINGS.security.password, password, email)
  if (problem !== undefined) throw new AccountError(`The owner's password ${problem}`)
}

/** One line for each instance. */
export function listInstances(): Promise<string> {
  return withDatabase(async (database, domain) => {
    const rows = (await allAccounts(database)).map((account) => [
      account.subdomain,
      account.kind,
      account.deployment,
      account.host ?? `${account.subdomain}.${domain}`,
      account.is_default ? 'default' : '',
      account.move_state ?? '',
      account.name,
    ])
    return formatTable(['SUBDOMAIN', 'KIND', 'DEPLOYMENT', 'HOST', '', '', 'NAME'], rows)
  })
}

/** An instance with all its settings, as JSON. @throws AccountError when there is none with that subdomain */
export function showInstance(subdomain: string): Promise<string> {
  return withDatabase(async (database) => JSON.stringify(await accountNamed(database, subdomain), null, 2))
}

/** Stops an instance: it can be read, and nothing changes it. @throws AccountError */
export function stopInstance(subdomain: string): Promise<string> {
  return withInstallation(async (connected) => {
    await stopAccount(connected, await accountNamed(connected.database, subdomain))
    return `Instance ${subdomain} is stopped: it can be read, and nothing changes it until deskhand instance resume or release.`
  })
}

/** Lets a stopped instance go on. @throws AccountError */
export function resumeInstance(subdomain: string): Promise<string> {
  return withInstallation(async (connected) => {
    await resumeAccount(connected, await accountNamed(connected.database, subdomain))
    return `Instance ${subdomain} is in use again.`
  })
}

/** Says that a stopped instance is elsewhere. @throws AccountError */
export function releaseInstance(subdomain: string, { to }: { to?: string }): Promise<string> {
  const url = to === undefined ? null : readTarget(to)
  return withInstallation(async (connected) => {
    await releaseAccount(connected, await accountNamed(connected.database, subdomain), url)
    const where = url === null ? 'calls are refused with 503' : `calls are sent on to ${url}`
    return `Instance ${subdomain} has moved: ${where}. Its rows stay here until deskhand instance drop.`
  })
}

/** The address of an installation, without a path. @throws AccountError */
function readTarget(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || `${url.origin}/` !== url.href)
    throw new AccountError(`"${text}" is no address: give scheme and host, such as https://help.example.com`)
  return url.origin
}

/** Removes an instance. @throws AccountError when there is none with that subdomain */
export function dropInstance(subdomain: string): Promise<string> {
  return withDatabase(async (database) => {
    const files = openFiles(readConfig(process.env))
    await dropAccount(database, files.remove, subdomain).finally(() => files.close())
    await invalidateEverywhere(database, ACCOUNTS_TOPIC)
    return `Instance ${subdomain} is gone.`
  })
}
