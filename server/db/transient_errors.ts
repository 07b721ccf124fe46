/** Transient errors, from the view of background work: it can be retried later, and need not be reported as failed. */
import { memberOf } from '#lib/error_words.ts'
import { OUT_OF_TIME, outageOf } from './outage.ts'

/** A statement was cancelled or a lock not granted (by other work or by this very statement), a deadlock, or a write conflict. */
const BUSY: ReadonlySet<string> = new Set(['57014', '55P03', '55006', '40001', '40P01', OUT_OF_TIME])
/** A full or read-only disk, and an exhausted quota. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS'])
/** The statuses acts answer for such errors. */
const STATUSES: ReadonlySet<unknown> = new Set([503, 507])

/** `away`: wait as long as it lasts, since nothing else could be done meanwhile. `busy`: it should be over soon. */
export type TransientKind = 'away' | 'busy'

/** The kind of a transient error; undefined for any other. An AggregateError is transient when all its errors are. */
export function transientKind(error: unknown): TransientKind | undefined {
  if (error instanceof AggregateError) {
    const kinds = error.errors.map(transientKind)
    if (kinds.length === 0 || kinds.includes(undefined)) return undefined
    return kinds.includes('busy') ? 'busy' : 'away'
  }
  if (!(error instanceof Error)) return undefined
  const outage = outageOf(error)
  if (outage !== undefined) return BUSY.has(outage.code) ? 'busy' : 'away'
  return STATUSES.has(memberOf(error, 'status')) || FULL.has(memberOf(error, 'code')) ? 'away' : undefined
}
