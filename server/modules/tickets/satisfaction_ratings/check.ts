import type { Details } from '#core/errors.ts'
import { type Reason, reasonByCode, REASONS } from '#lib/satisfaction_reasons.ts'
import type { RatingInput } from './schema.ts'

const MAX_COMMENT_LENGTH = 64 * 1024
const SCORES: readonly unknown[] = ['good', 'bad']

/** The reason of a rating, by its code or its id; undefined if it has none that exists. */
export function reasonOf({ reason_code, reason_id }: RatingInput): Reason | undefined {
  if (reason_code !== undefined && reason_code !== null) return reasonByCode(reason_code)
  return REASONS.find((reason) => reason.id === reason_id)
}

/**
 * What is wrong with a rating. Only tickets that have been solved once can be rated, and only a bad rating has a reason. Pure.
 * @source docs/reference/tickets.md §10
 */
export function checkRating(ticket: { status: string; first_solved_at: unknown; solved_at: unknown }, input: RatingInput): Details {
  const makeDetails = (member: string, description: string): Details => ({ [member]: [{ description, error: 'InvalidValue' }] })
  const isSolvedOnce = ticket.status === 'solved' || ticket.first_solved_at !== null || ticket.solved_at !== null
  const named = [input.reason_code, input.reason_id].some((given) => given !== undefined && given !== null)
  return {
    ...(isSolvedOnce ? {} : makeDetails('base', 'Ticket: must be solved before it is rated')),
    ...(SCORES.includes(input.score) ? {} : makeDetails('score', 'Score: must be good or bad')),
    ...((input.comment ?? '').length > MAX_COMMENT_LENGTH
      ? makeDetails('comment', `Comment: is too long (maximum is ${MAX_COMMENT_LENGTH} characters)`)
      : {}),
    ...(named && reasonOf(input) === undefined ? makeDetails('reason_code', 'Reason code: is invalid') : {}),
  }
}
