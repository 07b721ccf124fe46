/** Problems of a record that many kinds of records have. */
import type { Problem } from './errors.ts'

/** A member that must not be blank. */
export function makeBlankProblem(title: string): Problem {
  return { description: `${title}: cannot be blank`, error: 'BlankValue' }
}

/** A member whose value cannot be used. */
export function makeInvalidProblem(title: string): Problem {
  return makeValueProblem(`${title}: is invalid`)
}

/** The same with a description that says why, or where. */
export function makeValueProblem(description: string): Problem {
  return { description, error: 'InvalidValue' }
}
