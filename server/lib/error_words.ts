/** The parts of an error that may be logged, where more people can read them than the database. Pure. */

/** SQLSTATE classes whose messages never contain a value: connections, deadlocks, resources, locks, operators, the system. */
const SAFE_CODES = /^(?:08|40|53|55|57|58)/
/** The most characters of a message that are kept. */
const MAX_MESSAGE_LENGTH = 2000
/** Identifies a refusal of the database. Not included: its `detail`, `where`, parameters; they hold the row. */
const SCHEMA_NAMES = ['constraint_name', 'constraint', 'table_name', 'table', 'routine'] as const

/** A member of what was thrown, such as the `code` that errors of Node and PostgreSQL have; undefined when there is none. */
export function memberOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
}

/** The message of what was thrown, for the operator. What is logged or answered is shortened by {@link wordsOf}. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/**
 * The message of an error. A message of PostgreSQL may contain a value of the statement, such as `invalid input syntax for type integer:
 * "…"`: then only the code is kept.
 */
export function wordsOf(error: Error): string {
  const code = memberOf(error, 'code')
  const isSafe = memberOf(error, 'severity') === undefined || SAFE_CODES.test(String(code))
  return isSafe ? error.message.slice(0, MAX_MESSAGE_LENGTH) : `PostgreSQL refused a statement: ${String(code)}`
}

/** As {@link wordsOf}, with the schema names of a PostgreSQL error. Of a parser's error only the name: its message repeats input. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'A value was thrown that is not an Error'
  if (error instanceof SyntaxError) return error.name
  if (memberOf(error, 'severity') === undefined) return wordsOf(error)
  const told = SCHEMA_NAMES.filter((name) => typeof memberOf(error, name) === 'string').map(
    (name) => `${name} ${String(memberOf(error, name))}`,
  )
  return told.length === 0 ? wordsOf(error) : `${wordsOf(error)} (${told.join(', ')})`
}
