// UPLOADS: uploaded files, stored under a token until a comment uses them.
// Not here: reading them from the request (http/), their use afterwards (attachments/), those of suspended tickets (suspended.ts).
import { isStaff } from '#permissions/permissions.ts'
import { hashSecret, isWellFormedSecret, makeSecret } from '#core/secrets.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { MissingParameter, NotFound, refuseInvalid, Unauthenticated } from '#core/errors.ts'
import type { SentFile } from '#http/route.ts'
import { inBatches } from '#db/batches.ts'
import { addSeconds } from '#lib/clock.ts'
import { storeFileFor, releaseFiles } from '../attachments/store_file.ts'
import { type AttachmentRow, attachmentsOfUpload, deleteAttachmentsOf, insertAttachment } from '../attachments/store.ts'
import {
  accountsWithExpiredUploads,
  deleteUploads,
  insertUpload,
  lockExpiredUploads,
  lockUploads,
  lockUploadsOf,
  lockUnusedUploads,
  type UploadRow,
  countUnusedUploads,
} from './store.ts'

/** @source docs/reference/tickets.md §6.1 */
const LIFE_SECONDS = 3 * 24 * 3600
const AT_ONCE = 500

/** The current state of an upload. `last`: the file just added. */
export interface Uploaded {
  readonly token: string
  readonly expires_at: string
  readonly attachments: readonly AttachmentRow[]
  readonly last: AttachmentRow
}

/** The parameters of an upload: from the query, or from the form that has the file. */
export interface UploadWish {
  readonly filename?: string | null
  readonly token?: string | null
  readonly inline?: boolean
}

/** Anonymous uploads belong to anyone who has the token. */
const isOwn = (ctx: Context, { user_id }: UploadRow) => isStaff(ctx) || user_id === ctx.actor.id || user_id === 0

/** Requires that the caller may upload: without signing in only where the account accepts anonymous requests. @throws Unauthenticated */
export function requireUploading(ctx: Context): void {
  if (ctx.actor.id === 0 && !ctx.account.settings.end_users.anonymous_requests) throw new Unauthenticated()
}

/** Limits of unused uploads: [bytes, in multiples of the largest size; files]. They are kept for days, and the disk is finite. */
const LIMITS = { own: [100, 10_000], address: [10, 200], site: [100, 2000], strangers: [250, 10_000], everybody: [1000, 100_000] } as const

/**
 * Refuses an upload of `size` bytes that exceeds a limit. Exact under `lockUnusedUploads`; without that lock, concurrent uploads are not counted.
 * @throws RecordInvalid
 */
export async function requireUploadSpace(ctx: Context, size: number, added = 1): Promise<void> {
  const waits = await countUnusedUploads(ctx)
  const largest = ctx.account.settings.limits.attachment_size
  const isFull = ([sizes, files]: readonly [number, number], bytes: number, count: number) =>
    bytes + size > sizes * largest || count + added > files
  const isStranger = ctx.actor.id === 0
  const full = isFull(isStranger ? LIMITS.address : LIMITS.own, waits.own_bytes, waits.own_files)
    ? 'You have uploaded too much that is not used yet; use it in a ticket, delete it, or wait until it expires'
    : isFull(LIMITS.everybody, waits.bytes, waits.files) ||
        (isStranger && isFull(LIMITS.site, waits.site_bytes, waits.site_files)) ||
        (isStranger && isFull(LIMITS.strangers, waits.strangers_bytes, waits.strangers_files))
      ? 'Too much has been uploaded that is not used yet; try again later'
      : undefined
  if (full !== undefined) refuseInvalid({ base: [{ description: `Attachment: ${full}`, error: 'TooManyUploads' }] })
}

/** The uploads with these tokens that the caller may use, locked until the transaction ends: their own, or any for staff. */
export async function lockUsableUploads(tx: Context, tokens: readonly string[]): Promise<UploadRow[]> {
  const hashes = tokens.map((token) => hashSecret(tx.services.pepper, token))
  return (await lockUploads(tx, hashes)).filter((upload) => isOwn(tx, upload))
}

/**
 * Stores a file: in a new upload, or in the upload whose token is given. Whether the caller may upload is checked before the file is
 * received: {@link requireUploading}.
 * @throws Unauthenticated @throws Forbidden @throws NotFound for a token that is unknown, expired or another user's
 * @throws MissingParameter without a name @throws RecordInvalid when there are too many unused uploads
 * @source docs/reference/tickets.md §6, §13
 */
export async function createUpload(ctx: Context, sent: SentFile | undefined, wish: UploadWish): Promise<Uploaded> {
  const file_name = wish.filename || sent?.file_name
  if (!file_name) throw new MissingParameter('filename')
  if (sent === undefined) throw new MissingParameter('uploaded_data')
  const { content_type, received } = sent
  // refuses most uploads over a limit before their bytes are stored
  await requireUploadSpace(ctx, received.size)
  return storeFileFor(ctx, { file_name, content_type, received, inline: wish.inline ?? false }, async (tx, kept) => {
    const upload = wish.token ? await takeUpload(tx, wish.token) : await beginUpload(tx)
    await lockUnusedUploads(tx)
    await requireUploadSpace(tx, received.size)
    const last = await insertAttachment(tx, { upload_id: upload.id }, kept)
    return { token: upload.token, expires_at: upload.expires_at, attachments: await attachmentsOfUpload(tx, upload.id), last }
  })
}

type UploadWithToken = UploadRow & { readonly token: string }

/** @throws NotFound */
async function takeUpload(tx: Context, token: string): Promise<UploadWithToken> {
  const [upload] = await lockUsableUploads(tx, [token])
  if (upload === undefined) throw new NotFound()
  return { ...upload, token }
}

/** Creates an upload of the caller's and returns its row with its token. */
export async function beginUpload(tx: Context): Promise<UploadWithToken> {
  const token = makeSecret('dhu')
  return { ...(await insertUpload(tx, hashSecret(tx.services.pepper, token), addSeconds(tx.now, LIFE_SECONDS))), token }
}

/**
 * Removes an upload with its files. A token of ours that is used up or expired has nothing left to remove: clients delete uploads after their
 * ticket. @throws NotFound for a token that is not ours, or another user's @source docs/reference/tickets.md §6.1
 */
export async function removeUpload(ctx: Context, token: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [upload] = await lockUploads(tx, [hashSecret(tx.services.pepper, token)])
    if (upload === undefined ? !isWellFormedSecret(token) : !isOwn(tx, upload)) throw new NotFound()
    if (upload !== undefined) await discardUploads(tx, [upload.id])
  })
}

/** Removes the unused uploads of a user who is being deleted permanently. */
export async function removeUploadsOf(tx: Context, userId: number): Promise<void> {
  await discardUploads(tx, await lockUploadsOf(tx, userId))
}

/** Removes uploads with their files. */
export async function discardUploads(tx: Context, ids: readonly number[]): Promise<void> {
  const files = await deleteAttachmentsOf(tx, 'upload_id', ids)
  await deleteUploads(tx, ids)
  await releaseFiles(tx, files)
}

/** Uploads that were not used before they expired, by the account's clock. */
export const scheduledUploads = {
  accountsDue: accountsWithExpiredUploads,
  act: (ctx: Context): Promise<number> =>
    inBatches(AT_ONCE, () =>
      inTransaction(ctx, async (tx) => {
        const ids = await lockExpiredUploads(tx, AT_ONCE)
        await discardUploads(tx, ids)
        return ids.length
      }),
    ),
}
