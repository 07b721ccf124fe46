/** Finds the instance of a request by its host. */
import type { CachingServices } from '#core/context.ts'
import type { Db } from '#db/db.ts'
import { defineStatement } from '#db/builder.ts'
import type { Account } from './account.ts'
import { fullSettings } from './settings.ts'

/** The names of an instance. */
type NameRow = Pick<Account, 'id' | 'subdomain' | 'host' | 'is_default'>

/** The ids of all instances by their names. */
interface Directory {
  readonly hosts: ReadonlyMap<string, number>
  readonly subdomains: ReadonlyMap<string, number>
  readonly fallback: number | undefined
}

const NOBODY: Directory = { hosts: new Map(), subdomains: new Map(), fallback: undefined }

interface AccountRow extends Omit<Account, 'settings'> {
  readonly settings: unknown
}

const COLUMNS = 'id, subdomain, host, name, kind, deployment, is_default, owner_id, settings, created_at, move_state'
const selectNames = defineStatement<NameRow>('select id, subdomain, host, is_default from accounts order by id')
const byId = defineStatement<AccountRow>(`select ${COLUMNS} from accounts where id = $1`)
const everyOne = defineStatement<AccountRow>(`select ${COLUMNS} from accounts order by id`)

/** The cache topic of accounts; to be invalidated whenever one is created, changed or dropped. */
export const ACCOUNTS_TOPIC = 'accounts'

const toAccount = (row: AccountRow): Account => ({ ...row, settings: fullSettings(row.settings) })
const orUndefined = (row: AccountRow | undefined) => (row === undefined ? undefined : toAccount(row))

/**
 * The account that answers to a host (without port): its mapped host, else `<subdomain>.<domain>`, else the default instance unless that is
 * a production one, which answers to its own names and to loopback addresses only. The cache holds the names of instances, never the hosts
 * that callers send: those cost neither memory nor a query, however many there are.
 */
export async function accountByHost(services: CachingServices, host: string, domain: string): Promise<Account | undefined> {
  const { hosts, subdomains, fallback } = await directory(services)
  const subdomain = host.endsWith(`.${domain}`) ? host.slice(0, -domain.length - 1) : undefined
  const own = hosts.get(host) ?? (subdomain === undefined ? undefined : subdomains.get(subdomain))
  if (own !== undefined) return accountById(services, own)
  if (subdomain !== undefined || fallback === undefined) return undefined
  const account = await accountById(services, fallback)
  return account?.kind !== 'production' || isLoopback(host) || host === domain ? account : undefined
}

async function directory({ cache, database }: CachingServices): Promise<Directory> {
  const load = async (): Promise<Directory | undefined> => {
    const rows = await database.all(selectNames())
    if (rows.length === 0) return undefined
    return {
      hosts: new Map(rows.flatMap(({ id, host }) => (host === null ? [] : [[host, id] as const]))),
      subdomains: new Map(rows.map(({ id, subdomain }) => [subdomain, id])),
      fallback: rows.find((row) => row.is_default)?.id,
    }
  }
  return (await cache.load(ACCOUNTS_TOPIC, 'names', load)) ?? NOBODY
}

/** True for a host that is an address of this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
}

/** The account with this id. */
export function accountById({ cache, database }: CachingServices, id: number): Promise<Account | undefined> {
  return cache.load(ACCOUNTS_TOPIC, `id:${id}`, async () => orUndefined(await database.first(byId(id))))
}

/** The account with this id, read from the database: a cache load by another connection could deadlock on the pool in a transaction. */
export async function readAccount(db: Pick<Db, 'first'>, id: number): Promise<Account | undefined> {
  return orUndefined(await db.first(byId(id)))
}

/** True if there is any account. Also in a database of an earlier schema. */
export async function hasAccounts(db: Pick<Db, 'all'>): Promise<boolean> {
  return (await db.all(selectNames())).length > 0
}

/** All accounts, read from the database. */
export async function allAccounts(db: Pick<Db, 'all'>): Promise<Account[]> {
  return (await db.all(everyOne())).map(toAccount)
}
