/** Reads which unique index an error says was violated. */
import postgres from 'postgres'
import { findViolatedConstraint, removeShardNumber } from './citus_errors.ts'

/** True when an error says that a unique index was violated; `constraint` names it. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof postgres.PostgresError)) return false
  const violated = error.code === '23505' ? removeShardNumber(error.constraint_name ?? '') : findViolatedConstraint(error)
  return violated !== undefined && (constraint === undefined || violated === constraint)
}
