import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { apiTokensQuery } from './api_tokens.ts'
import { request } from './client.ts'
import { useMutation } from './mutation.ts'
import { csrfToken } from './session.ts'
import type { AccessRequest, RequestPerson, TokenBounds } from './types.ts'

/** An accepted access request for an API token, with the members needed to issue it. */
export interface IssuableRequest extends Pick<AccessRequest, 'id' | 'page_url' | 'title'> {
  requester_name: string
}

interface Answer {
  access_requests: AccessRequest[]
  users: RequestPerson[]
}

/** The accepted requests for API tokens that the signed-in user may issue. */
export const issuableRequestsQuery = queryOptions({
  queryKey: ['access_requests', 'issuable'],
  queryFn: async ({ signal }): Promise<IssuableRequest[]> => {
    const { access_requests, users } = await request<Answer>(endpoints.accepted_token_requests, { signal })
    const names = new Map(users.map(({ id, name }) => [id, name]))
    return access_requests
      .filter(({ allowed_steps }) => allowed_steps.includes('issue'))
      .map(({ id, page_url, title, requester_id }) => ({ id, page_url, title, requester_name: names.get(requester_id) ?? '' }))
  },
  staleTime: 0,
})

/** Creates the token of a request and puts its value directly into a one-time secret for the requester; it is not in the response. */
export function useHandOver() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, bounds }: { id: number; bounds: TokenBounds }) => {
      const options = {
        method: 'POST',
        body: { issue: { mode: 'hand_over', ...bounds } },
        csrf_token: await csrfToken(queryClient),
      } as const
      await request(endpoints.issue_access_request(id), options)
    },
    onSuccess: () =>
      Promise.all([queryClient.invalidateQueries(apiTokensQuery), queryClient.invalidateQueries({ queryKey: ['access_requests'] })]),
  })
}
