// The settings of the instance: the public ones, and Deskhand's own.
// Does not belong here: which of them are on which page, and their fields (account_settings.ts, api_settings.ts).

import { queryOptions } from '@tanstack/react-query'
import { call, query } from '#contract/client.ts'
import { useMutation } from '#contract/mutation.ts'
import type { Answer } from '#contract/operation.ts'
import { queryClient } from '#contract/query_client.ts'

/** Settings as the server returns and accepts them, in groups. */
export type Tree = Readonly<Record<string, unknown>>
/** Deskhand's own settings. */
export type InstanceSettings = Answer<'GET /api/v2/deskhand/settings'>['settings']

/** The settings of the public API. */
export const accountSettingsQuery = queryOptions({ ...query('GET /api/v2/account/settings'), select: ({ settings }) => settings })

/** Deskhand's own settings. */
export const instanceSettingsQuery = queryOptions({ ...query('GET /api/v2/deskhand/settings'), select: ({ settings }) => settings })

const change = {
  account_settings: async (settings: Tree): Promise<Tree> => {
    const answer = await call('PUT /api/v2/account/settings', { body: { settings } })
    queryClient.setQueryData(accountSettingsQuery.queryKey, answer)
    return { ...answer.settings }
  },
  instance_settings: async (settings: Tree): Promise<Tree> => {
    const answer = await call('PUT /api/v2/deskhand/settings', { body: { settings } })
    queryClient.setQueryData(instanceSettingsQuery.queryKey, answer)
    return { ...answer.settings }
  },
}

/** Where settings are saved: those of the public API, or Deskhand's own. */
export type SettingsPlace = keyof typeof change

/** Changes the given settings; returns all of them as they then are. */
export function useChangeSettings(place: SettingsPlace) {
  return useMutation({ mutationFn: change[place] })
}
