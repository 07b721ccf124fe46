/**
 * The early part of a start, before most of the server's modules are imported: checks what could prevent the start, and starts the embedded
 * PostgreSQL, which comes up during those imports. It must import little itself. Not here: opening the database (db/setup/connect.ts).
 */
import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import type { Config } from '#config/config.ts'
import { startConfigured } from '#db/embedded/configured.ts'
import type { EmbeddedPostgres } from '#db/embedded/start.ts'
import { findInstallationSecret } from '#installation/secret.ts'
import { requireFreePort } from '#http/port.ts'

/** What the early part of a start has started. */
export interface EarlyStart {
  /** Stopped by the code that opens the database on it. Null if DATABASE_URL names another server. */
  readonly embedded: Promise<EmbeddedPostgres> | null
  /** Stops the embedded PostgreSQL if the rest of the start fails; stopping it twice is harmless. */
  stop(hurry: AbortSignal): Promise<void>
}

/**
 * Checks ports and installation secret, and starts the embedded PostgreSQL without waiting for it.
 * @param asked ends the wait for PostgreSQL
 * @throws SecretError, and the system's error for a port that cannot be used
 */
export async function startEarly(config: Config, say: (line: string) => void, asked: AbortSignal): Promise<EarlyStart> {
  await requireStartable(config)
  const embedded = config.database_url === null ? startConfigured(config, say, asked) : null
  // the error is reported where the database is opened
  const server = embedded?.catch(() => undefined)
  await nextLoopTurn() // importing the rest blocks the event loop, so PostgreSQL's process must be spawned before
  return { embedded, stop: async (hurry) => (await server)?.stop(hurry) }
}

/** Runs before anything is created. @throws SecretError, and the system's error for a port that cannot be used */
export async function requireStartable(config: Config): Promise<void> {
  if (config.role !== 'worker') await requireFreePort(config.port, config.host)
  if (config.health_port !== null) await requireFreePort(config.health_port, config.host, 'DESKHAND_HEALTH_PORT')
  await findInstallationSecret(config)
}
