// What waits for the signed-in user, and the set-up checklist of the instance.

import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import { useMutation } from './mutation.ts'
import { csrfToken } from './session.ts'
import type { Home } from './types.ts'

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
