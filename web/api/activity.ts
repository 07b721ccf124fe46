import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import { useMutation } from './mutation.ts'
import { csrfToken } from './session.ts'
import type { ActivityPage, InstanceSettings, Radar, Simulation } from './types.ts'

export const GROUPINGS = ['credential', 'client', 'user', 'user_agent', 'address', 'endpoint'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** The query parameters of the activity, named as in the API. */
export type ActivityQuery = Readonly<Record<string, string>>

/** The URL of the activity: a page of the list, or with `format=csv` a file to download. */
export function activityAddress(query: ActivityQuery): string {
  return `${endpoints.activity}?${new URLSearchParams(query)}`
}

/** A page of sums; the previous one stays visible while the next one loads. */
export const activityQuery = (query: ActivityQuery) =>
  queryOptions({
    queryKey: ['activity', query],
    queryFn: ({ signal }) => request<ActivityPage>(activityAddress(query), { signal }),
    placeholderData: keepPreviousData,
  })

/** The retirements, and who still uses them. */
export const radarQuery = queryOptions({
  queryKey: ['radar'],
  queryFn: async ({ signal }) => (await request<{ radar: Radar }>(endpoints.radar, { signal })).radar,
})

/** The current simulation, for the banner of every page. */
export const simulationQuery = queryOptions({
  queryKey: ['rehearsal'],
  queryFn: async ({ signal }) =>
    (await request<{ settings: InstanceSettings }>(endpoints.instance_settings, { signal })).settings.api.rehearsal,
  refetchInterval: 60_000,
})

/** Starts, changes or (with `at: null`) ends a simulation. */
export function useSimulate() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (rehearsal: Simulation) => {
      const options = { method: 'PUT', body: { settings: { api: { rehearsal } } }, csrf_token: await csrfToken(queryClient) } as const
      await request(endpoints.instance_settings, options)
    },
    onSuccess: () => Promise.all([queryClient.invalidateQueries(simulationQuery), queryClient.invalidateQueries(radarQuery)]),
  })
}
