// APPROVAL REQUESTS: an agent asks a person or a group to approve something about a ticket.
// Not here: deciding about them, for which the public API has no operation.
import Type from 'typebox'
import { asErrorsList } from '#core/error_formats.ts'
import { listEnvelope } from '#http/envelope.ts'
import { type Address, type AnyRoute, answerOk, route } from '#http/route.ts'
import { createApprovalRequest } from './create.ts'
import { pageOfApprovalRequests } from './find.ts'
import { presentApprovalRequest, presentListedRequests } from './present.ts'
import { ApprovalRequest, ApprovalRequestInput, ApprovalRequestsQuery, ListedApprovalRequest } from './schema.ts'

const common = { scope: '', refusal: asErrorsList, path: '/api/v2/approval_requests' } as const

/** The address without the cursors under their own names: links have those that all lists have. */
function withoutCursors(address: Address): Address {
  const { after_cursor: _after, before_cursor: _before, ...query } = address.query
  return { ...address, query }
}

/** @source docs/reference/employee_service.md §3 */
export const approvalRequestRoutes: AnyRoute[] = [
  route({
    ...common,
    method: 'GET',
    name: 'approval_requests/index',
    summary: 'List approval requests',
    query: ApprovalRequestsQuery,
    answer: Type.Object({ approval_requests: Type.Array(ListedApprovalRequest) }),
    async handle(ctx, { query, address }) {
      const page = await pageOfApprovalRequests(ctx, query)
      return answerOk(listEnvelope(withoutCursors(address), 'approval_requests', page, await presentListedRequests(ctx, page.rows)))
    },
  }),
  route({
    ...common,
    method: 'POST',
    name: 'approval_requests/create',
    summary: 'Create an approval request',
    body: ApprovalRequestInput,
    answer: Type.Object({ approval_request: ApprovalRequest }),
    handle: async (ctx, { body }) => ({
      status: 201,
      body: { approval_request: presentApprovalRequest(await createApprovalRequest(ctx, body)) },
    }),
  }),
]
