/** How statements are compiled and sent, and those of one transaction. Not here: the pool and its connections (client.ts). */
import type { TransactionConnection, Rows, Text } from './connection_loss.ts'
import type { Pool } from './connections.ts'
import type { CommitStep, Db, Statement, StatementCheck } from './db.ts'
import { rowsOf } from './driver.ts'
import { makePrepared } from './prepared.ts'
import { type AccountAct, type RequestScope, requireTime } from './request_scope.ts'
import { runInStatementSpan } from './statement_span.ts'

const isPrepared = makePrepared()

/** Where statements go, and their check. */
export interface Source {
  readonly pool: Pool
  readonly check: StatementCheck
}

/** What statements run for. */
export interface Purpose {
  readonly request: RequestScope | undefined
  readonly act: AccountAct | undefined
}

/** Compiles a statement, and checks it. `prepare`: it may be prepared. */
export function compileStatement({ check }: Source, statement: Statement<unknown>, prepare: boolean): Text {
  const { sql, parameters, query } = 'compile' in statement ? statement.compile() : statement
  check(sql)
  // hand-written statements have no query tree
  return { text: sql, parameters, prepare: prepare && (query === undefined || isPrepared(sql)) }
}

/** The methods of {@link Db} over one way to send a statement. */
export abstract class Statements {
  abstract send(statement: Statement<unknown>, prepare: boolean): Promise<Rows>

  async all<Row>(statement: Statement<Row>): Promise<Row[]> {
    return rowsOf<Row>(await this.send(statement, true))
  }

  async first<Row>(statement: Statement<Row>): Promise<Row | undefined> {
    return rowsOf<Row>(await this.send(statement, true))[0]
  }

  async one<Row>(statement: Statement<Row>): Promise<Row> {
    const row = await this.first(statement)
    if (row === undefined) throw new Error('The statement returned no row')
    return row
  }

  async run(statement: Statement<unknown>): Promise<number> {
    return (await this.send(statement, true)).count
  }

  async planned<Row>(statement: Statement<Row>): Promise<Row[]> {
    return rowsOf<Row>(await this.send(statement, false))
  }
}

/** One transaction, on a connection that has begun it. */
export class TransactionDb extends Statements implements Db {
  readonly is_transaction = true
  fate: Db['fate'] = 'open'
  private readonly source: Source
  private readonly line: TransactionConnection
  private readonly purpose: Purpose
  /** The items of {@link Db.beforeCommit}, by the function that receives them. */
  private readonly kept = new Map<CommitStep<unknown>, unknown[]>()
  private readonly laterActs: (() => void)[] = []

  constructor(source: Source, line: TransactionConnection, purpose: Purpose) {
    super()
    this.source = source
    this.line = line
    this.purpose = purpose
  }

  send(statement: Statement<unknown>, prepare: boolean): Promise<Rows> {
    return this.sendText(compileStatement(this.source, statement, prepare))
  }

  sendText(text: Text): Promise<Rows> {
    requireTime(this.purpose.request)
    this.purpose.act?.requireUncut()
    return runInStatementSpan(text.text, () => this.line.run(text))
  }

  async transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    return work(this)
  }

  beforeCommit<Item>(lastAct: CommitStep<Item>, item: Item): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a function receives only the items that were added for it
    const act = lastAct as CommitStep<unknown>
    const items = this.kept.get(act)
    if (items === undefined) this.kept.set(act, [item])
    else items.push(item)
  }

  afterCommit(act: () => void): void {
    this.laterActs.push(act)
  }

  /** Notes that it is committed, or may be. */
  endCommitted(): void {
    this.fate = 'committed'
    for (const act of this.laterActs) act()
  }

  /** Runs all of the transaction: what its act begins with, the work, and what is left to its end. */
  async runWhole<Result>(work: (db: TransactionDb) => Promise<Result>): Promise<Result> {
    // asked here, as BEGIN has been answered
    const open = this.purpose.act?.prepareTransaction()
    if (open !== undefined) await open(this)
    const result = await work(this)
    for (const [lastAct, items] of this.kept) await lastAct(this, items)
    return result
  }
}
