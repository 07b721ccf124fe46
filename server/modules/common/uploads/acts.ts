// UPLOADS: files that have come in and wait, under a token, for the comment that is to show them.
// Not here: how they come over the wire (http/), what they are afterwards (attachments/), those of suspended tickets (suspended.ts).
import { isStaff } from '../../../permissions/permissions.ts'
import { hashSecret, makeSecret } from '../../../auth/secrets.ts'
import { type Context, inTransaction } from '../../../context.ts'
import { MissingParameter, NotFound, refuseInvalid, Unauthenticated } from '../../../errors.ts'
import type { SentFile } from '../../../http/route.ts'
import { addSeconds } from '../../../lib/clock.ts'
import { storeFileFor, releaseFiles } from '../attachments/store_file.ts'
import { type AttachmentRow, attachmentsOfUpload, deleteAttachmentsOf, insertAttachment } from '../attachments/store.ts'
import {
  accountsWithOver,
  deleteUploads,
  insertUpload,
  lockOver,
  lockUploads,
  lockUploadsOf,
  lockWaiting,
  type UploadRow,
  whatWaits,
} from './store.ts'

/** @source docs/reference/tickets.md §6.1 */
const LIFE_SECONDS = 3 * 24 * 3600
const AT_ONCE = 500

/** An upload as it is now. `last`: the file that has just come. */
export interface Uploaded {
  readonly token: string
  readonly expires_at: string
  readonly attachments: readonly AttachmentRow[]
  readonly last: AttachmentRow
}

/** How a file is to be uploaded: in the query, or beside it in a form. */
export interface UploadWish {
  readonly filename?: string | null
  readonly token?: string | null
  readonly inline?: boolean
}

/** What nobody has signed in for belongs to whoever knows its token. */
const isOwn = (ctx: Context, { user_id }: UploadRow) => isStaff(ctx) || user_id === ctx.actor.id || user_id === 0

/** May the caller upload: who has not signed in where the instance takes requests of such people. @throws Unauthenticated */
export function requireUploading(ctx: Context): void {
  if (ctx.actor.id === 0 && !ctx.account.settings.end_users.anonymous_requests) throw new Unauthenticated()
}

/** How much may wait, in files of the largest size and in files at all: what is not used is kept for days, and a disk is finite. */
const MOST = { own: [100, 10_000], address: [10, 200], site: [100, 2000], strangers: [250, 10_000], everybody: [1000, 100_000] } as const

/** Refuses files of this size in all for which there is no room: exactly behind `lockWaiting`, else but for what comes meanwhile. @throws RecordInvalid */
export async function requireUploadSpace(ctx: Context, size: number, added = 1): Promise<void> {
  const waits = await whatWaits(ctx)
  const largest = ctx.account.settings.limits.attachment_size
  const isFull = ([sizes, files]: readonly [number, number], bytes: number, count: number) =>
    bytes + size > sizes * largest || count + added > files
  const isStranger = ctx.actor.id === 0
  const full = isFull(isStranger ? MOST.address : MOST.own, waits.own_bytes, waits.own_files)
    ? 'You have uploaded too much that is not used yet; use it in a ticket, delete it, or wait until it expires'
    : isFull(MOST.everybody, waits.bytes, waits.files) ||
        (isStranger && isFull(MOST.site, waits.site_bytes, waits.site_files)) ||
        (isStranger && isFull(MOST.strangers, waits.strangers_bytes, waits.strangers_files))
      ? 'Too much has been uploaded that is not used yet; try again later'
      : undefined
  if (full !== undefined) refuseInvalid({ base: [{ description: `Attachment: ${full}`, error: 'TooManyUploads' }] })
}

/** The uploads the caller names by their tokens, held until the transaction ends: his own, or anybody's for staff. Others are left out. */
export async function takeUploads(tx: Context, tokens: readonly string[]): Promise<UploadRow[]> {
  const hashes = tokens.map((token) => hashSecret(tx.services.pepper, token))
  return (await lockUploads(tx, hashes)).filter((upload) => isOwn(tx, upload))
}

/**
 * Takes a file in: a new upload, or one more file of the upload that is named. That the caller may has been settled before the file came
 * in: {@link requireUploading}.
 * @throws Unauthenticated @throws Forbidden @throws NotFound for a token that is unknown, over or another's
 * @throws MissingParameter without a name @throws RecordInvalid when too much waits already
 * @source docs/reference/tickets.md §6, §13
 */
export async function createUpload(ctx: Context, sent: SentFile | undefined, wish: UploadWish): Promise<Uploaded> {
  const file_name = wish.filename || sent?.file_name
  if (!file_name) throw new MissingParameter('filename')
  if (sent === undefined) throw new MissingParameter('uploaded_data')
  const { content_type, received } = sent
  // most of what there is no room for is refused before it is kept
  await requireUploadSpace(ctx, received.size)
  return storeFileFor(ctx, { file_name, content_type, received, inline: wish.inline ?? false }, async (tx, kept) => {
    const upload = wish.token ? await takeUpload(tx, wish.token) : await beginUpload(tx)
    await lockWaiting(tx)
    await requireUploadSpace(tx, received.size)
    const last = await insertAttachment(tx, { upload_id: upload.id }, kept)
    return { token: upload.token, expires_at: upload.expires_at, attachments: await attachmentsOfUpload(tx, upload.id), last }
  })
}

type UploadWithToken = UploadRow & { readonly token: string }

/** @throws NotFound */
async function takeUpload(tx: Context, token: string): Promise<UploadWithToken> {
  const [upload] = await takeUploads(tx, [token])
  if (upload === undefined) throw new NotFound()
  return { ...upload, token }
}

/** Begins an upload of the caller's: its row with its token. */
export async function beginUpload(tx: Context): Promise<UploadWithToken> {
  const token = makeSecret('dhu')
  return { ...(await insertUpload(tx, hashSecret(tx.services.pepper, token), addSeconds(tx.now, LIFE_SECONDS))), token }
}

/** Removes an upload with its files. @throws Forbidden @throws NotFound for a token that is unknown, used, over or another's */
export async function removeUpload(ctx: Context, token: string): Promise<void> {
  await inTransaction(ctx, async (tx) => discardUploads(tx, [(await takeUpload(tx, token)).id]))
}

/** Removes what a user has uploaded and not used: he is deleted for good. */
export async function removeUploadsOf(tx: Context, userId: number): Promise<void> {
  await discardUploads(tx, await lockUploadsOf(tx, userId))
}

/** Removes uploads with their files. */
export async function discardUploads(tx: Context, ids: readonly number[]): Promise<void> {
  const files = await deleteAttachmentsOf(tx, 'upload_id', ids)
  await deleteUploads(tx, ids)
  await releaseFiles(tx, files)
}

/** Uploads that nobody used in time, by the instance's clock. */
export const scheduledUploads = {
  accountsDue: accountsWithOver,
  act: (ctx: Context): Promise<void> => inTransaction(ctx, async (tx) => discardUploads(tx, await lockOver(tx, AT_ONCE))),
}
