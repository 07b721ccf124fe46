/** Condition fields on the rating that the requester gave. */
import { sql } from 'kysely'
import { REASONS } from '#lib/satisfaction_reasons.ts'
import { integer } from './argument.ts'
import type { SatisfactionFacts } from './facts.ts'
import { code, makeComparisons, makeRankedKind } from './kinds.ts'
import { type FieldRow, row } from './row.ts'

/** Lowest first. `true` is a rating that was never asked for, `false` one that was asked for and not given. */
const SCORES = [
  { value: 'true', title: 'Unoffered' },
  { value: 'false', title: 'Offered' },
  { value: 'bad', title: 'Bad' },
  { value: 'bad_with_comment', title: 'Bad with comment' },
  { value: 'good', title: 'Good' },
  { value: 'good_with_comment', title: 'Good with comment' },
]

const rating = sql.ref('tickets.satisfaction_rating')

function scoreOf(given: SatisfactionFacts | null): string {
  if (given?.score === 'good' || given?.score === 'bad') return (given.comment ?? '') === '' ? given.score : `${given.score}_with_comment`
  return given?.score === 'offered' ? 'false' : 'true'
}

const score = sql`(case ${rating} ->> 'score'
  when 'offered' then 'false'
  when 'good' then case when coalesce(${rating} ->> 'comment', '') = '' then 'good' else 'good_with_comment' end
  when 'bad' then case when coalesce(${rating} ->> 'comment', '') = '' then 'bad' else 'bad_with_comment' end
  else 'true' end)`

const reasonCode = sql`(case ${rating} ->> 'reason_id' ${sql.join(
  REASONS.map(({ id, reason_code }) => sql`when ${sql.lit(String(id))} then ${sql.lit(reason_code)}`),
  sql` `,
)} end)`

const { is, less_than, greater_than } = makeComparisons(integer, sql`bigint`)

/** @source docs/reference/business_rules.md §3 */
export const satisfactionFields: Readonly<Record<string, FieldRow>> = {
  satisfaction_score: row({
    title: 'Satisfaction',
    kind: makeRankedKind(SCORES.map(({ value }) => value)),
    read: (ticket) => scoreOf(ticket.satisfaction_rating),
    reads: ['satisfaction_rating'],
    column: score,
    changes: { empty: 'true' },
    drawing: { type: 'list', choices: SCORES.toReversed() },
  }),
  satisfaction_reason_code: row<number | null>({
    title: 'Satisfaction reason',
    kind: code(REASONS.map(({ reason_code }) => reason_code)),
    read: ({ satisfaction_rating }) => REASONS.find(({ id }) => id === satisfaction_rating?.reason_id)?.reason_code ?? null,
    reads: ['satisfaction_rating'],
    column: reasonCode,
    changes: {},
    drawing: { type: 'list', choices: REASONS.map(({ reason_code, value }) => ({ value: String(reason_code), title: value })) },
  }),
  /** Nothing predicts ratings, so there is never a value, and no condition on it holds. */
  satisfaction_probability: row<number | null>({
    title: 'Satisfaction probability',
    kind: { is, less_than, greater_than },
    read: () => null,
    reads: [],
    column: sql`null::bigint`,
  }),
}
