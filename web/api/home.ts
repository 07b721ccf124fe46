// What waits for the signed-in user, and the set-up checklist of the instance.

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import { csrfToken } from './session.ts'

export type WaitingKind = 'to_approve' | 'to_review' | 'to_issue' | 'to_open' | 'ending'

/** The first items that wait, and how many there are. */
export interface Waiting {
  kind: WaitingKind
  count: number
  items: { id: number; title: string; until: string | null }[]
}

export type SetUpStep =
  | 'owner_password'
  | 'second_factor'
  | 'mail'
  | 'manager'
  | 'provisioner'
  | 'engineer'
  | 'integration_bot'
  | 'trackers'

export interface Home {
  instance: { name: string; kind: 'production' | 'sandbox' | 'development'; deployment: string }
  waiting: Waiting[]
  /** Null for users who cannot set the instance up. */
  checklist: { dismissed: boolean; items: { key: SetUpStep; done: boolean }[] } | null
}

export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: async ({ signal }) => (await request<{ home: Home }>(endpoints.home, { signal })).home,
})

/** Dismisses the checklist for the signed-in user, or shows it again. */
export function useDismissChecklist() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (checklist_dismissed: boolean) => {
      const options = { method: 'PUT', body: { home: { checklist_dismissed } }, csrf_token: await csrfToken(queryClient) } as const
      return (await request<{ home: Home }>(endpoints.home, options)).home
    },
    onSuccess: (home) => queryClient.setQueryData(homeQuery.queryKey, home),
  })
}
