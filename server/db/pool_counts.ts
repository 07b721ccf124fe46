/** Counters of a pool since it was opened, read by the metrics. */
import postgres from 'postgres'
import { outageOf } from './outage.ts'

/** The label of errors that never reached PostgreSQL, or lost it; others are labelled by the class of their SQLSTATE. */
const CONNECTION = 'connection'

/** Counts since the opening. */
export interface PoolCounts {
  /** Callers that found no connection free, and their total waiting time. */
  waits: number
  wait_seconds: number
  /** Connections that were opened again after they had been lost or abandoned. */
  reconnects: number
  /** Failed statements by class. */
  readonly errors: Map<string, number>
}

/** All counters at zero. */
export function noCounts(): PoolCounts {
  return { waits: 0, wait_seconds: 0, reconnects: 0, errors: new Map() }
}

/** Errors already counted: the transaction a statement has failed in fails with the same error. */
const counted = new WeakSet<Error>()

/** Counts an error of the database once. PostgreSQL's codes have few classes, so there are few labels. */
export function countError({ errors }: PoolCounts, error: unknown): void {
  const sort = error instanceof postgres.PostgresError ? error.code.slice(0, 2) : outageOf(error) === undefined ? undefined : CONNECTION
  if (sort === undefined || !(error instanceof Error) || counted.has(error)) return
  counted.add(error)
  errors.set(sort, (errors.get(sort) ?? 0) + 1)
}
