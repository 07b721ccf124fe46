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

/** Whose calls a line sums up; members its grouping does not tell are null. */
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
  /** The days on which there were calls. */
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

/** What is asked of the activity; members of the query as the API spells them. */
export type ActivityQuery = Readonly<Record<string, string>>

/** The address of the activity: the page of a list, or with `format=csv` a table to take away. */
export function activityAddress(asked: ActivityQuery): string {
  return `${endpoints.activity}?${new URLSearchParams(asked)}`
}

/** A page of sums; while the next one is on its way the last one stays. */
export const activityQuery = (asked: ActivityQuery) =>
  queryOptions({
    queryKey: ['activity', asked],
    queryFn: ({ signal }) => request<ActivityPage>(activityAddress(asked), { signal }),
    placeholderData: keepPreviousData,
  })

/** A caller of something that ends. */
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
  /** From when the instance refuses him; null while it lets him go on. */
  blocked_from: string | null
  rehearsing: boolean
}

/** Something that ends. */
export interface Retirement {
  key: string
  title: string
  ends_at: string | null
  /** Below zero when it is over. */
  days_left: number | null
  replacement: string
  calls: number
  callers_count: number
  callers: RadarCaller[]
}

/** Who is answered as on another date; `at` null = nobody. */
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

/** What ends, and who still uses it. */
export const radarQuery = queryOptions({
  queryKey: ['radar'],
  queryFn: async ({ signal }) => (await request<{ radar: Radar }>(endpoints.radar, { signal })).radar,
})

interface InstanceSettings {
  api: { rehearsal: Simulation }
}

/** The rehearsal that is going on, for the banner of every page. */
export const simulationQuery = queryOptions({
  queryKey: ['rehearsal'],
  queryFn: async ({ signal }) =>
    (await request<{ settings: InstanceSettings }>(endpoints.instance_settings, { signal })).settings.api.rehearsal,
  refetchInterval: 60_000,
})

/** Begins, changes or (with `at: null`) ends a rehearsal. */
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
