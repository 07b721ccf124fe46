// Schedules: business hours of a week, with their holidays, and the acts on them.

import { queryOptions } from '@tanstack/react-query'
import { call, query } from '#contract/client.ts'
import { invalidate } from '#contract/invalidate.ts'
import { useMutation } from '#contract/mutation.ts'
import type { Content, Row } from '#contract/operation.ts'
import { queryClient } from '#contract/query_client.ts'

export type Schedule = Row<'GET /api/v2/business_hours/schedules', 'schedules'>
type ScheduleInput = Required<Content<'POST /api/v2/business_hours/schedules', 'schedule'>>
/** Hours of a week, in minutes since the beginning of Sunday. */
export type ScheduleInterval = Schedule['intervals'][number]
export type Holiday = Row<'GET /api/v2/business_hours/schedules/:schedule_id/holidays', 'holidays'>
type HolidayInput = Required<Content<'POST /api/v2/business_hours/schedules/:schedule_id/holidays', 'holiday'>>

/** All schedules; the first is that of tickets which have no other. */
export const schedulesQuery = queryOptions({ ...query('GET /api/v2/business_hours/schedules'), select: ({ schedules }) => schedules })

/** One schedule. */
export const scheduleQuery = (id: number) =>
  queryOptions({ ...query('GET /api/v2/business_hours/schedules/:id', { params: { id } }), select: ({ schedule }) => schedule })

/** The holidays of a schedule, by their first day. */
export const holidaysQuery = (schedule_id: number) =>
  queryOptions({
    ...query('GET /api/v2/business_hours/schedules/:schedule_id/holidays', { params: { schedule_id } }),
    select: ({ holidays }) => holidays,
  })

const invalidateList = () => invalidate('GET /api/v2/business_hours/schedules')

/** Creates a schedule, or changes the name and the time zone of the one with `id`. */
export function useSaveSchedule() {
  return useMutation({
    mutationFn: async ({ id, ...schedule }: ScheduleInput & { id?: number }) => {
      const body = { schedule }
      const saved =
        id === undefined
          ? await call('POST /api/v2/business_hours/schedules', { body })
          : await call('PUT /api/v2/business_hours/schedules/:id', { params: { id }, body })
      return saved.schedule
    },
    onSuccess: (schedule) => {
      queryClient.setQueryData(scheduleQuery(schedule.id).queryKey, { schedule })
      return invalidateList()
    },
  })
}

/** Changes the hours of the week of a schedule. */
export function useSaveWorkweek(id: number) {
  return useMutation({
    mutationFn: async (intervals: readonly ScheduleInterval[]) =>
      (await call('PUT /api/v2/business_hours/schedules/:id/workweek', { params: { id }, body: { workweek: { intervals } } })).workweek,
    onSuccess: ({ intervals }) => {
      queryClient.setQueryData(scheduleQuery(id).queryKey, (known) => known && { ...known, schedule: { ...known.schedule, intervals } })
      return invalidateList()
    },
  })
}

/** Deletes a schedule with its holidays. */
export function useDeleteSchedule() {
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/v2/business_hours/schedules/:id', { params: { id } }),
    onSuccess: invalidateList,
  })
}

/** An act on the holidays of a schedule. */
function useHolidayAct<Input>(schedule_id: number, mutationFn: (input: Input) => Promise<unknown>) {
  return useMutation({
    mutationFn,
    onSuccess: () => invalidate('GET /api/v2/business_hours/schedules/:schedule_id/holidays', { schedule_id }),
  })
}

/** Adds a holiday to a schedule, or changes the one with `id`. */
export function useSaveHoliday(schedule_id: number) {
  return useHolidayAct(schedule_id, ({ id, ...holiday }: HolidayInput & { id: number | undefined }) =>
    id === undefined
      ? call('POST /api/v2/business_hours/schedules/:schedule_id/holidays', { params: { schedule_id }, body: { holiday } })
      : call('PUT /api/v2/business_hours/schedules/:schedule_id/holidays/:id', { params: { schedule_id, id }, body: { holiday } }),
  )
}

/** Deletes a holiday of a schedule. */
export function useDeleteHoliday(schedule_id: number) {
  return useHolidayAct(schedule_id, (id: number) =>
    call('DELETE /api/v2/business_hours/schedules/:schedule_id/holidays/:id', { params: { schedule_id, id } }),
  )
}
