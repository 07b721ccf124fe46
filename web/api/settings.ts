// The settings of the instance: the public ones, and Deskhand's own.
// Does not belong here: which of them are on which page, and their fields (admin/settings).

import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import { useMutation } from './mutation.ts'
import { csrfToken } from './session.ts'
import type { InstanceSettings } from './types.ts'

/** Settings as the server returns and accepts them, in groups. */
export type Tree = Readonly<Record<string, unknown>>

/** The settings at each endpoint: the public ones, and Deskhand's own. */
interface SettingsAt {
  account_settings: Tree
  instance_settings: InstanceSettings
}

/** The endpoint of settings. */
export type SettingsPlace = keyof SettingsAt

/** All settings at an endpoint. */
export const settingsQuery = <Place extends SettingsPlace>(place: Place) =>
  queryOptions({
    queryKey: [place, 'all'],
    queryFn: async ({ signal }) => (await request<{ settings: SettingsAt[Place] }>(endpoints[place], { signal })).settings,
  })

/** Changes the given settings; returns all of them as they then are. */
export function useChangeSettings<Place extends SettingsPlace>(place: Place) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (settings: Tree) => {
      const options = { method: 'PUT', body: { settings }, csrf_token: await csrfToken(queryClient) } as const
      return (await request<{ settings: SettingsAt[Place] }>(endpoints[place], options)).settings
    },
    onSuccess: (settings) => {
      queryClient.setQueryData(settingsQuery(place).queryKey, settings)
      return queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === place && queryKey[1] !== 'all' })
    },
  })
}
