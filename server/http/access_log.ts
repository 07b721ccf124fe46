/** The access log, if enabled: a line of JSON on the standard output for each answered request. A slow reader delays nothing. */
import { once } from 'node:events'
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { holdsSecret } from '#core/secrets.ts'
import type { Log } from '#core/context.ts'
import { ensureDefined } from '#lib/defined.ts'
import { onceASecond } from '#lib/once_a_second.ts'
import { countDroppedLine } from '#core/metrics.ts'

/** The fields of one request; null where unknown. A request that was refused before it was parsed has neither method nor path. */
export interface AccessLine {
  /** When its headers had arrived, by the machine's clock. */
  readonly time: string
  readonly request_id: string | null
  readonly method: string | null
  readonly route: string | null
  /** Without its query, and without secrets. */
  readonly path: string | null
  /** 499 where the client had disconnected before the answer began. */
  readonly status: number
  /** The connection ended before the whole answer was sent. */
  readonly aborted?: true
  /** Of the answer with its headers, as handed to the system. */
  readonly bytes: number
  readonly duration_ms: number
  readonly account_id: number | null
  readonly actor_id: number | null
  readonly credential: string | null
  readonly credential_id: number | null
  readonly address: string | null
  readonly user_agent: string | null
  readonly trace_id: string | null
}

/** Where lines go. */
export interface AccessLog {
  /** Writes a line, or drops and counts it: never waits. */
  add(line: AccessLine): void
  /** Writes what is buffered; takes a few seconds at most. */
  close(): Promise<void>
}

const STANDARD_OUTPUT = 1
/** Bytes written at once, so that lines of several processes do not interleave in a file. */
const WHOLE = 4096
/** Bytes buffered for a slow reader; some 10,000 lines. */
const MAX_BACKLOG = 4_194_304
const CLOSE_MS = 2000

/** A destination for lines. */
interface Output {
  /** False when the buffer is full. */
  write(text: string): boolean
  /** Resolves when everything is written. */
  end(): Promise<unknown>
  /** Stops waiting for what is still buffered. */
  letGo(): void
}

/**
 * A pipe, a socket or a terminal. Node writes to it without blocking, and buffers what it does not take.
 * @param failed is called for each error; `isLast` when the output cannot be used any more
 */
function toPipe(output: NodeJS.WriteStream, failed: (error: Error, isLast: boolean) => void): Output {
  output.on('error', (error) => failed(error, true)) // a stream that has failed accepts nothing more
  return {
    write: (text) => output.writableLength + text.length <= MAX_BACKLOG && (output.write(text), true),
    end: () => new Promise((resolve) => output.write('', resolve)),
    letGo: () => {},
  }
}

/** A file: a full disk may have space again. */
function toFile(failed: (error: Error, isLast: boolean) => void): Output {
  const output = pino.destination({ dest: STANDARD_OUTPUT, sync: false, maxLength: MAX_BACKLOG, maxWrite: WHOLE })
  let hasRoom = true
  output.on('drop', () => (hasRoom = false)).on('error', (error: Error) => failed(error, false))
  return {
    write(text) {
      hasRoom = true
      output.write(text)
      return hasRoom
    },
    end() {
      const written = once(output, 'close')
      output.end()
      return written
    },
    letGo: () => output.destroy(),
  }
}

/** Opens the access log. `log` receives, once a second, the number of dropped lines. */
export function openAccessLog(log: Log): AccessLog {
  const sayOnce = onceASecond()
  let isGone = false
  let dropped = 0
  const leaveOut = () => {
    dropped += 1
    countDroppedLine()
    sayOnce('dropped', () => log.error({ dropped }, 'the access log is read too slowly or not at all: lines were dropped'))
  }
  const reportFailure = (error: Error, isLast: boolean) => {
    isGone ||= isLast
    log.error({ err: error }, 'the access log could not be written') // once a second, as all system errors
  }
  const output = process.stdout instanceof Socket ? toPipe(process.stdout, reportFailure) : toFile(reportFailure)
  return {
    add(line) {
      if (isGone || !output.write(`${JSON.stringify(line)}\n`)) leaveOut()
    },
    async close() {
      if (isGone) return
      const ended = output.end().catch(() => {}) // reported by `failed`
      await Promise.race([ended, sleep(CLOSE_MS, undefined, { ref: false })])
      output.letGo()
    },
  }
}

const MAX_PATH = 500
const MASK = '***'
/** Path segments that are safe where no route defines them: words, numbers, versions. Secrets look different. */
const PLAIN = /^(?:[a-z_.-]{1,40}|v\d{1,2}|\d{1,20})$/i
/** An id, a key or a name as a path parameter. Not included: e-mail addresses, and anything percent-encoded. */
const VALUE = /^[\w.~:-]{1,100}$/
/** Route parameters whose value grants access. */
const SECRET_PARAMETERS: readonly string[] = [':token']

/**
 * A path as it may be logged: without its query, and with stars in place of actual and possible secrets. `route` is its pattern; null when
 * it matches none.
 */
export function toLoggedPath(url: string, route: string | null): string {
  const path = ensureDefined(url.split(/[?#;]/, 1)[0])
  const pattern = route?.split('/') ?? []
  const isOpen = route === null || route.endsWith('*')
  const shown = path
    .slice(0, MAX_PATH)
    .split('/')
    .map((part, index) => {
      const place = pattern[index]
      if (part === '' || part === place) return part
      if (holdsSecret(part)) return MASK // a caller's mistake, such as a token in place of its id
      if (place === undefined || place === '*') return isOpen && PLAIN.test(part) ? part : MASK
      if (SECRET_PARAMETERS.includes(place)) return MASK
      return (place.startsWith(':') ? VALUE : PLAIN).test(part) ? part : MASK
    })
  return shown.join('/')
}
