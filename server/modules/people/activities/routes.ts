import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { CountAnswer, countEnvelope, listEnvelope } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { type AnswerOf, answerOk, route } from '#http/route.ts'
import { presentUsers } from '../users/present.ts'
import type { User } from '../users/schema.ts'
import { findUsers } from '../users/store.ts'
import { presentActivity } from './present.ts'
import { ActivityQuery, OneActivity, SomeActivities } from './schema.ts'
import { ACTIVITY_SORTING, type ActivityRow, countActivities, getActivity, listActivities } from './store.ts'

async function presentedUsersOf(ctx: Context, rows: readonly ActivityRow[]): Promise<ReadonlyMap<number, AnswerOf<typeof User>>> {
  const ids = new Set(rows.flatMap((row) => [row.user_id, row.actor_id]))
  const users = await findUsers(ctx, [...ids])
  return new Map((await presentUsers(ctx, users)).map((user) => [user.id, user]))
}

/** @source docs/reference/other.md §2 */
export const activityRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/activities',
    name: 'activities/index',
    summary: "List the caller's activities of the last 30 days",
    scope: '',
    query: ActivityQuery,
    answer: SomeActivities,
    async handle(ctx, { query, address }) {
      requirePermission(ctx, 'activity.list')
      const page = await listActivities(ctx, query.since, readPaging(query, ACTIVITY_SORTING, 'activities/index'))
      const users = await presentedUsersOf(ctx, page.rows)
      const wireOf = (pick: (row: ActivityRow) => number) =>
        [...new Set(page.rows.map(pick))].flatMap((id) => {
          const user = users.get(id)
          return user === undefined ? [] : [user]
        })
      const siblings = { actors: wireOf((row) => row.actor_id), users: wireOf((row) => row.user_id) }
      return answerOk(
        listEnvelope(
          address,
          'activities',
          page,
          page.rows.map((row) => presentActivity(ctx, row, users)),
          siblings,
        ),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/activities/count',
    name: 'activities/count',
    summary: "Count the caller's activities",
    scope: '',
    answer: CountAnswer,
    async handle(ctx) {
      requirePermission(ctx, 'activity.list')
      return answerOk(countEnvelope(await countActivities(ctx), ctx.now))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/activities/:id',
    name: 'activities/show',
    summary: 'Show an activity',
    scope: '',
    answer: OneActivity,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'activity.list')
      const row = await getActivity(ctx, params.id)
      return answerOk({ activity: presentActivity(ctx, row, await presentedUsersOf(ctx, [row])) })
    },
  }),
]
