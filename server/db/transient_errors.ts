/** Faults that pass, as work sees them that can wait: what failed by one can be done later just as well, and nobody need be told that it failed. */
import { OUT_OF_TIME, outageOf } from './outage.ts'

/** A statement was cancelled or a lock not given: somebody is in the way, and it may be this very statement. Deadlocks and write conflicts. */
const BUSY: ReadonlySet<string> = new Set(['57014', '55P03', '55006', '40001', '40P01', OUT_OF_TIME])
/** A full disk, and a quota that is used up. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS'])
/** What acts answer for such faults. */
const STATUSES: ReadonlySet<unknown> = new Set([503, 507])

/** `away`: it lasts as long as it lasts, and nothing else could be done meanwhile. `busy`: it should be over soon. */
export type TransientKind = 'away' | 'busy'

/** How long an error may be waited out; undefined when it is a fault of its own. Several errors pass when each of them does. */
export function transientKind(error: unknown): TransientKind | undefined {
  if (error instanceof AggregateError) {
    const kinds = error.errors.map(transientKind)
    if (kinds.length === 0 || kinds.includes(undefined)) return undefined
    return kinds.includes('busy') ? 'busy' : 'away'
  }
  if (!(error instanceof Error)) return undefined
  const outage = outageOf(error)
  if (outage !== undefined) return BUSY.has(outage.code) ? 'busy' : 'away'
  const { code, status } = error as { code?: unknown; status?: unknown }
  return STATUSES.has(status) || FULL.has(code) ? 'away' : undefined
}
