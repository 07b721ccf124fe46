/** Photos of users: uploaded in a form, or fetched from a URL. @source docs/reference/people.md §1.7 */
import { Readable } from 'node:stream'
import { can, isStaff } from '#permissions/permissions.ts'
import { mayChangeOwn } from '#permissions/role_switches.ts'
import { type StartedBy, AuthorityEnded, contextAsStarted } from '#auth/started_by.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden, refuseInvalid } from '#core/errors.ts'
import { FileTooLarge } from '#files/errors.ts'
import type { SentFile } from '#http/route.ts'
import { enqueue, type JobRun } from '#queue/enqueue.ts'
import { AnswerTooLong } from '#lib/cut.ts'
import { OutboundRefused } from '#outbound/fetch.ts'
import { checkPicture, storePictureFor, putPicture } from '#modules/common/attachments/picture.ts'
import type { NewAttachment } from '#modules/common/attachments/store.ts'
import { writeAndPublishUser } from '../user_events/publishing.ts'
import type { UserInput } from './schema.ts'
import { getUser, updatePhoto, type UserRow } from './store.ts'

/** The name of the picture in a form. */
export const PHOTO_FIELD = 'user[photo][uploaded_data]'

/**
 * Runs a write of a user, whose photo may be uploaded with it, in one transaction.
 * @throws RecordInvalid when the file is no picture @throws Forbidden when the caller may not change the photo; also what `write` throws
 */
export async function withPhoto(ctx: Context, files: readonly SentFile[], write: (ctx: Context) => Promise<UserRow>): Promise<UserRow> {
  const photo = files.find((file) => file.field === PHOTO_FIELD)
  if (photo === undefined) return write(ctx)
  refuseInvalid(checkPicture('photo', photo))
  return storePictureFor(ctx, photo, async (tx, kept) => {
    const { id } = await write(tx)
    if (id === tx.actor.id && !mayChangeOwn(tx.actor, 'photo')) throw new Forbidden()
    return writePhoto(tx, id, kept)
  })
}

function writePhoto(tx: Context, id: number, kept: NewAttachment | null): Promise<UserRow> {
  return writeAndPublishUser(tx, id, async () => {
    await updatePhoto(tx, id, await putPicture(tx, { column: 'photo_of_id', id }, kept))
    return getUser(tx, id)
  })
}

/** Deletes a user's photo. */
export async function removePhoto(tx: Context, id: number): Promise<void> {
  await writePhoto(tx, id, null)
}

/** The job payload of a photo to fetch. */
interface FetchedPhoto {
  readonly user_id: number
  readonly url: string
}

/** Applies `remote_photo_url`: a URL is fetched by a job, an empty value deletes the photo. */
export async function applyRemotePhoto(tx: Context, id: number, { remote_photo_url }: UserInput): Promise<void> {
  if (remote_photo_url === undefined) return
  if (!remote_photo_url) await removePhoto(tx, id)
  else await enqueue(tx, 'fetch_photo', { user_id: id, url: remote_photo_url } satisfies FetchedPhoto)
}

/** Refuses anything but http(s) URLs. @throws RecordInvalid */
export function checkRemotePhoto({ remote_photo_url }: UserInput): void {
  if (!remote_photo_url || /^https?:$/.test(URL.parse(remote_photo_url)?.protocol ?? '')) return
  refuseInvalid({ remote_photo_url: [{ description: 'Remote photo url: is not a valid URL', error: 'InvalidFormat' }] })
}

/**
 * The job: fetches a photo. The photo stays as it is if the URL may not be requested or has no picture, or if the user who requested it
 * may no longer change this user. @throws Error to be retried
 */
export async function fetchPhoto(ctx: Context, { user_id, url }: FetchedPhoto, run: JobRun): Promise<void> {
  const user = await getUser(ctx, user_id)
  if (!user.active) return
  try {
    await inTransaction(ctx, (tx) => requireStillAllowed(tx, user, run.asked))
    await takePhoto(ctx, user_id, url, run.asked)
  } catch (error) {
    const isOver = error instanceof AuthorityEnded || error instanceof Forbidden
    const isTooLong = error instanceof FileTooLarge || error instanceof AnswerTooLong
    const isFinal = isOver || isTooLong || error instanceof OutboundRefused || run.isFinal(error)
    if (!isFinal) throw error
    ctx.log.warn({ err: error, account_id: ctx.account.id, user_id }, 'a photo could not be fetched')
  }
}

/** Checks again that the user who requested the photo may change this user. @throws AuthorityEnded @throws Forbidden */
async function requireStillAllowed(tx: Context, user: UserRow, startedBy: StartedBy | undefined): Promise<void> {
  if (startedBy === undefined) return
  const ctx = await contextAsStarted(tx, startedBy)
  const isOwn = user.id === ctx.actor.id
  const may = isOwn ? mayChangeOwn(ctx.actor, 'photo') : isStaff(ctx) && (user.role === 'end-user' || can(ctx, 'user.manage_staff'))
  if (!may) throw new Forbidden()
}

async function takePhoto(ctx: Context, id: number, url: string, startedBy: StartedBy | undefined): Promise<void> {
  const answer = await ctx.services.outbound.fetch(url, { redirect: 'follow' })
  if (!answer.ok || answer.body === null) {
    await answer.body?.cancel()
    throw new Error(`The photo URL returned status ${answer.status}`)
  }
  const most = ctx.account.settings.limits.attachment_size
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- undici declares a stream of its own, which is that of Node
  const incoming = Readable.fromWeb(answer.body as never)
  // if the file is too large, do not wait for the rest of the response
  const received = await ctx.services.files.receive(incoming, most).finally(() => incoming.destroy())
  const sent: SentFile = { field: PHOTO_FIELD, file_name: nameIn(url), content_type: answer.headers.get('content-type'), received }
  try {
    if (Object.keys(checkPicture('photo', sent)).length > 0) return
    await storePictureFor(ctx, sent, async (tx, kept) => {
      await requireStillAllowed(tx, await getUser(tx, id), startedBy)
      const user = await writePhoto(tx, id, kept)
      // the user was deleted meanwhile: their photo must not be stored again
      if (!user.active) await removePhoto(tx, id)
    })
  } finally {
    await received.discard()
  }
}

/** The last segment of a URL's path. */
function nameIn(url: string): string | null {
  return new URL(url).pathname.split('/').at(-1) || null
}
