/** Keeping files that have come in, and letting go of them when nothing needs them any more. */
import { randomBytes } from 'node:crypto'
import { type Context, inTransaction } from '../../../context.ts'
import type { Db } from '../../../db/client.ts'
import type { Clocks } from '../../../db/clocks.ts'
import { InsufficientStorage } from '../../../errors.ts'
import { DiskFull } from '../../../files/errors.ts'
import type { Received } from '../../../files/receive.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import { base62Bytes } from '../../../lib/base62.ts'
import { addSeconds, machineNow } from '../../../lib/clock.ts'
import { type Picture, pictureOf } from '../../../lib/picture.ts'
import { accountsWithLoose, deleteFile, type FileRow, findLoose, findLooseSince, insertFile, loosenFiles } from './file_store.ts'
import { declaredType, plainName } from './file_name.ts'
import type { NewAttachment } from './store.ts'

/** No request takes this long: what has waited so long for somebody to need it, nobody will. */
const LOOSE_SECONDS = 24 * 3600
const AT_ONCE = 500
const withLoose = accountsWithLoose(LOOSE_SECONDS)

/** A file that has come in, as its sender speaks of it. */
export interface IncomingFile {
  readonly file_name: string
  readonly content_type: string | null
  readonly received: Received
  readonly inline?: boolean
}

/** A file whose bytes are kept: what is written of it. */
export type StoredFile = NewAttachment & { readonly file_id: number }

/**
 * Keeps the bytes of a file, outside of any transaction: the row that names them is there first, so that bytes nobody came to need are
 * found and removed.
 * @throws InsufficientStorage when there is no room for it; then there is neither row nor bytes
 */
async function keepFile(ctx: Context, { file_name, content_type, received, inline = false }: IncomingFile): Promise<StoredFile> {
  const { size, sha256, head } = received
  const name = `${ctx.account.id}/${base62Bytes(randomBytes(24))}`
  const file_id = await insertFile(ctx, { name, size, sha256 }, machineNow())
  try {
    await ctx.services.files.keep(name, received)
  } catch (error) {
    // what is left behind even so is found by the sweep
    await removeAll(ctx, [{ id: file_id, name }]).catch((left: unknown) => ctx.log.warn({ err: left, file_id }, 'a file was left behind'))
    if (!(error instanceof DiskFull)) throw error
    ctx.log.error({ err: error, account_id: ctx.account.id }, 'a file could not be kept')
    throw new InsufficientStorage()
  }
  const picture: Picture | undefined = pictureOf(head)
  const called = plainName(file_name)
  return {
    file_id,
    file_name: called,
    content_type: declaredType(content_type, called, picture?.type),
    picture_type: picture?.type ?? null,
    size,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
    inline,
  }
}

/**
 * Keeps a file and writes, in one transaction, what needs it. When that comes to nothing its bytes go at once.
 * @throws InsufficientStorage when there is no room for it; whatever `write` throws
 */
export async function storeFileFor<Row>(
  ctx: Context,
  given: IncomingFile,
  write: (tx: Context, kept: StoredFile) => Promise<Row>,
): Promise<Row> {
  const kept = await keepFile(ctx, given)
  return inTransaction(ctx, (tx) => write(tx, kept)).catch(async (error: unknown) => {
    // what is left behind even so is found by the sweep
    await removeFiles(ctx, { ids: [kept.file_id] }).catch((left: unknown) =>
      ctx.log.warn({ err: left, file_id: kept.file_id }, 'a file was left behind'),
    )
    throw error
  })
}

/** Lets go of files whose attachments are gone. Their bytes are removed by a job, once this is committed. */
export async function releaseFiles(tx: Context, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const loose = await loosenFiles(tx, ids, machineNow())
  if (loose.length > 0) await enqueue(tx, 'remove_files', { ids: loose })
}

/** The job: removes what says that files are there, with their bytes. May run again. */
export async function removeFiles(ctx: Context, { ids }: { ids: readonly number[] }): Promise<void> {
  await removeAll(ctx, await findLoose(ctx, ids))
}

async function removeAll(ctx: Context, files: readonly Pick<FileRow, 'id' | 'name'>[]): Promise<void> {
  for (const { id, name } of files) {
    // the row is gone only when the bytes are, and the bytes only when nobody can come to need them any more
    await inTransaction(ctx, async (tx) => ((await deleteFile(tx, id)) ? tx.services.files.remove(name) : undefined))
  }
}

/** The sweep: files nothing has needed for a day by the machine's clock, because what was to need them never came about. */
export const scheduledLooseFiles = {
  // the time is the machine's, in every account
  accountsDue: (db: Db, { account_ids }: Clocks) => withLoose(db, { account_ids, nows: account_ids.map(() => machineNow().toISOString()) }),
  act: async (ctx: Context): Promise<void> => removeAll(ctx, await findLooseSince(ctx, addSeconds(machineNow(), -LOOSE_SECONDS), AT_ONCE)),
}
