import { queryOptions } from '@tanstack/react-query'
import { call, query } from '#contract/client.ts'
import { invalidateBelow } from '#contract/invalidate.ts'
import { useMutation } from '#contract/mutation.ts'
import type { Answer, Row } from '#contract/operation.ts'
import { invalidateApiTokens, type TokenBounds } from './queries.ts'

/** An accepted access request for an API token, with the members needed to issue it. */
export interface IssuableRequest extends Pick<Row<'GET /api/v2/access_requests', 'access_requests'>, 'id' | 'page_url' | 'title'> {
  requester_name: string
}

const MAX_REQUESTS = 100

/** The accepted requests for API tokens that the signed-in user may issue. */
export const issuableRequestsQuery = queryOptions({
  ...query('GET /api/v2/access_requests', {
    query: { 'filter[state]': 'accepted', 'filter[kind]': 'api_token', include: 'users', per_page: MAX_REQUESTS },
  }),
  select: findIssuable,
  staleTime: 0,
})

function findIssuable({ access_requests, users = [] }: Answer<'GET /api/v2/access_requests'>): IssuableRequest[] {
  const names = new Map(users.map(({ id, name }) => [id, name]))
  return access_requests
    .filter(({ allowed_steps }) => allowed_steps.includes('issue'))
    .map(({ id, page_url, title, requester_id }) => ({ id, page_url, title, requester_name: names.get(requester_id) ?? '' }))
}

/** Creates the token of a request and puts its value directly into a one-time secret for the requester; it is not in the response. */
export function useHandOver() {
  return useMutation({
    mutationFn: async ({ id, bounds: { allowed_ips, ...bounds } }: { id: number; bounds: TokenBounds }) => {
      const issue = { mode: 'hand_over', ...bounds, ...(allowed_ips === null ? {} : { allowed_ips }) }
      await call('POST /api/v2/access_requests/:id/issue', { params: { id }, body: { issue } })
    },
    onSuccess: () => Promise.all([invalidateApiTokens(), invalidateBelow('GET /api/v2/access_requests')]),
  })
}
