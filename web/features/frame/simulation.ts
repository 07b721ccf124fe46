import { queryOptions } from '@tanstack/react-query'
import { call } from '#contract/client.ts'
import type { Answer } from '#contract/operation.ts'
import { composeQuery } from '#contract/queries.ts'

/** Who is answered as on another date; `at` null = nobody. */
export type Simulation = Answer<'GET /api/v2/deskhand/settings'>['settings']['api']['rehearsal']

const readSimulation = async (signal: AbortSignal): Promise<Simulation> =>
  (await call('GET /api/v2/deskhand/settings', {}, signal)).settings.api.rehearsal

/** The current simulation, for the banner of every page. It is read again every minute; settings in open forms are not. */
export const simulationQuery = queryOptions({
  ...composeQuery('simulation', 'GET /api/v2/deskhand/settings', {}, ({ signal }) => readSimulation(signal)),
  refetchInterval: 60_000,
})
