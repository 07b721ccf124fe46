/** Serves the bytes of attachments so that no uploaded file can run scripts in a browser. @source docs/reference/tickets.md §6.3 */
import { isStaff } from '#permissions/permissions.ts'
import { asViewer } from '#permissions/requester.ts'
import { readContentToken } from '#auth/content_token.ts'
import type { Context } from '#core/context.ts'
import { NotFound, Unauthenticated, orNotFound } from '#core/errors.ts'
import { FileMissing } from '#files/errors.ts'
import type { RequestConditions, Result } from '#http/route.ts'
import { readRange } from './byte_range.ts'
import { findFile, type FileRow } from './file_store.ts'
import { type AttachmentRow, findAttachment, getAttachment, isCommentPublic } from './store.ts'

/** Types that browsers only show or save. All others could be pages, scripts or styles, and are served as `application/octet-stream`. */
const PASSIVE =
  /^(?:(?:audio|video)\/[\w.+-]+|text\/(?:plain|csv)|application\/(?:pdf|zip|gzip|msword|rtf|vnd\.(?:ms-(?:excel|powerpoint)|openxmlformats-officedocument\.[\w.-]+|oasis\.opendocument\.[\w.-]+)))$/
const BYTES = 'application/octet-stream'

/** The columns of an attachment that serving its file needs. */
export type ServedFile = Pick<AttachmentRow, 'file_id' | 'picture_type' | 'content_type' | 'file_name'>

/**
 * The bytes of the attachment a token names, or the requested range.
 * @throws NotFound @throws Unauthenticated for a private one @throws RangeNotSatisfiable
 */
export async function readContent(ctx: Context, token: string, conditions: RequestConditions): Promise<Result> {
  const id = readContentToken(ctx.services.pepper, ctx.account.id, token)
  const row = orNotFound(id === undefined ? undefined : await findAttachment(ctx, id))
  await requireVisible(ctx, row)
  return readFile(ctx, row, conditions)
}

/** The bytes of a file the caller may see, or the requested range. @throws NotFound @throws RangeNotSatisfiable */
export async function readFile(ctx: Context, row: ServedFile, conditions: RequestConditions): Promise<Result> {
  const file = row.file_id === null ? undefined : await findFile(ctx, row.file_id)
  const etag = `"${file === undefined ? 'redacted' : file.sha256.toString('hex').slice(0, 32)}"`
  const headers = { ...contentHeaders(row), etag }
  if (conditions.if_none_match?.includes(etag) === true) return { status: 304, headers }
  if (file === undefined)
    return { status: 200, headers: { ...headers, 'content-length': '0' }, ...(conditions.head_only ? {} : { body: '' }) }
  const isSame = conditions.if_range === undefined || conditions.if_range === etag
  return send(ctx, file, isSame ? conditions : { ...conditions, range: undefined }, headers)
}

async function send(
  ctx: Context,
  file: FileRow,
  conditions: RequestConditions,
  headers: Readonly<Record<string, string>>,
): Promise<Result> {
  const range = readRange(conditions.range, file.size)
  const part: Record<string, string> = range === undefined ? {} : { 'content-range': `bytes ${range.first}-${range.last}/${file.size}` }
  const length = range === undefined ? file.size : range.last - range.first + 1
  const answer = { status: range === undefined ? 200 : 206, headers: { ...headers, ...part, 'content-length': String(length) } }
  if (conditions.head_only) return answer
  try {
    return { ...answer, body: file.size === 0 ? '' : await ctx.services.files.read(file.name, range) }
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
    ctx.log.error({ account_id: ctx.account.id, file_id: file.id }, 'a stored file is missing from the file store')
    throw new NotFound()
  }
}

/** Private attachments need a signed-in caller who can see their comment or upload. Photos and logos are always public. */
async function requireVisible(ctx: Context, row: AttachmentRow): Promise<void> {
  if (!ctx.account.settings.tickets.private_attachments || row.photo_of_id !== null || row.logo_of_id !== null) return
  if (ctx.auth.kind === 'anonymous') throw new Unauthenticated()
  if (row.comment_id === null) {
    if (!isStaff(ctx) && row.author_id !== ctx.actor.id) throw new NotFound()
    return
  }
  await getAttachment(await asViewer(ctx), row.id)
  if (!isStaff(ctx) && !(await isCommentPublic(ctx, row.comment_id))) throw new NotFound()
}

function contentHeaders({ picture_type, content_type, file_name }: ServedFile): Record<string, string> {
  return {
    'content-type': picture_type ?? (PASSIVE.test(content_type) ? content_type : BYTES),
    // only pictures are shown inline, all other files are saved
    'content-disposition': `${picture_type === null ? 'attachment' : 'inline'}; ${nameParameters(file_name)}`,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
  }
}

/**
 * The `filename` parameters of a Content-Disposition header: plain ASCII for old clients, the full name for others.
 * @source RFC 6266 §4.3, RFC 8187
 */
function nameParameters(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const whole = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `filename="${plain}"; filename*=UTF-8''${whole}`
}
