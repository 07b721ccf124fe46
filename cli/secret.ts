/** The command that binds the database to the current secret. */
import { readConfig } from '#config/config.ts'
import type { Database } from '#db/client.ts'
import { acceptInstallationSecret } from '#installation/check_secret.ts'
import { withDatabase } from './database.ts'

/** Records the current secret as the one of the database. @throws AccountError @throws SecretError when there is none */
export function acceptSecret(): Promise<string> {
  const config = readConfig(process.env)
  const accept = async (database: Database) => {
    const fingerprint = await acceptInstallationSecret(config, database)
    return `The secret here (fingerprint ${fingerprint}) is now the secret of the database. Restart every process that has another.`
  }
  return withDatabase(accept, { any_secret: true })
}
