/**
 * Repeats acts after a conflict: PostgreSQL rolled them back because of a deadlock, or because rows they had read were gone, or values
 * taken, when they wrote. They start again, where nothing of them was committed, and read the current state.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { RequestScope } from '#db/request_scope.ts'
import { isClash } from '#db/outage.ts'
import { countRepeat } from '#core/metrics.ts'

const MAX_REPEATS = 2
/** Two acts in conflict would conflict again if both restarted at once. */
const MAX_PAUSE_MS = 100

/**
 * Runs `act`, and repeats it from the start after a conflict, twice at most. Only where nothing of the request was committed: side effects
 * of an act outside its transactions must be harmless when repeated.
 * @throws whatever the last try threw
 */
export async function repeatAfterClash<Result>(scope: RequestScope, act: () => Promise<Result>): Promise<Result> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await act()
    } catch (error) {
      if (repeats === MAX_REPEATS || scope.has_committed || !isClash(error)) throw error
      countRepeat()
      await sleep(Math.random() * MAX_PAUSE_MS)
      if (scope.is_over) throw error
    }
  }
}
