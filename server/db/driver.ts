/** What the types of the driver leave open: the parameters of our statements, and what their rows are. */
import type postgres from 'postgres'

/** Sends a statement. Which parameters there may be is said by types.ts, whose types the driver does not take over. */
export function sendText(sql: postgres.ISql, text: string, parameters: readonly unknown[], options?: postgres.UnsafeQueryOptions) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver only knows the types of parameters that it serialises itself
  return sql.unsafe(text, parameters as never[], options)
}

/** The rows of a statement, of the type that the statement declares: nothing but its text says what they are. */
export function rowsOf<Row>(rows: readonly postgres.Row[]): Row[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row has the type that was declared with the statement
  return rows as unknown as Row[]
}
