/** Finds the instance a request is for, by the host it names. */
import type { Remembering } from '../context.ts'
import type { Db } from '../db/client.ts'
import { fixed } from '../db/builder.ts'
import type { Account } from './account.ts'
import { fullSettings } from './settings.ts'

interface AccountRow extends Omit<Account, 'settings'> {
  readonly settings: unknown
}

const COLUMNS = 'id, subdomain, host, name, kind, deployment, is_default, owner_id, settings, created_at'
const byHost = fixed<AccountRow>(
  `select ${COLUMNS} from accounts where host = $1 or subdomain = $2 order by host = $1 desc nulls last limit 1`,
)
const byDefault = fixed<AccountRow>(`select ${COLUMNS} from accounts where is_default`)
const byId = fixed<AccountRow>(`select ${COLUMNS} from accounts where id = $1`)
const everyOne = fixed<AccountRow>(`select ${COLUMNS} from accounts order by id`)

/** The topic under which accounts are remembered; to be forgotten whenever one is created, changed or dropped. */
export const ACCOUNTS_TOPIC = 'accounts'

const toAccount = (row: AccountRow): Account => ({ ...row, settings: fullSettings(row.settings) })
const orUndefined = (row: AccountRow | undefined) => (row === undefined ? undefined : toAccount(row))

/**
 * The account that answers to a host (without port): its mapped host, else `<subdomain>.<domain>`, else the default instance
 * unless that is a production one, which answers to its own names and to loopback addresses only.
 */
export function accountByHost({ memory, database }: Remembering, host: string, domain: string): Promise<Account | undefined> {
  return memory.remember(ACCOUNTS_TOPIC, `host:${host}`, async () => {
    const subdomain = host.endsWith(`.${domain}`) ? host.slice(0, -domain.length - 1) : null
    const own = await database.first(byHost(host, subdomain))
    if (own !== undefined) return toAccount(own)
    if (subdomain !== null) return undefined
    const fallback = orUndefined(await database.first(byDefault()))
    const anyHost = fallback !== undefined && (fallback.kind !== 'production' || isLoopback(host) || host === domain)
    return anyHost ? fallback : undefined
  })
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
}

/** The account with this id. */
export function accountById({ memory, database }: Remembering, id: number): Promise<Account | undefined> {
  return memory.remember(ACCOUNTS_TOPIC, `id:${id}`, async () => orUndefined(await database.first(byId(id))))
}

/** All accounts, read afresh. */
export async function allAccounts(db: Db): Promise<Account[]> {
  return (await db.all(everyOne())).map(toAccount)
}
