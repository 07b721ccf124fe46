import type { Bucket } from '#http/limits.ts'
import { answerNoContent, answerOk, route } from '#http/route.ts'
import { changeAttachment, readAttachment, removeAttachment } from './change.ts'
import { readContent } from './content.ts'
import { presentAttachment } from './present.ts'
import { AttachmentBody, OneAttachment } from './schema.ts'

/** @source docs/reference/conventions.md §8 */
const CONTENT_LIMIT: Bucket = { name: 'attachments-content', limit: 2500, window_seconds: 60 }

/** @source docs/reference/tickets.md §6 */
export const attachmentRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/attachments/:id',
    name: 'attachments/show',
    summary: 'Show an attachment',
    scope: 'ticket_attachments',
    answer: OneAttachment,
    handle: async (ctx, { params }) => answerOk({ attachment: presentAttachment(ctx, await readAttachment(ctx, params.id)) }),
  }),
  route({
    method: 'PUT',
    path: '/api/v2/attachments/:id',
    name: 'attachments/update',
    summary: 'Change an attachment',
    scope: 'ticket_attachments',
    body: AttachmentBody,
    answer: OneAttachment,
    handle: async (ctx, { params, body }) =>
      answerOk({ attachment: presentAttachment(ctx, await changeAttachment(ctx, params.id, body.attachment)) }),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/attachments/:id',
    name: 'attachments/destroy',
    summary: 'Delete an attachment',
    scope: 'ticket_attachments',
    async handle(ctx, { params }) {
      await removeAttachment(ctx, params.id)
      return answerNoContent()
    },
  }),
  route({
    method: 'GET',
    path: '/attachments/token/:token',
    name: 'attachments/content',
    summary: 'Download an attachment',
    scope: null,
    anonymous: true,
    text_params: ['token'],
    buckets: [CONTENT_LIMIT],
    answers_file: true,
    handle: (ctx, { params, asked }) => readContent(ctx, params.token, asked),
  }),
]
