/** Files in the multipart form of a ticket, next to its members: `ticket[comment][uploads][]`. */
import type { Context } from '#core/context.ts'
import type { SentFile } from '#http/route.ts'
import { createUpload, removeUpload } from '#modules/common/uploads/acts.ts'
import type { TicketInput } from './schema.ts'

/** The name of each file in a form; a number may stand in the last brackets. */
export const UPLOADS_FIELD = 'ticket[comment][uploads][]'
const FIELD = /^ticket\[comment\]\[uploads\](?:\[\d*\])?$/

/**
 * Runs a write of a ticket whose form may contain files. They are uploaded first, for the caller, and referred to by token like any upload.
 * If the write fails, they are removed.
 * @throws RecordInvalid when the caller has too many pending uploads; whatever `write` throws
 */
export async function withFormFiles<Written>(
  ctx: Context,
  input: TicketInput,
  files: readonly SentFile[],
  write: (input: TicketInput) => Promise<Written>,
): Promise<Written> {
  const sent = files.filter(({ field }) => FIELD.test(field))
  const [first, ...further] = sent
  if (first === undefined) return write(input)
  const { token } = await createUpload(ctx, first, {})
  try {
    for (const file of further) await createUpload(ctx, file, { token })
    return await write(replaceFileNames(input, sent, token))
  } catch (error) {
    // an upload that is left behind expires
    await removeUpload(ctx, token).catch((left: unknown) => ctx.log.warn({ err: left }, 'an upload could not be removed'))
    throw error
  }
}

/** The input with the token of the upload in place of the file names that the form contains. */
function replaceFileNames(input: TicketInput, sent: readonly SentFile[], token: string): TicketInput {
  const comment = typeof input.comment === 'string' ? { body: input.comment } : (input.comment ?? {})
  const named: unknown[] = Array.isArray(comment.uploads) ? [...(comment.uploads as unknown[])] : []
  for (const { file_name } of sent) {
    const place = named.indexOf(file_name ?? '')
    if (place !== -1) named.splice(place, 1)
  }
  return { ...input, comment: { ...comment, uploads: [...named, token] } }
}
