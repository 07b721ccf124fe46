/** The files of a request: streamed to disk as they arrive, and removed after the request unless the act has kept them. */
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Context } from '#core/context.ts'
import { BadRequest, InsufficientStorage, TooLarge } from '#core/errors.ts'
import { FileTooLarge, DiskFull } from '#files/errors.ts'
import { type FilePart, readFormData } from './form_data.ts'
import type { AnyRoute, SentFile } from './route.ts'

/** The input of a request: the files, and the fields of their form. */
export interface Sent {
  readonly files: readonly SentFile[]
  /** To be parsed as the body; undefined where the body was a file itself. */
  readonly body: unknown
}

const isForm = (request: FastifyRequest) => /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')

/** Whether the body of a request is streamed as files: the route accepts files, and the content type may hold some. */
export function bringsFiles(route: AnyRoute, request: FastifyRequest): boolean {
  return route.files === 'body' || (route.files === 'form' && isForm(request))
}

/**
 * Runs `work` with the files of a request.
 * @throws TooLarge @throws InsufficientStorage @throws BadRequest when they are cut off or cannot be parsed
 */
export async function withFiles<Result>(
  ctx: Context,
  route: AnyRoute,
  request: FastifyRequest,
  work: (sent: Sent) => Promise<Result>,
): Promise<Result> {
  route.admits?.(ctx)
  const type = request.headers['content-type'] ?? ''
  if (!bringsFiles(route, request)) return work({ files: [], body: request.body })
  const files: SentFile[] = []
  try {
    const incoming = request.body instanceof Readable ? request.body : Readable.from([])
    if (!isForm(request)) {
      files.push(await take(ctx, incoming, { field: '', file_name: null, content_type: type || null }))
      return await work({ files, body: undefined })
    }
    const { fields } = await readFormData(incoming, type, (stream, part) => take(ctx, stream, part), files)
    return await work({ files, body: fields })
  } finally {
    for (const { received } of files) await received.discard()
  }
}

async function take(ctx: Context, stream: Readable, part: FilePart): Promise<SentFile> {
  const most = ctx.account.settings.limits.attachment_size
  try {
    return { ...part, received: await ctx.services.files.receive(stream, most) }
  } catch (error) {
    if (error instanceof FileTooLarge) throw new TooLarge('AttachmentTooBig', `The file is too big: ${most} bytes are the most`)
    if (error instanceof DiskFull) {
      ctx.log.error({ err: error, account_id: ctx.account.id }, 'a file could not be stored')
      throw new InsufficientStorage()
    }
    // the client has disconnected, or was too slow: the answer reaches no one
    if (stream.errored !== null || (stream.destroyed && !stream.readableEnded)) throw new BadRequest('BadRequest', 'The file was cut off')
    throw error
  }
}
