/** What two writers at once cannot both have: the second is refused in the words that would have met him a moment later. */
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

/** Runs a write. @throws RecordInvalid when the index says that somebody else was faster */
export async function refusingTaken<Result>(taken: Taken, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (isUniqueViolation(error, taken.index)) throw new RecordInvalid(taken.details)
    throw error
  }
}
