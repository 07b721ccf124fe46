/** The parts of an error that may be logged, where more people can read them than the database. Pure. */

/** SQLSTATE classes whose messages never contain a value: connections, deadlocks, resources, locks, operators, the system. */
const SAFE_CODES = /^(?:08|40|53|55|57|58)/
/** The most characters of a message that are kept. */
const LONGEST_MESSAGE = 2000
/** Identifies a refusal of the database. Not included: its `detail`, `where`, parameters; they hold the row. */
const SCHEMA_NAMES = ['constraint_name', 'constraint', 'table_name', 'table', 'routine'] as const

/**
 * The message of an error. A message of PostgreSQL may contain a value of the statement, such as `invalid input syntax for type integer:
 * "…"`: then only the code is kept.
 */
export function wordsOf(error: Error): string {
  const { severity, code } = error as Error & { severity?: unknown; code?: unknown }
  const isSafe = severity === undefined || SAFE_CODES.test(String(code))
  return isSafe ? error.message.slice(0, LONGEST_MESSAGE) : `PostgreSQL refused a statement: ${String(code)}`
}

/** As {@link wordsOf}, with the schema names of a PostgreSQL error. Of a parser's error only the name: its message repeats input. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'A value was thrown that is not an Error'
  if (error instanceof SyntaxError) return error.name
  const known = error as unknown as Record<string, unknown>
  if (known.severity === undefined) return wordsOf(error)
  const told = SCHEMA_NAMES.filter((name) => typeof known[name] === 'string').map((name) => `${name} ${String(known[name])}`)
  return told.length === 0 ? wordsOf(error) : `${wordsOf(error)} (${told.join(', ')})`
}
