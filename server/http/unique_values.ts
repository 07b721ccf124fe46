/** Values that must be unique even between concurrent writers: the second is refused with the message it would get a moment later. */
import type { Context } from '#core/context.ts'
import { isUniqueViolation } from '#db/unique_violation.ts'
import { type Details, RecordInvalid } from '#core/errors.ts'

/** A unique index, and the problems reported when it refuses a row. */
export interface UniqueIndex {
  readonly index: string
  readonly details: Details
}

/** The usual message for a value that is already taken. `title` is the member's name in messages. */
export function uniqueIndex(index: string, member: string, title: string, message = 'has already been taken'): UniqueIndex {
  return { index, details: { [member]: [{ description: `${title}: ${message}`, error: 'DuplicateValue' }] } }
}

/** Each repeat means that another writer has created the record in between. */
const MAX_TRIES = 3

/**
 * Repeats a whole transaction when another writer has just created the record it was to create, which a refusal under one of `members`
 * shows: now it can be found. Inside another transaction it runs once, since a transaction with a failed statement cannot continue.
 * @throws RecordInvalid of the last try
 */
export async function retryOnDuplicate<Result>(ctx: Context, members: readonly string[], transact: () => Promise<Result>): Promise<Result> {
  const most = ctx.db.is_transaction ? 1 : MAX_TRIES
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

/** How to find a record, change an existing one, or create it. */
interface FindOrMake<Row, Result> {
  readonly find: () => Promise<Row | undefined>
  readonly change: (row: Row) => Promise<Result>
  readonly make: () => Promise<Result>
}

/**
 * Changes the record if it exists, else creates it. If creating is refused and the record now exists, another writer has just created it,
 * and it is changed. Inside another transaction there is no second search. @throws RecordInvalid
 */
export async function changeOrMake<Row, Result>(ctx: Context, { find, change, make }: FindOrMake<Row, Result>): Promise<Result> {
  const known = await find()
  if (known !== undefined) return change(known)
  try {
    return await make()
  } catch (error) {
    const existing = error instanceof RecordInvalid && !ctx.db.is_transaction ? await find() : undefined
    if (existing === undefined) throw error
    return change(existing)
  }
}

/** Runs a write. @throws RecordInvalid when it violates the unique index */
export async function refuseDuplicates<Result>(taken: UniqueIndex, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (isUniqueViolation(error, taken.index)) throw new RecordInvalid(taken.details)
    throw error
  }
}
