import { requirePermission } from '#permissions/permissions.ts'
import { answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { changeSchedule, createSchedule, removeSchedule } from './change.ts'
import { presentSchedule } from './present.ts'
import { OneSchedule, ScheduleBody, SomeSchedules } from './schema.ts'
import { getSchedule, listSchedules } from './store.ts'

/** @source docs/reference/other.md §7 */
export const deletionScheduleRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/deletion_schedules',
    name: 'deletion_schedules/index',
    summary: 'List deletion schedules',
    scope: '',
    answer: SomeSchedules,
    async handle(ctx) {
      requirePermission(ctx, 'deletion_schedule.manage')
      return answerOk({ deletion_schedules: (await listSchedules(ctx)).map((row) => presentSchedule(ctx, row)) })
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/deletion_schedules',
    name: 'deletion_schedules/create',
    summary: 'Create a deletion schedule',
    scope: '',
    body: ScheduleBody,
    answer: OneSchedule,
    async handle(ctx, { body }) {
      const deletion_schedule = presentSchedule(ctx, await createSchedule(ctx, body.deletion_schedule))
      return answerNewRecord({ deletion_schedule }, deletion_schedule.url)
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/deletion_schedules/:id',
    name: 'deletion_schedules/show',
    summary: 'Show a deletion schedule',
    scope: '',
    answer: OneSchedule,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'deletion_schedule.manage')
      return answerOk({ deletion_schedule: presentSchedule(ctx, await getSchedule(ctx, params.id)) })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/deletion_schedules/:id',
    name: 'deletion_schedules/update',
    summary: 'Change a deletion schedule',
    scope: '',
    body: ScheduleBody,
    answer: OneSchedule,
    handle: async (ctx, { params, body }) =>
      answerOk({ deletion_schedule: presentSchedule(ctx, await changeSchedule(ctx, params.id, body.deletion_schedule)) }),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/deletion_schedules/:id',
    name: 'deletion_schedules/destroy',
    summary: 'Delete a deletion schedule',
    scope: '',
    async handle(ctx, { params }) {
      await removeSchedule(ctx, params.id)
      return answerNoContent()
    },
  }),
]
