/** The request that statements run for, and its end. */
import type { Db } from './db.ts'
import { DatabaseFault, OUT_OF_TIME } from './outage.ts'

/** The request that statements run for. Once it is over, no statement is started, and an open transaction is rolled back. */
export interface RequestScope {
  is_over: boolean
  /** True once a transaction was committed: a later failure then leaves partial changes. */
  has_committed: boolean
}

/** The act of an account that statements run for; see accounts/gate.ts. */
export interface AccountAct {
  /** How many transactions and single statements that write have begun and not ended. */
  writing: number
  /** Asked before each of them. @returns what the transaction begins with, if anything @throws Unavailable when the act may write no more */
  prepareTransaction(): ((tx: Db) => Promise<void>) | undefined
  /** Called before each statement of its transactions. @throws Unavailable when it is cut off */
  requireUncut(): void
}

/** Called before each statement. @throws DatabaseFault once the request is over */
export function requireTime(request: RequestScope | undefined): void {
  if (request?.is_over === true) throw new DatabaseFault(OUT_OF_TIME, 'The request exceeded its time limit')
}
