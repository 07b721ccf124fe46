/** Errors of Citus, an extension that distributes a database: it sends some without the SQLSTATE that PostgreSQL has for them. Pure. */
import { memberOf } from '#lib/error_words.ts'

/** SQLSTATE of an internal error, which is what Citus sends where it has no other. */
const INTERNAL = 'XX000'
/** A shard's table and its constraints are named as the table, with the number of the shard. */
const SHARD = /_\d{6,}$/
/** An `insert … select` reaches the shards as a COPY, whose violation keeps its words but not its SQLSTATE. */
const VIOLATION = /violates unique constraint "([^"]+)"/
/** A worker is away, and Citus noticed it on a connection that it had kept: it has aborted the transaction. */
const NODE_LOST = /^failure on connection marked as essential\b/

/** The name of a constraint without the number of a shard. */
export function removeShardNumber(name: string): string {
  return name.replace(SHARD, '')
}

/** The unique constraint that an internal error of Citus says was violated; undefined for any other error. */
export function findViolatedConstraint(error: Error): string | undefined {
  if (memberOf(error, 'code') !== INTERNAL) return undefined
  const name = VIOLATION.exec(error.message)?.[1]
  return name === undefined ? undefined : removeShardNumber(name)
}

/** True when Citus has lost a worker and rolled the transaction back. */
export function isNodeLost(error: Error): boolean {
  return memberOf(error, 'code') === INTERNAL && NODE_LOST.test(error.message)
}
