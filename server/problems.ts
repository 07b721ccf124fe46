/** Problems of a record that many kinds of records have. */
import type { Problem } from './errors.ts'

/** A member that must not be blank. */
export function makeBlankProblem(title: string): Problem {
  return { description: `${title}: cannot be blank`, error: 'BlankValue' }
}

/** A member whose value cannot be used. */
export function makeInvalidProblem(title: string): Problem {
  return { description: `${title}: is invalid`, error: 'InvalidValue' }
}
