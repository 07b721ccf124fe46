/** Compares what a rule test expects with what is there. Pure. */
import { isObject } from '#lib/json.ts'
import type { Path } from './source.ts'

/** One difference. `path`: where in the test, also of what it leaves out. */
export interface Difference {
  readonly path: Path
  readonly text: string
}

const formatValue = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value))

/**
 * The differences. Of objects only the members that are expected are compared, lists are compared as a whole, and so is everything else.
 * Two texts of the same number are equal: an id may be written as either.
 */
export function findDifferences(path: Path, expected: unknown, actual: unknown): Difference[] {
  if (isObject(expected) && isObject(actual))
    return Object.entries(expected).flatMap(([key, value]) => findDifferences([...path, key], value, actual[key]))
  if (Array.isArray(expected) && Array.isArray(actual)) return listDifferences(path, expected, actual)
  if (expected === actual || (isPlain(expected) && isPlain(actual) && String(expected) === String(actual))) return []
  return [{ path, text: `expected ${formatValue(expected)}, got ${formatValue(actual)}` }]
}

const isPlain = (value: unknown) => typeof value === 'number' || typeof value === 'string'

function listDifferences(path: Path, expected: readonly unknown[], actual: readonly unknown[]): Difference[] {
  const found = expected.flatMap((value, index) =>
    index < actual.length
      ? findDifferences([...path, index], value, actual[index])
      : [{ path: [...path, index], text: `expected ${formatValue(value)}, got nothing: there are only ${actual.length}` }],
  )
  const more = actual.slice(expected.length).map((value) => ({ path, text: `got more than expected: ${formatValue(value)}` }))
  return [...found, ...more]
}
