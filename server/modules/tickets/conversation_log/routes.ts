// The conversation of a ticket as one stream of events. Read only: its events are the ticket's comments.
// Not here: audits, which record every other change.
import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import type { Role } from '#core/context.ts'
import { flag, text, whole } from '#http/answer_shape.ts'
import { listEnvelope } from '#http/envelope.ts'
import { readPaging, type Sorting } from '#http/paging.ts'
import { type AnswerOf, answerOk, route } from '#http/route.ts'
import { listQuery } from '#http/shape.ts'
import { allOf } from '#lib/all_of.ts'
import { Attachment } from '#modules/common/attachments/schema.ts'
import { presentComments } from '../ticket_comments/present.ts'
import type { Comment } from '../ticket_comments/schema.ts'
import { COMMENT_SORTING, listComments } from '../ticket_comments/store.ts'
import { CallMetadata } from '../tickets/schema.ts'
import { Via } from '../tickets/value_schema.ts'
import { getTicket } from '../tickets/store.ts'
import { findUsers } from '#modules/people/users/store.ts'

const LOG_SORTING: Sorting = { ...COMMENT_SORTING, only_cursor: true }
const Event = Type.Object({
  id: text,
  type: text,
  reference: text,
  created_at: text,
  author: Type.Object({ type: text, 'zen:support:user_id': whole }),
  content: Type.Object({ type: text, body: text }),
  metadata: Type.Object({ public: flag, via: Via, ...CallMetadata.properties }),
  attachments: Type.Array(Attachment),
})

/** A comment as an event of the log. `role` is its author's. @source docs/reference/tickets.md §12.3 */
function asEvent(comment: AnswerOf<typeof Comment>, role: Role | undefined): AnswerOf<typeof Event> {
  const { id, author_id } = comment
  const type = author_id < 1 ? 'bot' : role === undefined || role === 'end-user' ? 'user' : 'agent'
  return {
    id: String(id),
    type: comment.type,
    reference: `zen:ticket_event:${id}`,
    created_at: comment.created_at,
    author: { type, 'zen:support:user_id': author_id },
    content: { type: 'html', body: comment.html_body },
    metadata: { public: comment.public, via: comment.via, ...comment.metadata },
    attachments: comment.attachments,
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
      const [comments, authors] = await allOf(
        () => presentComments(ctx, page.rows, true),
        () => findUsers(ctx, [...new Set(page.rows.map((row) => row.author_id))]),
      )
      const roles = new Map(authors.map((author) => [author.id, author.role]))
      const events = comments.map((comment) => asEvent(comment, roles.get(comment.author_id)))
      return answerOk(listEnvelope(address, 'events', page, events))
    },
  }),
]
