/** The picture of a record: the photo of a user, the logo of a brand. */
import type { Context } from '#core/context.ts'
import { type Details } from '#core/errors.ts'
import type { SentFile } from '#http/route.ts'
import { pictureOf } from '#lib/picture.ts'
import { storeFileFor, releaseFiles } from './store_file.ts'
import { type PictureSummary, pictureSummary } from './present.ts'
import { deleteAttachmentsOf, insertAttachment, lockHolder, type NewAttachment } from './store.ts'

/** The column and id of the record a picture belongs to. */
export type PictureHolder = { readonly column: 'photo_of_id' | 'logo_of_id'; readonly id: number }

/** Validation errors of a file as a picture. `name`: the member it is sent as. */
export function checkPicture(name: string, sent: SentFile): Details {
  if (pictureOf(sent.received.head) !== undefined) return {}
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  return { [name]: [{ description: `${title}: must be a picture: PNG, JPEG, GIF or WebP`, error: 'InvalidValue' }] }
}

/**
 * Stores the bytes of a picture and runs `write`, which refers to it, in one transaction. If that fails, the bytes are removed at once.
 * @throws InsufficientStorage when the file store is full; everything `write` throws
 */
export function storePictureFor<Row>(
  ctx: Context,
  { file_name, content_type, received }: SentFile,
  write: (tx: Context, kept: NewAttachment) => Promise<Row>,
): Promise<Row> {
  return storeFileFor(ctx, { file_name: file_name ?? 'picture', content_type, received }, write)
}

/** Replaces the picture of a record; null removes it. Returns the summary that the record keeps of it. */
export async function putPicture(tx: Context, { column, id }: PictureHolder, kept: NewAttachment | null): Promise<PictureSummary | null> {
  await lockHolder(tx, column, id)
  const before = await deleteAttachmentsOf(tx, column, [id])
  const holder = column === 'photo_of_id' ? { photo_of_id: id } : { logo_of_id: id }
  const row = kept === null ? null : await insertAttachment(tx, holder, kept)
  await releaseFiles(tx, before)
  return row === null ? null : pictureSummary(row)
}
