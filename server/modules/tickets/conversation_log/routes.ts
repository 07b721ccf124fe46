// The conversation of a ticket as one stream of events. Read only: its events are the ticket's comments.
// Not here: audits, which record every other change.
import Type from 'typebox'
import { requirePermission } from '../../../permissions/permissions.ts'
import type { Role } from '../../../context.ts'
import { listEnvelope } from '../../../http/envelope.ts'
import { readPaging, type Sorting } from '../../../http/paging.ts'
import { ok, route } from '../../../http/route.ts'
import { Anything, Hash, listQuery } from '../../../http/shape.ts'
import { allOf } from '../../../lib/all_of.ts'
import { presentComments } from '../ticket_comments/present.ts'
import { COMMENT_SORTING, type CommentRow, listComments } from '../ticket_comments/store.ts'
import { getTicket } from '../tickets/store.ts'
import { findUsers } from '../../people/users/store.ts'

const LOG_SORTING: Sorting = { ...COMMENT_SORTING, only_cursor: true }
const Event = Type.Object({
  id: Type.String(),
  type: Type.String(),
  reference: Type.String(),
  created_at: Type.String(),
  author: Hash,
  content: Hash,
  metadata: Hash,
  attachments: Type.Array(Anything),
})

/** A comment as an event of the log. @source docs/reference/tickets.md §12.3 */
function asEvent(row: CommentRow, wire: Record<string, unknown>, role: Role | undefined): Record<string, unknown> {
  const type = row.author_id < 1 ? 'bot' : role === undefined || role === 'end-user' ? 'user' : 'agent'
  return {
    id: String(row.id),
    type: row.type,
    reference: `zen:ticket_event:${row.id}`,
    created_at: wire.created_at,
    author: { type, 'zen:support:user_id': row.author_id },
    content: { type: 'html', body: row.html_body },
    metadata: { public: row.public, via: row.via, ...(row.metadata as Record<string, unknown>) },
    attachments: wire.attachments,
  }
}

/** @source docs/reference/tickets.md §12.3 */
export const conversationLogRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/tickets/:ticket_id/conversation_log',
    name: 'conversation_log/index',
    summary: "List a ticket's conversation",
    scope: 'tickets',
    query: listQuery({}),
    answer: Type.Object({ events: Type.Array(Event) }),
    async handle(ctx, { params, query, address }) {
      requirePermission(ctx, 'ticket.list')
      await getTicket(ctx, params.ticket_id)
      const page = await listComments(ctx, params.ticket_id, readPaging(query, LOG_SORTING, 'conversation_log/index'))
      const [wires, authors] = await allOf(
        () => presentComments(ctx, page.rows, true),
        () => findUsers(ctx, [...new Set(page.rows.map((row) => row.author_id))]),
      )
      const roles = new Map(authors.map((author) => [author.id, author.role]))
      const events = page.rows.map((row, index) => asEvent(row, wires[index] as Record<string, unknown>, roles.get(row.author_id)))
      return ok(listEnvelope(address, 'events', page, events))
    },
  }),
]
