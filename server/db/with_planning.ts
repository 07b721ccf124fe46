/** A connection whose statements are planned anew. */
import type { Db, Statement } from './db.ts'

/** The same, except that {@link Db.all} plans each statement with its values. */
export function withPlanning(db: Db): Db {
  const derived: Db = Object.create(db)
  return Object.assign(derived, { all: <Row>(statement: Statement<Row>) => db.planned(statement) })
}
