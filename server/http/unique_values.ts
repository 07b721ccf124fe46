/** What two writers at once cannot both have: the second is refused in the words that would have met him a moment later. */
import type { Context } from '../context.ts'
import { isUniqueViolation } from '../db/client.ts'
import { type Details, RecordInvalid } from '../errors.ts'

/** A unique index, and what is said when it refuses a row. */
export interface UniqueIndex {
  readonly index: string
  readonly details: Details
}

/** The usual words for a member whose value somebody else has. `title` is its name in messages. */
export function uniqueIndex(index: string, member: string, title: string, said = 'has already been taken'): UniqueIndex {
  return { index, details: { [member]: [{ description: `${title}: ${said}`, error: 'DuplicateValue' }] } }
}

/** Writers at the same time of which one has to find what another has just made. */
const MOST_TRIES = 3

/**
 * Runs a whole transaction anew where somebody else has just made the record that it was to make, as a refusal under one of `members` tells:
 * now it is there to be found. Inside of another transaction it is run once, for one in which something was refused cannot go on.
 * @throws RecordInvalid of the last try
 */
export async function findingTwins<Result>(ctx: Context, members: readonly string[], transact: () => Promise<Result>): Promise<Result> {
  const most = ctx.db.is_transaction ? 1 : MOST_TRIES
  for (let tries = 1; ; tries++) {
    try {
      return await transact()
    } catch (error) {
      if (!(error instanceof RecordInvalid) || !isTaken(error.details, members) || tries === most) throw error
    }
  }
}

function isTaken(details: Details, members: readonly string[]): boolean {
  return members.some((member) => details[member]?.some((problem) => problem.error === 'DuplicateValue'))
}

/** Finding a record, and what is done with one that is there, or else. */
interface FindOrMake<Row, Result> {
  readonly find: () => Promise<Row | undefined>
  readonly change: (row: Row) => Promise<Result>
  readonly make: () => Promise<Result>
}

/**
 * Changes the record there is, else makes it. Where making it is refused and it is there after all, somebody else has just made it, and it
 * is changed. Inside of another transaction nothing is looked for again. @throws RecordInvalid
 */
export async function changeOrMake<Row, Result>(ctx: Context, { find, change, make }: FindOrMake<Row, Result>): Promise<Result> {
  const known = await find()
  if (known !== undefined) return change(known)
  try {
    return await make()
  } catch (error) {
    const twin = error instanceof RecordInvalid && !ctx.db.is_transaction ? await find() : undefined
    if (twin === undefined) throw error
    return change(twin)
  }
}

/** Runs a write. @throws RecordInvalid when the index says that somebody else was faster */
export async function refusingDuplicates<Result>(taken: UniqueIndex, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (isUniqueViolation(error, taken.index)) throw new RecordInvalid(taken.details)
    throw error
  }
}
