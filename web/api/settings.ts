// The settings of the instance: the public tree, and those that only this product has.
// Does not belong here: which of them stand on which page, and how they are typed (admin/settings).

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import { csrfToken } from './session.ts'

/** Settings as the server shows and takes them, in groups. */
export type Tree = Readonly<Record<string, unknown>>

/** Where settings are: the public tree, or our own. */
export type SettingsPlace = 'account_settings' | 'instance_settings'

/** All settings of a place. */
export const settingsQuery = (place: SettingsPlace) =>
  queryOptions({
    queryKey: [place, 'all'],
    queryFn: async ({ signal }) => (await request<{ settings: Tree }>(endpoints[place], { signal })).settings,
  })

/** Changes what is given; the settings there then are. */
export function useChangeSettings(place: SettingsPlace) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (settings: Tree) => {
      const options = { method: 'PUT', body: { settings }, csrf_token: await csrfToken(queryClient) } as const
      return (await request<{ settings: Tree }>(endpoints[place], options)).settings
    },
    onSuccess: (settings) => {
      queryClient.setQueryData(settingsQuery(place).queryKey, settings)
      return queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === place && queryKey[1] !== 'all' })
    },
  })
}
