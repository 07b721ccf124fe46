/** Uploads of a suspended request: they are kept until it becomes a ticket or is removed. @source docs/reference/tickets.md §11.2 */
import type { Context } from '#core/context.ts'
import { copyToUpload } from '../attachments/copy_store.ts'
import { attachmentsOfSuspended, moveToUpload } from '../attachments/store.ts'
import { beginUpload, discardUploads, requireUploadSpace, type Uploaded } from './acts.ts'
import { deleteUploads, lockUploadsOfSuspended, lockUnusedUploads } from './store.ts'

/** Removes the uploads of suspended tickets. */
export async function removeUploadsOfSuspended(tx: Context, suspendedIds: readonly number[]): Promise<void> {
  await discardUploads(tx, await lockUploadsOfSuspended(tx, suspendedIds))
}

/** Moves the uploads of a suspended ticket to a new upload of the caller's. Returns its token; undefined when there are none. */
export async function takeUploadsOfSuspended(tx: Context, suspendedId: number): Promise<string | undefined> {
  const ids = await lockUploadsOfSuspended(tx, [suspendedId])
  if (ids.length === 0) return undefined
  const { id, token } = await beginUpload(tx)
  await moveToUpload(tx, ids, id)
  await deleteUploads(tx, ids)
  return token
}

/**
 * Copies the uploads of a suspended ticket, which the caller has locked, into an upload of the caller's.
 * @throws RecordInvalid when there are too many unused uploads
 */
export async function copyUploadsOfSuspended(tx: Context, suspendedId: number): Promise<Pick<Uploaded, 'token' | 'attachments'>> {
  const files = await attachmentsOfSuspended(tx, [suspendedId])
  const ids = files.map((file) => file.id)
  const sizes = files.map((file) => file.size)
  await lockUnusedUploads(tx)
  await requireUploadSpace(
    tx,
    sizes.reduce((sum, size) => sum + size, 0),
    files.length,
  )
  const { id, token } = await beginUpload(tx)
  return { token, attachments: await copyToUpload(tx, ids, id) }
}
