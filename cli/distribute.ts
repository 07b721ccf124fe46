/** The command that distributes the database by account, with Citus. */
import { AccountError } from '#accounts/create.ts'
import { readConfig } from '#config/config.ts'
import { distribute, planFor } from '#db/setup/distribute.ts'
import { MAX_SHARDS, writePlan } from '#db/distribution/plan.ts'
import { withReached } from './database.ts'

interface DistributeArguments {
  readonly shards: string
  readonly dryRun?: boolean
}

/**
 * Distributes the database, or says with `dryRun` by which SQL it would.
 * @throws AccountError for a number of shards that is out of bounds @throws DistributionError
 */
export async function distributeDatabase({ shards: given, dryRun }: DistributeArguments, say: (line: string) => void): Promise<string> {
  const shards = Number(given)
  if (!/^\d{1,3}$/.test(given) || shards < 1 || shards > MAX_SHARDS)
    throw new AccountError(`--shards must be a whole number from 1 to ${MAX_SHARDS}, not "${given}"`)
  return withReached(readConfig(process.env), async ({ database }) => {
    if (dryRun === true) {
      const plan = await planFor(database, shards)
      return plan.length === 0 ? '-- All tables are distributed.' : writePlan(plan).trimEnd()
    }
    const tables = await distribute(database, { shards, log: say })
    return tables === 0 ? 'All tables were distributed already.' : `Distributed ${tables} tables. Start Deskhand again.`
  })
}
