import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { changeHoliday, createHoliday, removeHoliday } from './change.ts'
import { presentHoliday } from './present.ts'
import { HolidayBody, OneHoliday, SomeHolidays } from './schema.ts'
import { getHoliday, getSchedule, listHolidays } from './store.ts'

const PATH = '/api/v2/business_hours/schedules/:schedule_id/holidays'

const urlHere = (ctx: Context, scheduleId: number, rest = '') =>
  `${ctx.caller.base_url}${PATH.replace(':schedule_id', String(scheduleId))}${rest}`

/** @source docs/reference/account.md §5.1 */
export const holidayRoutes = [
  route({
    method: 'GET',
    path: PATH,
    name: 'business_hours/holidays/index',
    summary: 'List the holidays of a schedule',
    scope: '',
    answer: SomeHolidays,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'schedule.list')
      const { id } = await getSchedule(ctx, params.schedule_id)
      return answerOk({ holidays: (await listHolidays(ctx, id)).map(presentHoliday), url: urlHere(ctx, id) })
    },
  }),
  route({
    method: 'POST',
    path: PATH,
    name: 'business_hours/holidays/create',
    summary: 'Add a holiday to a schedule',
    scope: '',
    body: HolidayBody,
    answer: OneHoliday,
    async handle(ctx, { params, body }) {
      const row = await createHoliday(ctx, params.schedule_id, body.holiday)
      return answerNewRecord({ holiday: presentHoliday(row) }, urlHere(ctx, params.schedule_id, `/${row.id}`))
    },
  }),
  route({
    method: 'GET',
    path: `${PATH}/:id`,
    name: 'business_hours/holidays/show',
    summary: 'Show a holiday of a schedule',
    scope: '',
    answer: OneHoliday,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'schedule.list')
      return answerOk({ holiday: presentHoliday(await getHoliday(ctx, params.schedule_id, params.id)) })
    },
  }),
  route({
    method: 'PUT',
    path: `${PATH}/:id`,
    name: 'business_hours/holidays/update',
    summary: 'Change a holiday of a schedule',
    scope: '',
    body: HolidayBody,
    answer: OneHoliday,
    handle: async (ctx, { params, body }) =>
      answerOk({ holiday: presentHoliday(await changeHoliday(ctx, params.schedule_id, params.id, body.holiday)) }),
  }),
  route({
    method: 'DELETE',
    path: `${PATH}/:id`,
    name: 'business_hours/holidays/destroy',
    summary: 'Delete a holiday from a schedule',
    scope: '',
    async handle(ctx, { params }) {
      await removeHoliday(ctx, params.schedule_id, params.id)
      return answerNoContent()
    },
  }),
]
