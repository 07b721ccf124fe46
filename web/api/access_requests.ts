import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { listAll, request } from './client.ts'
import { ApiError } from './errors.ts'
import { useMutation } from './mutation.ts'
import { csrfToken } from './session.ts'
import type {
  AccessRequest,
  AccessRequestChange,
  Counted,
  GrantRotation,
  HandOverInput,
  IssueInput,
  IssuedRequest,
  NewAccessRequest,
  NewIntegration,
  RequestPerson,
  StepInput,
  StepName,
  TokenImpact,
  UnfiledRequest,
} from './types.ts'

/** The texts the requester may change before the request is approved. */
export type AccessRequestTexts = Omit<AccessRequestChange, 'manager_id'>

/** The lists of requests: own, waiting for the user in a role, or all. */
export type RequestRole = 'mine' | 'to_approve' | 'to_review' | 'to_issue' | 'all'

export const REQUESTS_PER_PAGE = 50

interface ListAnswer extends Counted {
  access_requests: AccessRequest[]
  users: RequestPerson[]
}

/** One page of a list of access requests and the people they name; pages count from 1. `title`: words to search for in titles. */
export const accessRequestsQuery = (role: RequestRole, page: number, title: string) =>
  queryOptions({
    queryKey: ['access_requests', 'list', role, page, title],
    queryFn: ({ signal }) => {
      const search = new URLSearchParams({ role, include: 'users', per_page: String(REQUESTS_PER_PAGE), page: String(page) })
      if (title !== '') search.set('filter[title]', title)
      return request<ListAnswer>(`${endpoints.access_requests}?${search}`, { signal })
    },
    placeholderData: keepPreviousData,
  })

/** The number of access requests in a list. */
export const requestCountQuery = (role: RequestRole) =>
  queryOptions({
    queryKey: ['access_requests', 'count', role],
    queryFn: async ({ signal }) => (await request<ListAnswer>(`${endpoints.access_requests}?role=${role}&per_page=1`, { signal })).count,
  })

/** One access request with the people it names. */
export const accessRequestQuery = (id: number) =>
  queryOptions({
    queryKey: ['access_requests', 'one', id],
    queryFn: ({ signal }) =>
      request<{ access_request: AccessRequest; users: RequestPerson[] }>(`${endpoints.access_request(id)}?include=users`, { signal }),
  })

/** Who could take the steps of a request filed now, and why none can be filed. */
export const unfiledRequestQuery = queryOptions({
  queryKey: ['access_requests', 'new'],
  queryFn: async ({ signal }) =>
    (await request<{ new_access_request: UnfiledRequest }>(endpoints.new_access_request, { signal })).new_access_request,
})

/** The history of an access request, oldest first. */
export const requestEventsQuery = (id: number) =>
  queryOptions({
    queryKey: ['access_requests', 'one', id, 'events'],
    queryFn: ({ signal }) => listAll(endpoints.access_request_step(id, 'events'), 'events', {}, signal),
  })

/** The calls made with the API token of a request in the last 30 days. */
export const requestImpactQuery = (id: number) =>
  queryOptions({
    queryKey: ['access_requests', 'one', id, 'impact'],
    queryFn: async ({ signal }) => (await request<{ impact: TokenImpact }>(endpoints.access_request_step(id, 'impact'), { signal })).impact,
    staleTime: 0,
  })

function useWrite<Input, Result>(act: (input: Input, csrf_token: string) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({
    // the response may contain the value of a token: drop it from the cache as soon as its page unmounts
    gcTime: 0,
    mutationFn: async (input: Input) => act(input, await csrfToken(queryClient)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['access_requests'] }),
    // a conflict: another user was faster, so the cached data is stale
    onError: (error) => (isOutdated(error) ? queryClient.invalidateQueries({ queryKey: ['access_requests'] }) : undefined),
  })
}

/** True when a step was refused because the request was edited after the page loaded it. */
export function isOutdated(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 409
}

/** Files an access request. */
export function useFileAccessRequest() {
  return useWrite(async (access_request: NewAccessRequest, csrf_token) => {
    const options = { method: 'POST', body: { access_request }, csrf_token } as const
    return (await request<{ access_request: AccessRequest }>(endpoints.access_requests, options)).access_request
  })
}

/** Takes a step on an access request, with a reason if there is one. */
export function useTakeStep(id: number) {
  return useWrite(async ({ step, ...given }: StepInput & { step: StepName }, csrf_token) => {
    const options = { method: 'POST', body: { step: given }, csrf_token } as const
    return request(endpoints.access_request_step(id, step), options)
  })
}

/** Issues the token of an access request. The response contains its value if the input asked for it to be shown. */
export function useIssue(id: number) {
  return useWrite(async (issue: IssueInput, csrf_token) => {
    const options = { method: 'POST', body: { issue }, csrf_token } as const
    return (await request<IssuedRequest>(endpoints.access_request_step(id, 'issue'), options)).api_token
  })
}

/** Hands over the value of an issued token, copied before, to the requester as a one-time secret. */
export function useHandOverValue(id: number) {
  return useWrite((hand_over: HandOverInput, csrf_token) =>
    request(endpoints.access_request_step(id, 'hand_over'), { method: 'POST', body: { hand_over }, csrf_token }),
  )
}

/** Rotates the credential and puts the new value into a one-time secret for the requester, replacing one that was not opened. */
export function useRotateGrant(id: number) {
  return useWrite((rotation: GrantRotation, csrf_token) =>
    request(endpoints.access_request_step(id, 'rotate'), { method: 'POST', body: { rotation }, csrf_token }),
  )
}

/** Creates the integration an access request asks for. */
export function useMakeIntegration(id: number) {
  return useWrite((integration: NewIntegration, csrf_token) =>
    request(endpoints.integrations, { method: 'POST', body: { integration: { ...integration, access_request_id: id } }, csrf_token }),
  )
}

/** Changes the texts of the user's own request before it is approved. */
export function useChangeTexts(id: number) {
  return useWrite((access_request: AccessRequestTexts, csrf_token) =>
    request(endpoints.access_request(id), { method: 'PUT', body: { access_request }, csrf_token }),
  )
}

/** Assigns another manager to a request that waits for its manager. */
export function useNameManager(id: number) {
  return useWrite((manager_id: number, csrf_token) =>
    request(endpoints.access_request(id), { method: 'PUT', body: { access_request: { manager_id } }, csrf_token }),
  )
}

/** Adds a comment to an access request. */
export function useComment(id: number) {
  return useWrite((body: string, csrf_token) =>
    request(endpoints.access_request_step(id, 'comments'), { method: 'POST', body: { comment: { body } }, csrf_token }),
  )
}
