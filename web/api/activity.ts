import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { writeAddress } from '../contract/address.ts'
import { call, query } from '../contract/client.ts'
import { invalidate } from '../contract/invalidate.ts'
import { useMutation } from '../contract/mutation.ts'
import type { Answer, QueryOf } from '../contract/operation.ts'
import { composeQuery } from '../contract/queries.ts'
import type { InstanceSettings } from './settings.ts'

/** One page of the activity. */
export type ActivityPage = Answer<'GET /api/v2/deskhand/activity'>
export type ActivityLine = ActivityPage['activity'][number]
export type Radar = Answer<'GET /api/v2/deskhand/radar'>['radar']
/** Something that ends. */
export type Retirement = Radar['retirements'][number]
/** A caller of something that ends. */
export type RadarCaller = Retirement['callers'][number]
/** Who is answered as on another date; `at` null = nobody. */
export type Simulation = InstanceSettings['api']['rehearsal']

export const GROUPINGS = ['credential', 'client', 'user', 'user_agent', 'address', 'endpoint'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** The query parameters of the activity, named as in the API. */
export type ActivityQuery = QueryOf<'GET /api/v2/deskhand/activity'>

/** The URL of the activity as a file to download. */
export function activityFile(query: ActivityQuery): string {
  return writeAddress('GET /api/v2/deskhand/activity', { query: { ...query, format: 'csv' } })
}

/** A page of sums; the previous one stays visible while the next one loads. */
export const activityQuery = (asked: ActivityQuery) =>
  queryOptions({ ...query('GET /api/v2/deskhand/activity', { query: asked }), placeholderData: keepPreviousData })

/** The retirements, and who still uses them. */
export const radarQuery = queryOptions({ ...query('GET /api/v2/deskhand/radar'), select: ({ radar }) => radar })

const readSimulation = async (signal: AbortSignal): Promise<Simulation> =>
  (await call('GET /api/v2/deskhand/settings', {}, signal)).settings.api.rehearsal

/** The current simulation, for the banner of every page. It is read again every minute; settings in open forms are not. */
export const simulationQuery = queryOptions({
  ...composeQuery('simulation', 'GET /api/v2/deskhand/settings', {}, ({ signal }) => readSimulation(signal)),
  refetchInterval: 60_000,
})

/** Starts, changes or (with `at: null`) ends a simulation. */
export function useSimulate() {
  return useMutation({
    mutationFn: async (rehearsal: Simulation) => {
      await call('PUT /api/v2/deskhand/settings', { body: { settings: { api: { rehearsal } } } })
    },
    onSuccess: () => Promise.all([invalidate('GET /api/v2/deskhand/settings'), invalidate('GET /api/v2/deskhand/radar')]),
  })
}
