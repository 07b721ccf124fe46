/**
 * Faults of the database that pass: which errors they are, what each says to a caller, and whether anything was done. Pure; the only
 * place that knows codes of outages.
 * @source https://www.postgresql.org/docs/current/errcodes-appendix.html
 */

/** `unreachable`: no connection. `lost`: it broke under a statement. `refused`: a statement was not carried out. `full`: no room on the disk. */
export type OutageKind = 'unreachable' | 'lost' | 'refused' | 'full'

/** One fault that passes. */
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

/** Code of a database that did not give out a connection in time. */
export const NO_CONNECTION_FREE = 'NO_CONNECTION_FREE'
/** Code of work whose caller has had the answer that it took too long. */
export const OUT_OF_TIME = 'OUT_OF_TIME'

const CLASHES: ReadonlySet<string> = new Set(['40001', '40P01'])
/** Of keys: an act that looks before it writes fails so only when another one was quicker. */
const KEYS_CHANGED: ReadonlySet<string> = new Set(['23503', '23505'])

/** SQLSTATE, or the code of the driver or of the system → what it means. */
const OUTAGES: Readonly<Record<string, readonly [OutageKind, string]>> = {
  ...codes('unreachable', AGAIN, [
    ...['ECONNREFUSED', 'ENOENT', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ENOTFOUND', 'EAI_AGAIN'],
    ...['CONNECT_TIMEOUT', 'CONNECTION_ENDED', NO_CONNECTION_FREE],
    // starting or stopping; too many connections; what a server or a pooler says before there is a session
    ...['57P03', '53300', '08001', '08004', '08P01', '28000', '28P01', '3D000'],
  ]),
  ...codes('lost', AGAIN, [
    ...['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', '08000', '08003', '08006', '08007'],
    // told by PostgreSQL as the last words of a session: shut down, crashed, idle or in a transaction for too long
    ...['57P01', '57P02', '57P05', '25P03', '25P04'],
  ]),
  ...codes('refused', SLOW, ['57014', OUT_OF_TIME]),
  ...codes('refused', HELD, ['55P03', '55006']),
  ...codes('refused', CLASH, [...CLASHES]),
  ...codes('refused', READ_ONLY, ['25006']),
  ...codes('refused', AGAIN, ['53000', '53200', '58030']),
  ...codes('full', FULL, ['53100']),
}
/** PostgreSQL has spoken, so the statement was taken back with its transaction. */
const SPOKEN = /^(?:57P0[125]|25P0[34])$/

function codes(kind: OutageKind, words: string, list: readonly string[]): Record<string, readonly [OutageKind, string]> {
  return Object.fromEntries(list.map((code) => [code, [kind, words] as const]))
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const { code, severity, syscall } = error as { code?: unknown; severity?: string; syscall?: string }
  // PostgreSQL says so of a statement that is wrong, a pooler of a session that it ends
  if (code === '08P01' && severity !== 'FATAL') return ''
  // a socket that is not there; not a file
  if (code === 'ENOENT' && syscall !== 'connect') return ''
  return String(code)
}

/** What an error says of the database; undefined when it is no fault that passes. */
export function outageOf(error: unknown): Outage | undefined {
  const code = codeOf(error)
  const known = Object.hasOwn(OUTAGES, code) ? OUTAGES[code] : undefined
  return known === undefined ? undefined : { code, kind: known[0], words: known[1] }
}

/** True when a connection broke under a statement. Whether it was carried out is told by {@link isUndone}. */
export function isConnectionLoss(error: unknown): boolean {
  const kind = outageOf(error)?.kind
  return kind === 'lost' || codeOf(error) === 'CONNECT_TIMEOUT'
}

/**
 * True when a transaction was taken back because of another one that ran beside it: a deadlock, a failed serialization, or a key that the other
 * one has removed or taken after it was looked for.
 */
export function isClash(error: unknown): boolean {
  const code = codeOf(error)
  return CLASHES.has(code) || KEYS_CHANGED.has(code)
}

/** True when an error says that the database could not be reached at all, so that nothing was done and the caller may try again. */
export function isUnreachable(error: unknown): boolean {
  return outageOf(error)?.kind === 'unreachable'
}

/** A `select` that changes nothing: it calls no function that sends notifications or sets a sequence, and no function of the job queue. */
const READS = /^\s*select\b(?!.*\b(?:pg_notify\b|setval\b|graphile_worker\.\w+\s*\())/is

/** True for a statement that changes nothing, whatever becomes of its connection. */
export function isRead(text: string): boolean {
  return READS.test(text)
}

const undone = new WeakSet<Error>()

/** Notes of an error that what it interrupted was taken back: a transaction that was not about to be committed, or a statement that only reads. */
export function noteUndone(error: unknown): void {
  if (error instanceof Error) undone.add(error)
}

/** False when it is not known whether what an error interrupted was carried out, as when a connection breaks at the commit. */
export function isUndone(error: unknown): boolean {
  if (outageOf(error)?.kind !== 'lost') return true
  return SPOKEN.test(codeOf(error)) || undone.has(error as Error)
}

/** An outage that is found on our side of the connection. */
export class DatabaseFault extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
