import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { CountAnswer, countEnvelope, readInclude, listEnvelope } from '#http/envelope.ts'
import { type PagingQuery, readPaging } from '#http/paging.ts'
import { type Address, answerOk, route } from '#http/route.ts'
import { listQuery, Word } from '#http/shape.ts'
import { epochDate } from '#lib/epoch_text.ts'
import { presentUsers } from '#modules/people/users/present.ts'
import { findUsers } from '#modules/people/users/store.ts'
import { presentRating } from './present.ts'
import { rateTicket } from './rate.ts'
import { Rating, RatingBody } from './schema.ts'
import { countRatings, getRating, listRatings, RATING_SORTING, type RatingFilter, type RatingRow } from './store.ts'

const OneRating = Type.Object({ satisfaction_rating: Rating })
const RatingList = Type.Object({ satisfaction_ratings: Type.Array(Rating) })
const FILTERS = { score: Word, start_time: Word, end_time: Word }

/** Good, bad or received, with or without a comment. No rating has the score offered or unoffered. @source docs/reference/tickets.md §10 */
function filterOf({ score = '', start_time, end_time }: { score?: string; start_time?: string; end_time?: string }): RatingFilter {
  const [, kind, comment] = /^(good|bad|received)(?:_(with|without)_comment)?$/.exec(score) ?? []
  const since = epochDate(start_time)
  const until = epochDate(end_time)
  return {
    ...(kind === 'good' || kind === 'bad' ? { score: kind } : {}),
    ...(comment === undefined ? {} : { with_comment: comment === 'with' }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    none: score === 'offered' || score === 'unoffered',
  }
}

type ListInput = { readonly query: PagingQuery & { readonly include?: string }; readonly address: Address }

async function list(ctx: Context, filter: RatingFilter, { query, address }: ListInput) {
  requirePermission(ctx, 'satisfaction_rating.list')
  const page = await listRatings(ctx, filter, readPaging(query, RATING_SORTING, 'satisfaction_ratings/index'))
  const siblings = readInclude(query.include).has('users') ? { users: await people(ctx, page.rows) } : {}
  return answerOk(
    listEnvelope(
      address,
      'satisfaction_ratings',
      page,
      page.rows.map((row) => presentRating(ctx, row)),
      siblings,
    ),
  )
}

async function people(ctx: Context, rows: readonly RatingRow[]) {
  const ids = new Set(rows.flatMap((row) => [row.requester_id, row.assignee_id]).filter((id) => id !== null))
  return presentUsers(ctx, await findUsers(ctx, [...ids]))
}

/** @source docs/reference/tickets.md §10 */
export const satisfactionRatingRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/satisfaction_ratings',
    name: 'satisfaction_ratings/index',
    summary: 'List satisfaction ratings',
    scope: 'satisfaction_ratings',
    query: listQuery(FILTERS),
    answer: RatingList,
    handle: (ctx, input) => list(ctx, filterOf(input.query), input),
  }),
  route({
    method: 'GET',
    path: '/api/v2/satisfaction_ratings/received',
    name: 'satisfaction_ratings/received',
    summary: 'List satisfaction ratings (same as /api/v2/satisfaction_ratings)',
    scope: 'satisfaction_ratings',
    query: listQuery(FILTERS),
    answer: RatingList,
    handle: (ctx, input) => list(ctx, filterOf(input.query), input),
  }),
  route({
    method: 'GET',
    path: '/api/v2/satisfaction_ratings/count',
    name: 'satisfaction_ratings/count',
    summary: 'Count satisfaction ratings',
    scope: 'satisfaction_ratings',
    query: listQuery(FILTERS),
    answer: CountAnswer,
    async handle(ctx, { query }) {
      requirePermission(ctx, 'satisfaction_rating.list')
      return answerOk(countEnvelope(await countRatings(ctx, filterOf(query)), ctx.now))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/satisfaction_ratings/:id',
    name: 'satisfaction_ratings/show',
    summary: 'Show a satisfaction rating',
    scope: 'satisfaction_ratings',
    answer: OneRating,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'satisfaction_rating.list')
      return answerOk({ satisfaction_rating: presentRating(ctx, await getRating(ctx, params.id)) })
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/tickets/:ticket_id/satisfaction_rating',
    name: 'satisfaction_ratings/create',
    summary: 'Rate a ticket',
    scope: 'satisfaction_ratings',
    body: RatingBody,
    answer: OneRating,
    handle: async (ctx, { params, body }) =>
      answerOk({ satisfaction_rating: presentRating(ctx, await rateTicket(ctx, params.ticket_id, body.satisfaction_rating)) }),
  }),
]
