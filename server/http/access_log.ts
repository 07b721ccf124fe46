/** The access log: a line of JSON on the standard output for each answered request, when the operator wants it. Who reads it holds up nobody. */
import { once } from 'node:events'
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { holdsSecret } from '../auth/secrets.ts'
import type { Log } from '../context.ts'
import { onceASecond } from '../lib/once_a_second.ts'
import { countDroppedLine } from '../metrics.ts'

/** What is said of one request. What is not known is null; a request that was refused as bytes has neither method nor path. */
export interface AccessLine {
  /** When its head had come in, by the machine's clock. */
  readonly time: string
  readonly request_id: string | null
  readonly method: string | null
  readonly route: string | null
  /** Without its query, and without secrets. */
  readonly path: string | null
  /** 499 where the caller had gone before the answer began. */
  readonly status: number
  /** The connection ended before the answer had gone out as a whole. */
  readonly aborted?: true
  /** Of the answer with its head, as handed to the system. */
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
  /** Writes a line, or leaves it out and counts it: never waits. */
  add(line: AccessLine): void
  /** Writes what is waiting; takes a few seconds at most. */
  close(): Promise<void>
}

const STANDARD_OUTPUT = 1
/** Bytes written at once, so that lines of several processes do not mix in a file. */
const WHOLE = 4096
/** Bytes that wait for a reader that is slow; some 10,000 lines. */
const LONGEST_BACKLOG = 4_194_304
const CLOSE_MS = 2000

/** Something that lines are written to. */
interface Output {
  /** False when there is no room for it. */
  write(text: string): boolean
  /** Resolves when all is written. */
  end(): Promise<unknown>
  /** From now on nothing is waited for. */
  letGo(): void
}

/**
 * A pipe, a socket or a terminal. Node writes to it without waiting, and keeps what it does not take.
 * @param failed is told of each fault, and whether it is the last
 */
function toPipe(output: NodeJS.WriteStream, failed: (error: Error, isLast: boolean) => void): Output {
  output.on('error', (error) => failed(error, true)) // a stream that has failed takes nothing more
  return {
    write: (text) => output.writableLength + text.length <= LONGEST_BACKLOG && (output.write(text), true),
    end: () => new Promise((resolve) => output.write('', resolve)),
    letGo: () => {},
  }
}

/** A file: a disk that is full may have room again. */
function toFile(failed: (error: Error, isLast: boolean) => void): Output {
  const output = pino.destination({ dest: STANDARD_OUTPUT, sync: false, maxLength: LONGEST_BACKLOG, maxWrite: WHOLE })
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

/** Opens the access log. `log` is told, once a second, that lines are left out. */
export function openAccessLog(log: Log): AccessLog {
  const sayOnce = onceASecond()
  let isGone = false
  let dropped = 0
  const leaveOut = () => {
    dropped += 1
    countDroppedLine()
    sayOnce('dropped', () => log.error({ dropped }, 'the access log is read too slowly, or by nobody: lines were left out'))
  }
  const failed = (error: Error, isLast: boolean) => {
    isGone ||= isLast
    log.error({ err: error }, 'the access log could not be written') // once a second, as all faults of the system
  }
  const output = process.stdout instanceof Socket ? toPipe(process.stdout, failed) : toFile(failed)
  return {
    add(line) {
      if (isGone || !output.write(`${JSON.stringify(line)}\n`)) leaveOut()
    },
    async close() {
      if (isGone) return
      const ended = output.end().catch(() => {}) // said by `failed`
      await Promise.race([ended, sleep(CLOSE_MS, undefined, { ref: false })])
      output.letGo()
    },
  }
}

const MOST_PATH = 500
const MASK = '***'
/** What stands in a path where no route says what it is: words, numbers, versions. Secrets look otherwise. */
const PLAIN = /^(?:[a-z_.-]{1,40}|v\d{1,2}|\d{1,20})$/i
/** An id, a key or a name in its place. Not here: addresses of mail, and what is written in percent signs. */
const VALUE = /^[\w.~:-]{1,100}$/
/** Parameters of routes whose value opens something. */
const SECRET_PARAMETERS: readonly string[] = [':token']

/**
 * A path as it may be logged: without its query, and with stars where a secret stands or may stand. `route` is its pattern; null when it leads
 * to none.
 */
export function loggedPath(url: string, route: string | null): string {
  const path = url.split(/[?#;]/, 1)[0] as string
  const pattern = route?.split('/') ?? []
  const isOpen = route === null || route.endsWith('*')
  const shown = path
    .slice(0, MOST_PATH)
    .split('/')
    .map((part, index) => {
      const place = pattern[index]
      if (part === '' || part === place) return part
      if (holdsSecret(part)) return MASK // a caller's mistake, such as a token in the place of its id
      if (place === undefined || place === '*') return isOpen && PLAIN.test(part) ? part : MASK
      if (SECRET_PARAMETERS.includes(place)) return MASK
      return (place.startsWith(':') ? VALUE : PLAIN).test(part) ? part : MASK
    })
  return shown.join('/')
}
