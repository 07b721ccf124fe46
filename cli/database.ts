/** Opens the database of the installation that the environment names, for one command. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from '#accounts/account.ts'
import { AccountError } from '#accounts/create.ts'
import { allAccounts, hasAccounts } from '#accounts/directory.ts'
import { type Config, readConfig } from '#config/config.ts'
import type { Database } from '#db/client.ts'
import { connect, type Connected, connectWithoutMigrating } from '#db/setup/connect.ts'
import { listAppliedMigrations } from '#db/setup/migrate.ts'
import { mayMigrateWith } from '#installation/check_secret.ts'

/**
 * Runs a command on the database, starting the embedded server unless one runs. `any_secret`: it may migrate a database of another secret.
 * @throws AccountError where there is no installation @throws SecretError before it migrates a database of another secret
 */
export function withDatabase<Result>(
  work: (database: Database, domain: string) => Promise<Result>,
  options: { readonly any_secret?: true } = {},
): Promise<Result> {
  return withInstallation(({ database }, domain) => work(database, domain), options)
}

/** As {@link withDatabase}, for commands that open further connections. */
export function withInstallation<Result>(
  work: (connected: Connected, domain: string) => Promise<Result>,
  { any_secret = false }: { readonly any_secret?: boolean } = {},
): Promise<Result> {
  const config = readConfig(process.env)
  const own = any_secret ? {} : { mayMigrate: mayMigrateWith(config) }
  return withConnection(
    config,
    (asked, log) => connect(asked, log, own),
    (connected) => work(connected, config.domain),
  )
}

/** As {@link withInstallation}, without migrating the schema. @throws AccountError where there is no installation */
export function withReached<Result>(config: Config, work: (connected: Connected) => Promise<Result>): Promise<Result> {
  return withConnection(config, (asked, log) => connectWithoutMigrating(asked, log), work)
}

async function withConnection<Result>(
  config: Config,
  open: (config: Config, log: (line: string) => void) => Promise<Connected>,
  work: (connected: Connected) => Promise<Result>,
): Promise<Result> {
  const makeMissingError = (where: string) =>
    new AccountError(
      `There is no installation in ${where}. Start the server there once, or name another installation with DATA_DIR or DATABASE_URL.`,
    )
  if (config.database_url === null && !existsSync(join(config.data_dir, 'postgres'))) throw makeMissingError(config.data_dir)
  const connected = await open({ ...config, database_pool: 4 }, () => {})
  try {
    // an instance created before the first start would keep the first start from creating its own
    if (!(await hasInstances(connected.database))) throw makeMissingError('this database')
    return await work(connected)
  } finally {
    await connected.close()
  }
}

async function hasInstances(database: Database): Promise<boolean> {
  const isMigrated = (await listAppliedMigrations(database.driver)).length > 0
  return isMigrated && (await hasAccounts(database))
}

/** The instance of this subdomain. @throws AccountError when there is none */
export async function accountNamed(database: Database, subdomain: string): Promise<Account> {
  const found = (await allAccounts(database)).find((account) => account.subdomain === subdomain)
  if (found === undefined) throw new AccountError(`There is no instance "${subdomain}"`)
  return found
}
