import type { Config } from '#config/config.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts'

/** The part of the configuration that the embedded PostgreSQL depends on. */
type EmbeddedConfig = Pick<Config, 'database_pool' | 'data_dir'> & Partial<Pick<Config, 'web_processes'>>

/** Connections of each process beside its pool: five for statements that wait for no transaction, two for probes, one for lookups. */
const BESIDE_POOL = 8
/** One process listens for all. */
const OF_LISTENER = 1
const OF_JOBS = 15
const OF_COMMANDS = 20

/**
 * Starts the embedded PostgreSQL of a configuration, with enough connections for all its processes.
 * @param asked ends the wait for a server that is starting
 * @throws EmbeddedPostgresError if it cannot be started
 */
export function startConfigured(config: EmbeddedConfig, log: (line: string) => void, asked?: AbortSignal): Promise<EmbeddedPostgres> {
  const connections = connectionsOf(config.web_processes ?? 1, config.database_pool)
  return startEmbeddedPostgres({ data_dir: config.data_dir, connections, log, ...(asked && { signal: asked }) })
}

/** The most connections that the processes of one start keep open: web processes, the one beside them with its jobs, and commands. */
function connectionsOf(web_processes: number, pool: number): number {
  return web_processes * (pool + BESIDE_POOL) + (pool + BESIDE_POOL + OF_LISTENER + OF_JOBS) + OF_COMMANDS
}
