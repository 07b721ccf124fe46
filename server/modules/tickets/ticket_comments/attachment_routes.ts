import { answerOk, route } from '#http/route.ts'
import { presentAttachment } from '#modules/common/attachments/present.ts'
import { OneAttachment } from '#modules/common/attachments/schema.ts'
import { redactCommentAttachment } from './redact_attachment.ts'

/** @source docs/reference/tickets.md §6 */
export const commentAttachmentRoutes = [
  route({
    method: 'PUT',
    path: '/api/v2/tickets/:ticket_id/comments/:comment_id/attachments/:id/redact',
    name: 'attachments/redact',
    summary: 'Redact an attachment of a comment',
    scope: 'tickets',
    answer: OneAttachment,
    handle: async (ctx, { params }) => answerOk({ attachment: presentAttachment(ctx, await redactCommentAttachment(ctx, params)) }),
  }),
]
