import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import { csrfToken } from './session.ts'

export const GROUPINGS = ['credential', 'client', 'user', 'user_agent', 'address', 'endpoint'] as const
export type Grouping = (typeof GROUPINGS)[number]

interface Sums {
  calls: number
  errors: number
  limited: number
}

/** The sums of one day; `day` as `2026-11-20`. */
export interface ActivityDay extends Sums {
  day: string
}

/** Whose calls a row sums up; members the grouping does not determine are null. */
export interface ActivitySubject {
  credential_kind: string | null
  credential_id: number | null
  client_id: number | null
  user_id: number | null
  method: string | null
  route: string | null
  user_agent: string | null
  ip_address: string | null
}

export interface ActivityLine extends ActivitySubject, Sums {
  key: string
  label: string
  detail: string | null
  first_at: string
  last_at: string
  /** Only days with calls. */
  trend: ActivityDay[]
}

/** One page of `GET /api/v2/deskhand/activity`. */
export interface ActivityPage {
  activity: ActivityLine[]
  from: string
  to: string
  totals: Sums & { days: ActivityDay[] }
  count: number
}

/** The query parameters of the activity, named as in the API. */
export type ActivityQuery = Readonly<Record<string, string>>

/** The URL of the activity: a page of the list, or with `format=csv` a file to download. */
export function activityAddress(asked: ActivityQuery): string {
  return `${endpoints.activity}?${new URLSearchParams(asked)}`
}

/** A page of sums; the previous one stays visible while the next one loads. */
export const activityQuery = (asked: ActivityQuery) =>
  queryOptions({
    queryKey: ['activity', asked],
    queryFn: ({ signal }) => request<ActivityPage>(activityAddress(asked), { signal }),
    placeholderData: keepPreviousData,
  })

/** A caller that uses a retired feature. */
export interface RadarCaller {
  key: string
  label: string
  credential_kind: string
  credential_id: number | null
  client_id: number | null
  user_id: number | null
  user: string | null
  user_agent: string | null
  ip_address: string | null
  calls: number
  last_at: string
  /** When the instance starts to refuse the caller; null while it is allowed. */
  blocked_from: string | null
  rehearsing: boolean
}

/** A feature of the API that is retired or will be. */
export interface Retirement {
  key: string
  title: string
  ends_at: string | null
  /** Negative once it is over. */
  days_left: number | null
  replacement: string
  calls: number
  callers_count: number
  callers: RadarCaller[]
}

/** The callers that get the answers of another date; `at` null = none. */
export interface Simulation {
  at: string | null
  whole_instance: boolean
  api_token_ids: number[]
  user_ids: number[]
  oauth_client_ids: number[]
}

/** `GET /api/v2/deskhand/radar` */
export interface Radar {
  as_of: string
  days: number
  rehearsal: Simulation
  retirements: Retirement[]
}

/** The retirements, and who still uses them. */
export const radarQuery = queryOptions({
  queryKey: ['radar'],
  queryFn: async ({ signal }) => (await request<{ radar: Radar }>(endpoints.radar, { signal })).radar,
})

interface InstanceSettings {
  api: { rehearsal: Simulation }
}

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
