/** What follows the commit of an import. */
import { ACCOUNTS_TOPIC } from '#accounts/directory.ts'
import { invalidateEverywhere } from '#db/cache.ts'
import type { Connected } from '#db/setup/connect.ts'
import { ACCOUNT_MOVES_TOPIC } from '#db/topics.ts'
import { messageOf } from '#lib/error_words.ts'
import { BackupError, type InstanceRecord } from './manifest.ts'

/**
 * Tells every process of an instance that was imported, and then does what is left.
 * @throws BackupError that says so when it fails: the instance is in all the same
 */
export async function announceInstance(
  { database }: Connected,
  { id }: InstanceRecord,
  finish: () => Promise<void> = async () => {},
): Promise<void> {
  try {
    await invalidateEverywhere(database, ACCOUNT_MOVES_TOPIC, String(id))
    await invalidateEverywhere(database, ACCOUNTS_TOPIC)
    await finish()
  } catch (error) {
    throw new BackupError(
      `The instance is imported, but what follows has failed (${messageOf(error)}): it answers within half a minute; run "vacuum analyze" in the database`,
    )
  }
}
