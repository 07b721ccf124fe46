/** Storing received files, and removing them when no attachment refers to them any more. */
import { randomBytes } from 'node:crypto'
import { type Context, inTransaction } from '#core/context.ts'
import type { Db } from '#db/db.ts'
import { InsufficientStorage } from '#core/errors.ts'
import { DiskFull } from '#files/errors.ts'
import type { Received } from '#files/receive.ts'
import { enqueue } from '#queue/enqueue.ts'
import { base62Bytes } from '#lib/base62.ts'
import { addSeconds, machineNow } from '#lib/clock.ts'
import { type Picture, pictureOf } from '#lib/picture.ts'
import { accountsWithLoose, deleteFile, type FileRow, findLoose, findLooseSince, insertFile, markLooseFiles } from './file_store.ts'
import { chooseDeclaredType, plainName } from './file_name.ts'
import type { NewAttachment } from './store.ts'

/** No request takes this long: a file that has been loose for so long will never be referred to. */
const LOOSE_SECONDS = 24 * 3600
const AT_ONCE = 500
const withLoose = accountsWithLoose(LOOSE_SECONDS)

/** A received file with the name and type its sender declares. */
export interface IncomingFile {
  readonly file_name: string
  readonly content_type: string | null
  readonly received: Received
  readonly inline?: boolean
}

/** What is written of a file whose bytes are stored. */
export type StoredFile = NewAttachment & { readonly file_id: number }

/**
 * Stores the bytes of a file, outside of any transaction. The row that names them is inserted first, so that the sweep finds and removes
 * bytes that no attachment came to refer to.
 * @throws InsufficientStorage when the file store is full; then there is neither row nor bytes
 */
async function keepFile(ctx: Context, { file_name, content_type, received, inline = false }: IncomingFile): Promise<StoredFile> {
  const { size, sha256, head } = received
  const name = `${ctx.account.id}/${base62Bytes(randomBytes(24))}`
  const file_id = await insertFile(ctx, { name, size, sha256 }, machineNow())
  try {
    await ctx.services.files.keep(name, received)
  } catch (error) {
    // if this fails too, the sweep removes the file
    await removeAll(ctx, [{ id: file_id, name }]).catch((left: unknown) =>
      ctx.log.warn({ err: left, file_id }, 'a stored file could not be removed'),
    )
    if (!(error instanceof DiskFull)) throw error
    ctx.log.error({ err: error, account_id: ctx.account.id }, 'a file could not be stored')
    throw new InsufficientStorage()
  }
  const picture: Picture | undefined = pictureOf(head)
  const safeName = plainName(file_name)
  return {
    file_id,
    file_name: safeName,
    content_type: chooseDeclaredType(content_type, safeName, picture?.type),
    picture_type: picture?.type ?? null,
    size,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
    inline,
  }
}

/**
 * Stores a file and runs `write`, which refers to it, in one transaction. If that fails, the bytes are removed at once.
 * @throws InsufficientStorage when the file store is full; everything `write` throws
 */
export async function storeFileFor<Row>(
  ctx: Context,
  given: IncomingFile,
  write: (tx: Context, kept: StoredFile) => Promise<Row>,
): Promise<Row> {
  const kept = await keepFile(ctx, given)
  return inTransaction(ctx, (tx) => write(tx, kept)).catch(async (error: unknown) => {
    // if this fails too, the sweep removes the file
    await removeFiles(ctx, { ids: [kept.file_id] }).catch((left: unknown) =>
      ctx.log.warn({ err: left, file_id: kept.file_id }, 'a stored file could not be removed'),
    )
    throw error
  })
}

/** Releases files whose attachments are deleted. A job removes their bytes once this is committed. */
export async function releaseFiles(tx: Context, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const loose = await markLooseFiles(tx, ids, machineNow())
  if (loose.length > 0) await enqueue(tx, 'remove_files', { ids: loose })
}

/** The job: removes those of these files that are loose, rows and bytes. May run again. */
export async function removeFiles(ctx: Context, { ids }: { ids: readonly number[] }): Promise<void> {
  await removeAll(ctx, await findLoose(ctx, ids))
}

async function removeAll(ctx: Context, files: readonly Pick<FileRow, 'id' | 'name'>[]): Promise<void> {
  for (const { id, name } of files) {
    // the bytes are removed under the lock on the row, so that no new reference can be added; if that fails, the row stays
    await inTransaction(ctx, async (tx) => ((await deleteFile(tx, id)) ? tx.services.files.remove(name) : undefined))
  }
}

/** The sweep: files that have been loose for a day by the machine's clock, because the write that needed them failed. */
export const scheduledLooseFiles = {
  // the machine's time, for every account
  accountsDue: (db: Db) => withLoose(db, { now: machineNow().toISOString(), account_ids: [], nows: [] }),
  async act(ctx: Context): Promise<number> {
    const files = await findLooseSince(ctx, addSeconds(machineNow(), -LOOSE_SECONDS), AT_ONCE)
    await removeAll(ctx, files)
    return files.length
  },
}
