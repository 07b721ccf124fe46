// Schedules: business hours of a week, with their holidays, and the acts on them.

import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import { useMutation } from './mutation.ts'
import { csrfToken } from './session.ts'
import type { Holiday, HolidayInput, Schedule, ScheduleInput, ScheduleInterval } from './rule_types.ts'

/** All schedules; the first is that of tickets which have no other. */
export const schedulesQuery = queryOptions({
  queryKey: ['schedules', 'list'],
  queryFn: async ({ signal }) => (await request<{ schedules: Schedule[] }>(endpoints.schedules, { signal })).schedules,
})

/** One schedule. */
export const scheduleQuery = (id: number) =>
  queryOptions({
    queryKey: ['schedules', 'one', id],
    queryFn: async ({ signal }) => (await request<{ schedule: Schedule }>(endpoints.schedule(id), { signal })).schedule,
  })

/** The holidays of a schedule, by their first day. */
export const holidaysQuery = (schedule: number) =>
  queryOptions({
    queryKey: ['schedules', 'holidays', schedule],
    queryFn: async ({ signal }) => (await request<{ holidays: Holiday[] }>(endpoints.holidays(schedule), { signal })).holidays,
  })

/** Creates a schedule, or changes the name and the time zone of the one with `id`. */
export function useSaveSchedule() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...schedule }: ScheduleInput & { id?: number }) => {
      const path = id === undefined ? endpoints.schedules : endpoints.schedule(id)
      const options = { method: id === undefined ? 'POST' : 'PUT', body: { schedule } } as const
      return (await request<{ schedule: Schedule }>(path, { ...options, csrf_token: await csrfToken(queryClient) })).schedule
    },
    onSuccess: (schedule) => {
      queryClient.setQueryData(scheduleQuery(schedule.id).queryKey, schedule)
      return queryClient.invalidateQueries(schedulesQuery)
    },
  })
}

/** Changes the hours of the week of a schedule. */
export function useSaveWorkweek(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (intervals: readonly ScheduleInterval[]) => {
      const options = { method: 'PUT', body: { workweek: { intervals } }, csrf_token: await csrfToken(queryClient) } as const
      return (await request<{ workweek: Pick<Schedule, 'intervals'> }>(endpoints.workweek(id), options)).workweek
    },
    onSuccess: ({ intervals }) => {
      queryClient.setQueryData(scheduleQuery(id).queryKey, (schedule) => schedule && { ...schedule, intervals })
      return queryClient.invalidateQueries(schedulesQuery)
    },
  })
}

/** Deletes a schedule with its holidays. */
export function useDeleteSchedule() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => request(endpoints.schedule(id), { method: 'DELETE', csrf_token: await csrfToken(queryClient) }),
    onSuccess: () => queryClient.invalidateQueries(schedulesQuery),
  })
}

/** An act on the holidays of a schedule. */
function useHolidayAct<Input>(schedule: number, act: (input: Input, csrf_token: string) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (input: Input) => act(input, await csrfToken(queryClient)),
    onSuccess: () => queryClient.invalidateQueries(holidaysQuery(schedule)),
  })
}

/** Adds a holiday to a schedule, or changes the one with `id`. */
export function useSaveHoliday(schedule: number) {
  return useHolidayAct(schedule, ({ id, ...holiday }: HolidayInput & { id: number | undefined }, csrf_token) =>
    request(id === undefined ? endpoints.holidays(schedule) : endpoints.holiday(schedule, id), {
      method: id === undefined ? 'POST' : 'PUT',
      body: { holiday },
      csrf_token,
    }),
  )
}

/** Deletes a holiday of a schedule. */
export function useDeleteHoliday(schedule: number) {
  return useHolidayAct(schedule, (id: number, csrf_token) => request(endpoints.holiday(schedule, id), { method: 'DELETE', csrf_token }))
}
