import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { changeSchedule, changeWorkweek, createSchedule, removeSchedule } from './change.ts'
import { presentSchedule, presentWorkweek } from './present.ts'
import { OneSchedule, OneWorkweek, ScheduleBody, SomeSchedules, WorkweekBody } from './schema.ts'
import { getSchedule, listSchedules } from './store.ts'

const PATH = '/api/v2/business_hours/schedules'
/** The URLs of these routes have no `.json`. @source docs/reference/account.md §5 */
const urlHere = (ctx: Context, rest = '') => `${ctx.caller.base_url}${PATH}${rest}`

/** @source docs/reference/account.md §5 */
export const scheduleRoutes = [
  route({
    method: 'GET',
    path: PATH,
    name: 'business_hours/schedules/index',
    summary: 'List schedules',
    scope: '',
    answer: SomeSchedules,
    async handle(ctx) {
      requirePermission(ctx, 'schedule.list')
      return answerOk({ schedules: (await listSchedules(ctx)).map(presentSchedule), url: urlHere(ctx) })
    },
  }),
  route({
    method: 'POST',
    path: PATH,
    name: 'business_hours/schedules/create',
    summary: 'Create a schedule',
    scope: '',
    body: ScheduleBody,
    answer: OneSchedule,
    async handle(ctx, { body }) {
      const row = await createSchedule(ctx, body.schedule)
      return answerNewRecord({ schedule: presentSchedule(row) }, urlHere(ctx, `/${row.id}`))
    },
  }),
  route({
    method: 'GET',
    path: `${PATH}/:id`,
    name: 'business_hours/schedules/show',
    summary: 'Show a schedule',
    scope: '',
    answer: OneSchedule,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'schedule.list')
      return answerOk({ schedule: presentSchedule(await getSchedule(ctx, params.id)) })
    },
  }),
  route({
    method: 'PUT',
    path: `${PATH}/:id`,
    name: 'business_hours/schedules/update',
    summary: 'Change a schedule',
    scope: '',
    body: ScheduleBody,
    answer: OneSchedule,
    handle: async (ctx, { params, body }) => answerOk({ schedule: presentSchedule(await changeSchedule(ctx, params.id, body.schedule)) }),
  }),
  route({
    method: 'DELETE',
    path: `${PATH}/:id`,
    name: 'business_hours/schedules/destroy',
    summary: 'Delete a schedule',
    scope: '',
    async handle(ctx, { params }) {
      await removeSchedule(ctx, params.id)
      return answerNoContent()
    },
  }),
  route({
    method: 'PUT',
    path: `${PATH}/:id/workweek`,
    name: 'business_hours/schedules/workweek',
    summary: "Update a schedule's weekly intervals",
    scope: '',
    body: WorkweekBody,
    answer: OneWorkweek,
    handle: async (ctx, { params, body }) =>
      answerOk({ workweek: presentWorkweek(await changeWorkweek(ctx, params.id, body.workweek.intervals ?? [])) }),
  }),
]
