/** The process's log: JSON lines. More people can read it than the database, so it contains no customer data. */
import pino, { type DestinationStream } from 'pino'
import type { Config } from '#config/config.ts'
import type { Log } from '#core/context.ts'
import { memberOf, wordsOf } from '#lib/error_words.ts'
import { throttleLog } from './throttled_log.ts'
import { currentTrace, traceMembers } from '#tracing/trace.ts'

const MAX_CAUSE_DEPTH = 5
const STANDARD_OUTPUT = 1
const STANDARD_ERROR = 2
/** Characters buffered for a blocked output; beyond this lines are dropped. */
const MAX_BACKLOG = 1_000_000
/** Identifies an error of the database. Not included: its message, `detail`, `query`, `parameters`, `args`, `where`; they hold the row. */
const KEPT = ['code', 'constraint_name', 'constraint', 'schema_name', 'table_name', 'table', 'column_name', 'column', 'routine'] as const

/**
 * Creates the log; the same warning or error is written once a second. `to` is the destination, by default the standard output. Lines
 * logged within a trace have its ids.
 */
export function makeLog(level: Config['log_level'], to?: DestinationStream): Log {
  const options = {
    level,
    mixin: () => traceMembers(currentTrace()),
    serializers: { err: (error: unknown) => withoutData(error, 0) },
    redact: { paths: ['*.authorization', '*.cookie', '*.password', '*.token', 'headers.authorization'], remove: true },
  }
  return throttleLog(pino(options, to ?? outputTo(STANDARD_OUTPUT)))
}

/** The destination of the log: the standard output, or the standard error where the access log uses the output. */
export function logOutput({ access_log }: Pick<Config, 'access_log'>): DestinationStream {
  return outputTo(access_log ? STANDARD_ERROR : STANDARD_OUTPUT)
}

/** The reader may disconnect, and the disk may be full: that ends the log and not the process. */
function outputTo(dest: number): DestinationStream {
  // there is no way to log that the log cannot be written
  return pino.destination({ dest, sync: true, maxLength: MAX_BACKLOG }).on('error', () => {})
}

/** Message and stack, which shows the place in our code. */
function messageAndStack(error: Error): { message: string; stack: string } {
  const message = wordsOf(error)
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return { message, stack: [`${error.name}: ${message}`, ...frames].join('\n') }
}

function withoutData(error: unknown, depth: number): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const { cause } = error
  const { message, stack } = messageAndStack(error)
  return {
    type: error.constructor.name,
    message,
    ...Object.fromEntries(KEPT.filter((key) => typeof memberOf(error, key) === 'string').map((key) => [key, memberOf(error, key)])),
    stack,
    ...(cause === undefined || depth === MAX_CAUSE_DEPTH ? {} : { cause: withoutData(cause, depth + 1) }),
    ...(error instanceof AggregateError && depth < MAX_CAUSE_DEPTH
      ? { errors: error.errors.map((inner: unknown) => withoutData(inner, depth + 1)) }
      : {}),
  }
}
