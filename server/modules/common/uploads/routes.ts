import Type from 'typebox'
import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { Bucket } from '#http/limits.ts'
import { answerNoContent, route, forbidCaching } from '#http/route.ts'
import { Flag, Text } from '#http/shape.ts'
import { wireTime } from '#lib/clock.ts'
import { presentAttachment } from '../attachments/present.ts'
import { createUpload, removeUpload, requireUploading, type Uploaded } from './acts.ts'
import { UploadBody, UploadAnswer } from './schema.ts'

/**
 * JSON with the content type `text/plain`, as recorded. Clients that accept JSON get `application/json`: those of Node and Ruby parse no
 * other type.
 * @source docs/reference/conventions.md §1.5; docs/reference/clients.md §5
 */
function answerUpload(ctx: Context, { token, expires_at, attachments, last }: Uploaded, asksForJson: boolean) {
  const upload = {
    token,
    expires_at: wireTime(expires_at),
    attachments: attachments.map((row) => presentAttachment(ctx, row)),
    attachment: presentAttachment(ctx, last),
  }
  const type = `${asksForJson ? 'application/json' : 'text/plain'}; charset=utf-8`
  const headers = { location: urlOf(ctx.caller.base_url, `attachments/${last.id}`), 'content-type': type }
  return forbidCaching({ status: 201, body: { upload }, headers })
}

/** The limit of anonymous uploads from one address. */
const ANONYMOUS_LIMIT: Bucket = { name: 'anonymous-uploads', limit: 60, window_seconds: 3600, per: 'stranger' }

/** @source docs/reference/tickets.md §6 */
export const uploadRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/uploads',
    name: 'uploads/create',
    summary: 'Upload a file',
    scope: 'tickets',
    anonymous: true,
    buckets: [ANONYMOUS_LIMIT],
    files: 'body',
    admits: requireUploading,
    query: Type.Partial(Type.Object({ filename: Text, token: Text, inline: Flag })),
    body: UploadBody,
    answer: UploadAnswer,
    async handle(ctx, { query, body, files, asked }) {
      const file = files.find(({ field }) => field === '' || field === 'uploaded_data')
      const wish = { ...query, filename: query.filename || body.filename || null, token: query.token || body.token || null }
      return answerUpload(ctx, await createUpload(ctx, file, wish), asked.names_json)
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/uploads/:token',
    name: 'uploads/destroy',
    summary: 'Delete an upload',
    scope: 'tickets',
    text_params: ['token'],
    async handle(ctx, { params }) {
      await removeUpload(ctx, params.token)
      return answerNoContent()
    },
  }),
]
