/**
 * Acts that met another one: PostgreSQL took them back because both waited for each other, or because what they had read was gone, or taken, when
 * they wrote. They are begun again, where nothing of them is left, and read what there is then.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { RequestScope } from '../db/client.ts'
import { isClash } from '../db/outage.ts'
import { countRepeat } from '../metrics.ts'

const MOST_REPEATS = 2
/** Two that met would meet again if they began together. */
const LONGEST_PAUSE_MS = 100

/**
 * Does `act`, and does it again from its beginning when it met another one, twice at most. Only where nothing of the errand was committed:
 * what an act does beside its transactions must do no harm when it is done twice.
 * @throws whatever the last try threw
 */
export async function repeatAfterClash<Result>(errand: RequestScope, act: () => Promise<Result>): Promise<Result> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await act()
    } catch (error) {
      if (repeats === MOST_REPEATS || errand.has_committed || !isClash(error)) throw error
      countRepeat()
      await sleep(Math.random() * LONGEST_PAUSE_MS)
      if (errand.is_over) throw error
    }
  }
}
