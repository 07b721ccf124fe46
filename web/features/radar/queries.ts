import { queryOptions } from '@tanstack/react-query'
import { call, query } from '#contract/client.ts'
import { invalidate } from '#contract/invalidate.ts'
import { useMutation } from '#contract/mutation.ts'
import type { Answer } from '#contract/operation.ts'
import type { Simulation } from '#features/frame/public.ts'

export type Radar = Answer<'GET /api/v2/deskhand/radar'>['radar']
/** Something that ends. */
export type Retirement = Radar['retirements'][number]
/** A caller of something that ends. */
export type RadarCaller = Retirement['callers'][number]

/** The retirements, and who still uses them. */
export const radarQuery = queryOptions({ ...query('GET /api/v2/deskhand/radar'), select: ({ radar }) => radar })

/** Starts, changes or (with `at: null`) ends a simulation. */
export function useSimulate() {
  return useMutation({
    mutationFn: async (rehearsal: Simulation) => {
      await call('PUT /api/v2/deskhand/settings', { body: { settings: { api: { rehearsal } } } })
    },
    onSuccess: () => Promise.all([invalidate('GET /api/v2/deskhand/settings'), invalidate('GET /api/v2/deskhand/radar')]),
  })
}
