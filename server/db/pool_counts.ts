/** What has happened to a pool since it was opened: counted where it happens, read by whoever shows figures. */
import postgres from 'postgres'
import { outageOf } from './outage.ts'

/** Of what never reached PostgreSQL, or was cut off from it; others are called by the class of their SQLSTATE. */
const CONNECTION = 'connection'

/** Counts since the opening. */
export interface PoolCounts {
  /** Callers who found no connection free, and how long all of them waited. */
  waits: number
  wait_seconds: number
  /** Connections that were opened again after they had been lost or given up. */
  reconnects: number
  /** Failed statements by class. */
  readonly errors: Map<string, number>
}

/** Nothing has happened yet. */
export function noCounts(): PoolCounts {
  return { waits: 0, wait_seconds: 0, reconnects: 0, errors: new Map() }
}

/** The transaction that a statement has failed in fails with the same error. */
const counted = new WeakSet<Error>()

/** Counts an error, once, if it is one of the database. Of PostgreSQL's codes there are few classes, so there are few labels. */
export function countError({ errors }: PoolCounts, error: unknown): void {
  const sort = error instanceof postgres.PostgresError ? error.code.slice(0, 2) : outageOf(error) === undefined ? undefined : CONNECTION
  if (sort === undefined || counted.has(error as Error)) return
  counted.add(error as Error)
  errors.set(sort, (errors.get(sort) ?? 0) + 1)
}
