/**
 * Transient faults of the database: which errors they are, what the caller is shown, and whether anything was committed. Pure; the only
 * file that has the codes of outages.
 * @source https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
import { memberOf } from '#lib/error_words.ts'
import { isNodeLost, findViolatedConstraint } from './citus_errors.ts'

/** `unreachable`: no connection. `lost`: it broke during a statement. `refused`: a statement was not executed. `full`: the disk is full. */
export type OutageKind = 'unreachable' | 'lost' | 'refused' | 'full'

/** One transient fault. */
export interface Outage {
  readonly kind: OutageKind
  readonly code: string
  /** For the caller: what happened, and what to do. */
  readonly words: string
}

const AGAIN = 'Please try again in a moment'
const SLOW = 'The request took too long. Ask for less at a time, or try again in a moment.'
const HELD = 'Something that this request needs is held by somebody else. Please try again in a moment.'
const CLASH = 'Somebody else changed the same records at the same moment. Please try again.'
const READ_ONLY = 'Nothing can be changed at the moment. Please try again later.'
const FULL = 'The database has no room left'

/** Code of a pool that had no free connection in time. */
export const NO_CONNECTION_FREE = 'NO_CONNECTION_FREE'
/** Code of a transaction that Citus rolled back because a worker is away. */
const NODE_LOST = 'NODE_LOST'
/** Code of a session on a standby: it counts as lost, so that the next one may lead to the primary. */
export const STANDBY = 'STANDBY'
/** Code of an address of several hosts, none of which is the primary. */
export const NO_PRIMARY = 'NO_PRIMARY'
/** Code of work whose request was already answered as timed out. */
export const OUT_OF_TIME = 'OUT_OF_TIME'

const LOCK_NOT_GRANTED = '55P03'
const CLASHES: ReadonlySet<string> = new Set(['40001', '40P01'])
/** Key violations: an act that checks before it writes gets one only if a concurrent one was faster. */
const KEYS_CHANGED: ReadonlySet<string> = new Set(['23503', '23505'])

/** SQLSTATE, or a code of the driver or the system → its meaning. */
const OUTAGES: Readonly<Record<string, readonly [OutageKind, string]>> = {
  ...codes('unreachable', AGAIN, [
    'ECONNREFUSED',
    'ENOENT',
    'EHOSTUNREACH',
    'EHOSTDOWN',
    'ENETUNREACH',
    'ENETDOWN',
    'ENOTFOUND',
    'EAI_AGAIN',
    'CONNECT_TIMEOUT',
    'CONNECTION_ENDED',
    NO_CONNECTION_FREE,
    NODE_LOST,
    NO_PRIMARY,
    // starting or stopping; too many connections; errors of a server or a pooler before there is a session
    '57P03',
    '53300',
    '08001',
    '08004',
    '08P01',
    '28000',
    '28P01',
    '3D000',
  ]),
  ...codes('lost', AGAIN, [
    'CONNECTION_CLOSED',
    'CONNECTION_DESTROYED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    STANDBY,
    '08000',
    '08003',
    '08006',
    '08007',
    // the last message of PostgreSQL in a session: shut down, crashed, idle or in a transaction for too long
    '57P01',
    '57P02',
    '57P05',
    '25P03',
    '25P04',
  ]),
  ...codes('refused', SLOW, ['57014', OUT_OF_TIME]),
  ...codes('refused', HELD, [LOCK_NOT_GRANTED, '55006']),
  ...codes('refused', CLASH, [...CLASHES]),
  ...codes('refused', READ_ONLY, ['25006']),
  ...codes('refused', AGAIN, ['53000', '53200', '58030']),
  ...codes('full', FULL, ['53100']),
}
const LOST_BEFORE = /^Client (?:has encountered a connection error|was closed) and is not queryable$/
/** Codes that PostgreSQL itself sends as it ends a session, so the statement was rolled back with its transaction. */
const SENT_BY_SERVER = /^(?:57P0[125]|25P0[34])$/

function codes(kind: OutageKind, message: string, list: readonly string[]): Record<string, readonly [OutageKind, string]> {
  return Object.fromEntries(list.map((code) => [code, [kind, message] as const]))
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const code = memberOf(error, 'code')
  // PostgreSQL sends it for an incorrect statement, a pooler for a session that it ends
  if (code === '08P01' && memberOf(error, 'severity') !== 'FATAL') return ''
  // the driver of the queue has no code for a connection that was lost before
  if (code === undefined && LOST_BEFORE.test(error.message)) return 'CONNECTION_CLOSED'
  // a missing socket, not a missing file
  if (code === 'ENOENT' && memberOf(error, 'syscall') !== 'connect') return ''
  if (isNodeLost(error)) return NODE_LOST
  if (findViolatedConstraint(error) !== undefined) return '23505'
  return String(code)
}

/** The outage that an error stands for; undefined when it is not a transient fault. */
export function outageOf(error: unknown): Outage | undefined {
  const code = codeOf(error)
  const known = Object.hasOwn(OUTAGES, code) ? OUTAGES[code] : undefined
  return known === undefined ? undefined : { code, kind: known[0], words: known[1] }
}

/** True when a connection broke during a statement. {@link isUndone} says whether the statement was executed. */
export function isConnectionLoss(error: unknown): boolean {
  const kind = outageOf(error)?.kind
  return kind === 'lost' || codeOf(error) === 'CONNECT_TIMEOUT'
}

/** True when a statement waited for a lock for as long as it may. */
export function isHeldByLock(error: unknown): boolean {
  return codeOf(error) === LOCK_NOT_GRANTED
}

/**
 * True when a transaction was rolled back because of a concurrent one: a deadlock, a serialization failure, or a key that the other one
 * removed or took after it was checked.
 */
export function isClash(error: unknown): boolean {
  const code = codeOf(error)
  return CLASHES.has(code) || KEYS_CHANGED.has(code)
}

/** True when the database could not be reached at all, so that nothing was executed and the caller may retry. */
export function isUnreachable(error: unknown): boolean {
  return outageOf(error)?.kind === 'unreachable'
}

/** A `select` without effects: it calls no function that sends notifications or sets a sequence, and no function of the job queue. */
const READS = /^\s*select\b(?!.*\b(?:pg_notify\b|setval\b|graphile_worker\.\w+\s*\())/is
/** The same with common table expressions, which may change something themselves. */
const READS_WITH = /^\s*with\b(?!.*\b(?:insert|update|delete|merge|pg_notify|setval|graphile_worker)\b)/is

/** What was found of texts, since matching one takes some microseconds. Texts that are built are unbounded, so it is emptied when it is full. */
const readsByText = new Map<string, boolean>()
const KNOWN_LIMIT = 2000
const LONG_TEXT = 10_000

/** True for a statement that changes nothing, whatever happens to its connection. */
export function isRead(text: string): boolean {
  const found = readsByText.get(text)
  if (found !== undefined) return found
  const reads = READS.test(text) || READS_WITH.test(text)
  if (readsByText.size >= KNOWN_LIMIT) readsByText.clear()
  if (text.length < LONG_TEXT) readsByText.set(text, reads)
  return reads
}

const undone = new WeakSet<Error>()

/** Marks an error: what it interrupted was rolled back, either a transaction before its commit or a statement that only reads. */
export function noteUndone(error: unknown): void {
  if (error instanceof Error) undone.add(error)
}

/** False when it is unknown whether what an error interrupted was committed, as when a connection breaks during the commit. */
export function isUndone(error: unknown): boolean {
  if (outageOf(error)?.kind !== 'lost') return true
  return SENT_BY_SERVER.test(codeOf(error)) || (error instanceof Error && undone.has(error))
}

/** An outage detected on our side of the connection. */
export class DatabaseFault extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
