/** Statements inside a transaction that the driver itself has opened: migrations and restores, which have no time limit. */
import type postgres from 'postgres'
import type { Db, Statement } from './db.ts'
import { rowsOf, sendText } from './driver.ts'

/** Runs statements, whatever opened the transaction. */
export type Runner = Pick<Db, 'all' | 'first' | 'run'>

/** Runs statements through the driver, inside its current transaction if there is one. */
export function overDriver(sql: postgres.ISql): Runner {
  const send = (statement: Statement<unknown>) => {
    const { sql: text, parameters } = 'compile' in statement ? statement.compile() : statement
    return sendText(sql, text, parameters)
  }
  return {
    all: async <Row>(statement: Statement<Row>) => rowsOf<Row>([...(await send(statement))]),
    first: async <Row>(statement: Statement<Row>) => rowsOf<Row>(await send(statement))[0],
    run: async (statement) => (await send(statement)).count,
  }
}
