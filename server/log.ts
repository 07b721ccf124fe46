/** The process's log: JSON lines. It is read by more people than the database is, so it holds no record of a customer. */
import pino, { type DestinationStream } from 'pino'
import type { Config } from './config.ts'
import type { Log } from './context.ts'

const DEEPEST_CAUSE = 5
/** What tells a fault of the database. Not here: `detail`, `query`, `parameters`, `args`, `where`; they hold the row. */
const KEPT = ['code', 'constraint_name', 'constraint', 'schema_name', 'table_name', 'table', 'column_name', 'column', 'routine'] as const

/** Makes the log. `to` is where lines go, by default the standard output. */
export function makeLog(level: Config['log_level'], to?: DestinationStream): Log {
  const options = {
    level,
    serializers: { err: (error: unknown) => withoutData(error, 0) },
    redact: { paths: ['*.authorization', '*.cookie', '*.password', '*.token', 'headers.authorization'], remove: true },
  }
  return to === undefined ? pino(options) : pino(options, to)
}

function withoutData(error: unknown, depth: number): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const known = error as unknown as Record<string, unknown>
  const { message, stack, cause } = error
  return {
    type: error.constructor.name,
    message,
    ...Object.fromEntries(KEPT.filter((key) => typeof known[key] === 'string').map((key) => [key, known[key]])),
    stack,
    ...(cause === undefined || depth === DEEPEST_CAUSE ? {} : { cause: withoutData(cause, depth + 1) }),
    ...(error instanceof AggregateError && depth < DEEPEST_CAUSE
      ? { errors: error.errors.map((inner: unknown) => withoutData(inner, depth + 1)) }
      : {}),
  }
}
