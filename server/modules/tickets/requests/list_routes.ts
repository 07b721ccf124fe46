import { isStaff } from '#permissions/permissions.ts'
import { asRequester, asViewer } from '#permissions/requester.ts'
import type { Context } from '#core/context.ts'
import { NotFound, Unprocessable } from '#core/errors.ts'
import { listEnvelope } from '#http/envelope.ts'
import { type PagingQuery, readPaging } from '#http/paging.ts'
import { type Address, type AnyRoute, answerOk, route } from '#http/route.ts'
import { Id, listQuery, Phrase, Word } from '#http/shape.ts'
import { allOf } from '#lib/all_of.ts'
import { findOrganizations } from '#modules/people/organizations/store.ts'
import { ticketSetup } from '../tickets/setup_store.ts'
import { findVisibleUsers } from '#modules/people/users/list_store.ts'
import { requestSiblings } from './user_summaries.ts'
import { listRequests, OPEN, REQUEST_SORTING, type RequestFilter, SOLVED } from './list.ts'
import { presentRequest } from './present.ts'
import { RequestList } from './schema.ts'

type ListInput = { readonly query: PagingQuery & { readonly include?: string }; readonly address: Address }

/** The most words of one search. */
const MAX_WORDS = 10
/** @source docs/reference/search.md §2 */
const LAST_RESULT = 1000

/** Responds with a list of the requests `viewer` can see. */
async function list(viewer: Context, filter: RequestFilter, { query, address }: ListInput) {
  const paging = readPaging(query, REQUEST_SORTING, 'requests/index')
  const [setup, page] = await allOf(
    () => ticketSetup(viewer),
    () => listRequests(viewer, filter, paging),
  )
  const siblings = await requestSiblings(viewer, query.include, page.rows)
  return answerOk(
    listEnvelope(
      address,
      'requests',
      page,
      page.rows.map((row) => presentRequest(viewer, row, setup)),
      siblings,
    ),
  )
}

/** A route that lists the caller's own requests, seen as a requester. */
const makeOwnRoute = (path: string, name: string, summary: string, filter: (userId: number) => RequestFilter): AnyRoute =>
  route({
    method: 'GET',
    path,
    name,
    summary,
    scope: 'requests',
    query: listQuery({}),
    answer: RequestList,
    handle: async (ctx, input) => list(await asRequester(ctx), filter(ctx.actor.id), input),
  })

/** Agents get 404 for an unknown user. End users get an empty list, so that they cannot find out which users exist. */
async function ofUser(ctx: Context, userId: number, input: ListInput) {
  if (isStaff(ctx) && (await findVisibleUsers(ctx, [userId])).length === 0) throw new NotFound()
  return list(await asViewer(ctx), { requester_id: userId }, input)
}

async function ofOrganization(ctx: Context, organizationId: number, input: ListInput) {
  const isThere = isStaff(ctx)
    ? (await findOrganizations(ctx, [organizationId])).length > 0
    : ctx.actor.organization_ids.includes(organizationId)
  if (!isThere) throw new NotFound()
  return list(await asViewer(ctx), { organization_id: organizationId }, input)
}

interface SearchQuery {
  readonly query?: string
  readonly organization_id?: number | null
  readonly cc_id?: number | null
  readonly status?: string
}

/** The words of a search; a quoted phrase counts as one word. */
function wordsOf(query: string): string[] {
  const found = [...query.matchAll(/"([^"]+)"|([^\s"]+)/g)].map(([, phrase, word]) => (phrase ?? word ?? '').trim())
  const words = found.filter((word) => word !== '')
  if (words.length > MAX_WORDS) throw new Unprocessable('invalid', `Invalid search: a query has at most ${MAX_WORDS} words`)
  return words
}

async function search(ctx: Context, { query: text = '', organization_id, cc_id, status }: SearchQuery, input: ListInput) {
  const paging = readPaging(input.query, REQUEST_SORTING, 'requests/search')
  if (paging.style === 'offset' && paging.page * paging.per_page > LAST_RESULT)
    throw new Unprocessable('invalid', 'Invalid search: Requested response size was greater than Search Response Limits')
  const statuses = (status ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  return list(
    await asRequester(ctx),
    {
      words: wordsOf(text),
      ...(statuses.length === 0 ? {} : { statuses }),
      ...(typeof organization_id === 'number' ? { organization_id } : {}),
      ...(typeof cc_id === 'number' ? { cc_id } : {}),
    },
    input,
  )
}

/** @source docs/reference/tickets.md §9 */
export const requestListRoutes: AnyRoute[] = [
  makeOwnRoute('/api/v2/requests', 'requests/index', 'List requests', (requester_id) => ({ requester_id })),
  makeOwnRoute('/api/v2/requests/open', 'requests/open', 'List open requests', (requester_id) => ({ requester_id, statuses: OPEN })),
  makeOwnRoute('/api/v2/requests/solved', 'requests/solved', 'List solved requests', (requester_id) => ({
    requester_id,
    statuses: SOLVED,
  })),
  makeOwnRoute('/api/v2/requests/ccd', 'requests/ccd', 'List requests the caller is copied on', (cc_id) => ({ cc_id })),
  makeOwnRoute('/api/v2/requests/hold', 'requests/hold', 'List requests on hold', (requester_id) => ({ requester_id, statuses: ['hold'] })),
  route({
    method: 'GET',
    path: '/api/v2/requests/search',
    name: 'requests/search',
    summary: 'Search requests',
    scope: 'requests',
    query: listQuery({ query: Phrase, organization_id: Id, cc_id: Id, status: Word }),
    answer: RequestList,
    handle: (ctx, input) => search(ctx, input.query, input),
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/:user_id/requests',
    name: 'requests/index',
    summary: "List a user's requests",
    scope: 'requests',
    query: listQuery({}),
    answer: RequestList,
    handle: (ctx, input) => ofUser(ctx, input.params.user_id, input),
  }),
  route({
    method: 'GET',
    path: '/api/v2/organizations/:organization_id/requests',
    name: 'requests/index',
    summary: "List an organization's requests",
    scope: 'requests',
    query: listQuery({}),
    answer: RequestList,
    handle: (ctx, input) => ofOrganization(ctx, input.params.organization_id, input),
  }),
]
