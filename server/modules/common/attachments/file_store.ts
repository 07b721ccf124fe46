/** Every statement on stored files. Times are the machine's clock, not the account's, because removing files is housekeeping. */
import type { Context } from '#core/context.ts'
import { defineStatement, defineLookup } from '#db/builder.ts'
import { type AccountsWithWork, accountsWith, subtractFromNow } from '#db/clocks.ts'

/** A stored file. `name`: its key in the file store. */
export interface FileRow {
  readonly id: number
  readonly name: string
  readonly size: number
  readonly sha256: Buffer
}

const insert = defineStatement<{ id: number }>(
  'insert into stored_files (account_id, name, size, sha256, loose_since) values ($1, $2, $3, $4, $5) returning id',
)
const byId = defineLookup<FileRow>('select id, name, size, sha256 from stored_files where account_id = $1 and id = $2')
const loosen = defineStatement<{
  id: number
}>(`update stored_files f set loose_since = $3 where f.account_id = $1 and f.id = any($2::bigint[])
  and not exists (select 1 from attachments a where a.account_id = $1 and a.file_id = f.id) returning f.id`)
const selectLooseFiles = defineStatement<FileRow>(
  'select id, name, size, sha256 from stored_files where account_id = $1 and id = any($2::bigint[]) and loose_since is not null',
)
const looseLong = defineStatement<FileRow>(
  'select id, name, size, sha256 from stored_files where account_id = $1 and loose_since < $2 order by loose_since limit $3',
)
const lock = defineStatement<{ id: number }>(
  'select id from stored_files where account_id = $1 and id = $2 and loose_since is not null for update',
)
const remove = defineStatement<{ id: number }>(`delete from stored_files f where f.account_id = $1 and f.id = $2
  and not exists (select 1 from attachments a where a.account_id = $1 and a.file_id = f.id)
  and not exists (select 1 from custom_object_record_attachments r where r.account_id = $1 and r.file_id = f.id) returning f.id`)
const hold = defineStatement<unknown>('update stored_files set loose_since = null where account_id = $1 and id = $2')

/** Records that bytes are about to be stored under a name. No attachment refers to the file yet. */
export async function insertFile(ctx: Context, file: Omit<FileRow, 'id'>, since: Date): Promise<number> {
  return (await ctx.db.one(insert(ctx.account.id, file.name, file.size, file.sha256, since))).id
}

/** The stored file with this id. */
export function findFile(ctx: Context, id: number): Promise<FileRow | undefined> {
  return ctx.db.first(byId(ctx.account.id, id))
}

/** Marks those of these files as loose that no attachment refers to, and returns their ids. */
export async function markLooseFiles(ctx: Context, ids: readonly number[], since: Date): Promise<number[]> {
  return (await ctx.db.all(loosen(ctx.account.id, ids, since))).map((row) => row.id)
}

/** Those of these files that are marked as loose. */
export function findLoose(ctx: Context, ids: readonly number[]): Promise<FileRow[]> {
  return ctx.db.all(selectLooseFiles(ctx.account.id, ids))
}

/** Files that have been loose since before a moment, oldest first. `most`: how many at most. */
export function findLooseSince(ctx: Context, before: Date, most: number): Promise<FileRow[]> {
  return ctx.db.all(looseLong(ctx.account.id, before, most))
}

/**
 * Deletes the row of a loose file. False when an attachment refers to it after all, because it was copied while the last other one was
 * removed. Locks the row: this waits for a transaction that is adding a reference, and the next one waits for this transaction.
 */
export async function deleteFile(tx: Context, id: number): Promise<boolean> {
  if ((await tx.db.first(lock(tx.account.id, id))) === undefined) return false
  // a separate statement, so that it sees what was committed while the first one waited
  if ((await tx.db.first(remove(tx.account.id, id))) !== undefined) return true
  await tx.db.run(hold(tx.account.id, id))
  return false
}

/** Those of these accounts that have files which have been loose for this many seconds. */
export function accountsWithLoose(seconds: number): AccountsWithWork {
  return accountsWith('stored_files d', `d.loose_since < ${subtractFromNow(seconds)}`)
}
