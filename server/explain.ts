/** Says in one line why the process could not start, and what to do. */
import { ConfigError } from './config.ts'
import { DatabaseError } from './db/connect.ts'
import { EmbeddedPostgresError } from './db/embedded/error.ts'
import { MigrationError } from './db/migrate.ts'
import { PepperError } from './pepper.ts'

const KNOWN = [ConfigError, DatabaseError, EmbeddedPostgresError, MigrationError, PepperError]

/** A sentence for what the operator can mend; the whole stack for what he cannot. */
export function explain(error: unknown): string {
  if (KNOWN.some((kind) => error instanceof kind)) return `Deskhand cannot start: ${(error as Error).message}`
  const { code, port, address } = error as { code?: string; port?: number; address?: string }
  if (code === 'EADDRINUSE')
    return `Deskhand cannot start: port ${port} is taken. Stop what uses it, or choose another: PORT=8081 npm start`
  if (code === 'EACCES' && port !== undefined) return `Deskhand cannot start: it may not listen on port ${port}. Choose one above 1023.`
  if (code === 'EADDRNOTAVAIL') return `Deskhand cannot start: HOST=${address} is no address of this machine`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
