/** The database of the installation that the environment names, for one command. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from '../server/accounts/account.ts'
import { AccountError } from '../server/accounts/create.ts'
import { allAccounts } from '../server/accounts/directory.ts'
import { readConfig } from '../server/config.ts'
import type { Database } from '../server/db/client.ts'
import { connect, type Connected } from '../server/db/connect.ts'

/** Runs a command on the database, starting the embedded one where no server runs. @throws AccountError where there is no installation */
export function withDatabase<Result>(work: (database: Database, domain: string) => Promise<Result>): Promise<Result> {
  return withInstallation(({ database }, domain) => work(database, domain))
}

/** As {@link withDatabase}, for commands that open further connections. */
export async function withInstallation<Result>(work: (connected: Connected, domain: string) => Promise<Result>): Promise<Result> {
  const config = readConfig(process.env)
  const none = (where: string) =>
    new AccountError(
      `There is no installation in ${where}. Start the server there once, or name another place with DATA_DIR or DATABASE_URL.`,
    )
  if (config.database_url === null && !existsSync(join(config.data_dir, 'postgres'))) throw none(config.data_dir)
  const connected = await connect({ ...config, database_pool: 4 }, () => {})
  try {
    // an instance made before the first start would keep the first start from making its own
    if ((await allAccounts(connected.database)).length === 0) throw none('this database')
    return await work(connected, config.domain)
  } finally {
    await connected.close()
  }
}

/** The instance of this subdomain. @throws AccountError when there is none */
export async function accountNamed(database: Database, subdomain: string): Promise<Account> {
  const found = (await allAccounts(database)).find((account) => account.subdomain === subdomain)
  if (found === undefined) throw new AccountError(`There is no instance "${subdomain}"`)
  return found
}
