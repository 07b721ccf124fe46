/** The process's log: JSON lines. It is read by more people than the database is, so it holds no record of a customer. */
import pino, { type DestinationStream } from 'pino'
import type { Config } from './config.ts'
import type { Log } from './context.ts'
import { wordsOf } from './lib/error_words.ts'
import { throttled } from './throttled_log.ts'
import { currentTrace, traceMembers } from './tracing/trace.ts'

const DEEPEST_CAUSE = 5
const STANDARD_OUTPUT = 1
const STANDARD_ERROR = 2
/** Characters that wait for an output that takes none; beyond them lines are left out. */
const LONGEST_BACKLOG = 1_000_000
/** What tells a fault of the database. Not here: its message, `detail`, `query`, `parameters`, `args`, `where`; they hold the row. */
const KEPT = ['code', 'constraint_name', 'constraint', 'schema_name', 'table_name', 'table', 'column_name', 'column', 'routine'] as const

/**
 * Makes the log; the same warning or error is written once a second. `to` is where lines go, by default the standard output. Lines of work
 * that belongs to a trace name it.
 */
export function makeLog(level: Config['log_level'], to?: DestinationStream): Log {
  const options = {
    level,
    mixin: () => traceMembers(currentTrace()),
    serializers: { err: (error: unknown) => withoutData(error, 0) },
    redact: { paths: ['*.authorization', '*.cookie', '*.password', '*.token', 'headers.authorization'], remove: true },
  }
  return throttled(pino(options, to ?? outputTo(STANDARD_OUTPUT)))
}

/** Where the log goes: the standard output, or the standard error where the access log has the output to itself. */
export function logOutput({ access_log }: Pick<Config, 'access_log'>): DestinationStream {
  return outputTo(access_log ? STANDARD_ERROR : STANDARD_OUTPUT)
}

/** Whoever reads it may go, and its disk may be full: that ends the log and not the process. */
function outputTo(dest: number): DestinationStream {
  // no line can say that lines cannot be written
  return pino.destination({ dest, sync: true, maxLength: LONGEST_BACKLOG }).on('error', () => {})
}

/** Message and stack: where in our code it was. */
function told(error: Error): { message: string; stack: string } {
  const message = wordsOf(error)
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return { message, stack: [`${error.name}: ${message}`, ...frames].join('\n') }
}

function withoutData(error: unknown, depth: number): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const known = error as unknown as Record<string, unknown>
  const { cause } = error
  const { message, stack } = told(error)
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
