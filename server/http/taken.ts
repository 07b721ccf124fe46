/** What two writers at once cannot both have: the second is refused in the words that would have met him a moment later. */
import type { Context } from '../context.ts'
import { isUniqueViolation } from '../db/client.ts'
import { type Details, RecordInvalid } from '../errors.ts'

/** A unique index, and what is said when it refuses a row. */
export interface Taken {
  readonly index: string
  readonly details: Details
}

/** The usual words for a member whose value somebody else has. `title` is its name in messages. */
export function takenBy(index: string, member: string, title: string, said = 'has already been taken'): Taken {
  return { index, details: { [member]: [{ description: `${title}: ${said}`, error: 'DuplicateValue' }] } }
}

/** Writers at the same time of which one has to find what another has just made. */
const MOST_TRIES = 3

/**
 * Runs a whole transaction anew where somebody else has just made the record that it was to make, and in which `member` is unique: now it is
 * there to be found. Inside of another transaction it is run once, for one in which something was refused cannot go on.
 * @throws RecordInvalid of the last try
 */
export async function findingTwins<Result>(ctx: Context, member: string, transact: () => Promise<Result>): Promise<Result> {
  const most = ctx.db.is_transaction ? 1 : MOST_TRIES
  for (let tries = 1; ; tries++) {
    try {
      return await transact()
    } catch (error) {
      const isTwin = error instanceof RecordInvalid && error.details[member]?.some((problem) => problem.error === 'DuplicateValue') === true
      if (!isTwin || tries === most) throw error
    }
  }
}

/** Runs a write. @throws RecordInvalid when the index says that somebody else was faster */
export async function refusingTaken<Result>(taken: Taken, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (isUniqueViolation(error, taken.index)) throw new RecordInvalid(taken.details)
    throw error
  }
}
