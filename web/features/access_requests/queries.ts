import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, query } from '#contract/client.ts'
import { ApiError } from '#contract/errors.ts'
import { invalidateBelow } from '#contract/invalidate.ts'
import { useMutation } from '#contract/mutation.ts'
import type { Answer, Content, Row } from '#contract/operation.ts'
import { queryAll } from '#contract/queries.ts'

export type AccessRequest = Row<'GET /api/v2/access_requests', 'access_requests'>
export type RequestKind = AccessRequest['kind']
export type RequestState = AccessRequest['state']
/** The steps a person can take. */
export type StepName = AccessRequest['allowed_steps'][number]
/** A step that is left of a request, and who could take it. */
export type NextStep = AccessRequest['next_steps'][number]
/** What a request would meet that were filed now. */
export type UnfiledRequest = Answer<'GET /api/v2/access_requests/new'>['new_access_request']
export type RequestPerson = Row<'GET /api/v2/access_requests', 'users'>
export type NewAccessRequest = Content<'POST /api/v2/access_requests', 'access_request'>
type AccessRequestChange = Content<'PUT /api/v2/access_requests/:id', 'access_request'>
/** The texts the requester may change before the request is approved. */
export type AccessRequestTexts = Omit<AccessRequestChange, 'manager_id'>
/** The steps that are taken with a reason alone. */
export type ReasonedStep = Exclude<StepName, 'issue'>

/** The lists of requests: own, waiting for the user in a role, or all. */
export type RequestRole = 'mine' | 'to_approve' | 'to_review' | 'to_issue' | 'all'

export const REQUESTS_PER_PAGE = 50

/** One page of a list of access requests and the people they name; pages count from 1. `title`: words to search for in titles. */
export const accessRequestsQuery = (role: RequestRole, page: number, title: string) =>
  queryOptions({
    ...query('GET /api/v2/access_requests', {
      query: { role, include: 'users', per_page: REQUESTS_PER_PAGE, page, ...(title === '' ? {} : { 'filter[title]': title }) },
    }),
    placeholderData: keepPreviousData,
  })

/** The number in an answer to `requestCountQuery`. */
export const readCount = ({ count }: Answer<'GET /api/v2/access_requests'>) => count ?? 0

/** The number of access requests in a list. */
export const requestCountQuery = (role: RequestRole) =>
  queryOptions({ ...query('GET /api/v2/access_requests', { query: { role, per_page: 1 } }), select: readCount })

/** One access request with the people it names. */
export const accessRequestQuery = (id: number) => query('GET /api/v2/access_requests/:id', { params: { id }, query: { include: 'users' } })

/** Who could take the steps of a request filed now, and why none can be filed. */
export const unfiledRequestQuery = queryOptions({
  ...query('GET /api/v2/access_requests/new'),
  select: ({ new_access_request }) => new_access_request,
})

/** The history of an access request, oldest first. */
export const requestEventsQuery = (id: number) => queryAll('GET /api/v2/access_requests/:id/events', 'events', { params: { id } })

/** The calls made with the API token of a request in the last 30 days. */
export const requestImpactQuery = (id: number) =>
  queryOptions({
    ...query('GET /api/v2/access_requests/:id/impact', { params: { id } }),
    select: ({ impact }) => impact,
    staleTime: 0,
  })

const invalidateRequests = () => invalidateBelow('GET /api/v2/access_requests')

function useWrite<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  return useMutation({
    // the response may contain the value of a token: drop it from the cache as soon as its page unmounts
    gcTime: 0,
    mutationFn,
    onSuccess: invalidateRequests,
    // a conflict: another user was faster, so the cached data is stale
    onError: (error) => (isOutdated(error) ? invalidateRequests() : undefined),
  })
}

/** True when a step was refused because the request was edited after the page loaded it. */
export function isOutdated(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 409
}

/** Files an access request. */
export function useFileAccessRequest() {
  return useWrite(
    async (access_request: NewAccessRequest) => (await call('POST /api/v2/access_requests', { body: { access_request } })).access_request,
  )
}

/** Takes a step on an access request, with a reason if there is one. */
export function useTakeStep(id: number) {
  return useWrite(({ step, ...given }: Content<'POST /api/v2/access_requests/:id/revoke', 'step'> & { step: ReasonedStep }) =>
    call(`POST /api/v2/access_requests/:id/${step}`, { params: { id }, body: { step: given } }),
  )
}

/** Issues the token of an access request. The response contains its value if the input asked for it to be shown. */
export function useIssue(id: number) {
  return useWrite(
    async (issue: Content<'POST /api/v2/access_requests/:id/issue', 'issue'>) =>
      (await call('POST /api/v2/access_requests/:id/issue', { params: { id }, body: { issue } })).api_token,
  )
}

/** Hands over the value of an issued token, copied before, to the requester as a one-time secret. */
export function useHandOverValue(id: number) {
  return useWrite((hand_over: Content<'POST /api/v2/access_requests/:id/hand_over', 'hand_over'>) =>
    call('POST /api/v2/access_requests/:id/hand_over', { params: { id }, body: { hand_over } }),
  )
}

/** Rotates the credential and puts the new value into a one-time secret for the requester, replacing one that was not opened. */
export function useRotateGrant(id: number) {
  return useWrite((rotation: Content<'POST /api/v2/access_requests/:id/rotate', 'rotation'>) =>
    call('POST /api/v2/access_requests/:id/rotate', { params: { id }, body: { rotation } }),
  )
}

/** Creates the integration an access request asks for. */
export function useMakeIntegration(id: number) {
  return useWrite((integration: Content<'POST /api/v2/integrations', 'integration'>) =>
    call('POST /api/v2/integrations', { body: { integration: { ...integration, access_request_id: id } } }),
  )
}

/** Changes the texts of the user's own request before it is approved. */
export function useChangeTexts(id: number) {
  return useWrite((access_request: AccessRequestTexts) =>
    call('PUT /api/v2/access_requests/:id', { params: { id }, body: { access_request } }),
  )
}

/** Assigns another manager to a request that waits for its manager. */
export function useNameManager(id: number) {
  return useWrite((manager_id: number) =>
    call('PUT /api/v2/access_requests/:id', { params: { id }, body: { access_request: { manager_id } } }),
  )
}

/** Adds a comment to an access request. */
export function useComment(id: number) {
  return useWrite((body: string) => call('POST /api/v2/access_requests/:id/comments', { params: { id }, body: { comment: { body } } }))
}
