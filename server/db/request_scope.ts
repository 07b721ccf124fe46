/** The request that statements run for, and its end. */
import { DatabaseFault, OUT_OF_TIME } from './outage.ts'

/** The request that statements run for. Once it is over, no statement is started, and an open transaction is rolled back. */
export interface RequestScope {
  is_over: boolean
  /** True once a transaction was committed: a later failure then leaves partial changes. */
  has_committed: boolean
}

/** Called before each statement. @throws DatabaseFault once the request is over */
export function requireTime(request: RequestScope | undefined): void {
  if (request?.is_over === true) throw new DatabaseFault(OUT_OF_TIME, 'The request exceeded its time limit')
}
