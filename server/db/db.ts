/** The way to run statements, as acts know it. Not here: what runs them (client.ts, transaction_db.ts). */
import type { Compilable, CompiledQuery } from 'kysely'

/** A statement to run: a Kysely builder, or its compiled text with parameters. */
export type Statement<Row> = Compilable<Row> | CompiledQuery<Row>

/** Runs statements, on the pool or inside one transaction. */
export interface Db {
  /** All rows. */
  all<Row>(statement: Statement<Row>): Promise<Row[]>
  /** The first row, or undefined when there is none. */
  first<Row>(statement: Statement<Row>): Promise<Row | undefined>
  /** The first row of a statement that returns one. @throws Error when there is none */
  one<Row>(statement: Statement<Row>): Promise<Row>
  /** Runs a statement for its effect; returns the number of affected rows. */
  run(statement: Statement<unknown>): Promise<number>
  /** As {@link Db.all}, planned with the real values each time: for searches, whose best plan depends on them. */
  planned<Row>(statement: Statement<Row>): Promise<Row[]>
  /** True inside a transaction: after a failed statement it runs no other. */
  readonly is_transaction: boolean
  /** The state of the transaction; outside of one everything is committed at once. `committed` also when the outcome is unknown. */
  readonly fate: 'open' | 'committed' | 'undone'
  /** Runs `work` in one transaction; inside a transaction, in the same one. */
  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>
  /** Calls `lastAct` once with all its items just before the commit: for locks that must be taken last. @throws Error outside a transaction */
  beforeCommit<Item>(lastAct: CommitStep<Item>, item: Item): void
  /** Calls `act` once the transaction is committed, or its outcome is unknown; outside of one at once. It must not throw. */
  afterCommit(act: () => void): void
}

/** Runs once in a transaction, just before its commit. An error rolls the transaction back. */
export type CommitStep<Item> = (db: Db, items: readonly Item[]) => Promise<void>

/** Checks a statement before it runs and throws if it must not; tests give one. */
export type StatementCheck = (text: string) => void
