/** Reading approval requests. @source docs/reference/employee_service.md §3 */
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { BadRequest } from '#core/errors.ts'
import { type Page, readPaging } from '#http/paging.ts'
import { isOneOf } from '#lib/objects.ts'
import { type ApprovalRequestsQuery, STATUSES } from './schema.ts'
import { APPROVAL_REQUEST_SORTING, type ApprovalRequestRow, listApprovalRequests } from './store.ts'

/** Values of one filter. */
const MAX_VALUES = 100

/** The values of a filter, separated by commas; undefined without one. @throws BadRequest when one is malformed, or there are too many */
function readValues<Value>(name: string, text: string | undefined, read: (word: string) => Value | undefined): Value[] | undefined {
  if (text === undefined || text === '') return undefined
  const refuse = (must: string): never => {
    throw new BadRequest('InvalidParameter', `${name} ${must}`)
  }
  const words = text.split(',').map((word) => word.trim())
  if (words.length > MAX_VALUES) return refuse(`takes at most ${MAX_VALUES} values`)
  return words.map((word) => read(word) ?? refuse(`does not take ${word === '' ? 'an empty value' : word}`))
}

const idOf = (word: string) => (/^\d{1,15}$/.test(word) ? Number(word) : undefined)
const statusOf = (word: string) => (isOneOf(STATUSES, word) ? word : undefined)

/** A page of all requests of the account. The cursors have names of their own beside those of other lists. @throws BadRequest @throws Forbidden */
export function pageOfApprovalRequests(ctx: Context, query: ApprovalRequestsQuery): Promise<Page<ApprovalRequestRow>> {
  requirePermission(ctx, 'approval_request.list')
  const after = query.after_cursor || query['page[after]']
  const before = query.before_cursor || query['page[before]']
  const cursors = { ...(after ? { 'page[after]': after } : {}), ...(before ? { 'page[before]': before } : {}) }
  const paging = readPaging({ ...query, ...cursors }, APPROVAL_REQUEST_SORTING, 'approval_requests/index')
  const filter = {
    statuses: readValues('filter[status]', query['filter[status]'], statusOf),
    user_ids: readValues('filter[assignee_user_id]', query['filter[assignee_user_id]'], idOf),
    group_ids: readValues('filter[assignee_group_id]', query['filter[assignee_group_id]'], idOf),
  }
  return listApprovalRequests(ctx, filter, paging)
}
