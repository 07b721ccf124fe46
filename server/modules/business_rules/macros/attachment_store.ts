/** Every statement on the files of macros. Until a macro has them, they are uploads. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { ATTACHMENT_COLUMNS, type AttachmentRow } from '#modules/common/attachments/store.ts'

const LISTED = ATTACHMENT_COLUMNS.map((name) => `a.${name}`).join(', ')
const ofMacros = defineStatement<AttachmentRow>(
  `select ${LISTED} from attachments a where a.account_id = $1 and a.macro_id = any($2::bigint[]) order by a.id`,
)
const byId = defineStatement<AttachmentRow>(`select ${LISTED} from attachments a where a.account_id = $1 and a.id = $2`)
const lockWaitingAttachments =
  defineStatement<AttachmentRow>(`select ${LISTED} from attachments a join uploads u on u.account_id = $1 and u.id = a.upload_id
  where a.account_id = $1 and u.account_id = $1 and a.id = any($2::bigint[]) and u.user_id = $3 and u.expires_at > $4 and u.suspended_ticket_id is null
  order by a.id for update`)
const give = defineStatement<unknown>(
  'update attachments set upload_id = null, macro_id = $3 where account_id = $1 and id = any($2::bigint[])',
)
const deleteEmptyUploads = defineStatement<unknown>(`delete from uploads u where u.account_id = $1 and u.id = any($2::bigint[])
  and not exists (select 1 from attachments a where a.account_id = $1 and a.upload_id = u.id)`)
const remove = defineStatement<{ file_id: number | null }>(
  'delete from attachments where account_id = $1 and id = any($2::bigint[]) and macro_id is not null returning file_id',
)

/** The files of these macros, in the order they were sent. */
export function filesOfMacros(ctx: Context, macroIds: readonly number[]): Promise<AttachmentRow[]> {
  return macroIds.length === 0 ? Promise.resolve([]) : ctx.db.all(ofMacros(ctx.account.id, macroIds))
}

/** A file, whatever it belongs to. */
export function findFile(ctx: Context, id: number): Promise<AttachmentRow | undefined> {
  return ctx.db.first(byId(ctx.account.id, id))
}

/** Those of these files that the caller has uploaded and nothing has used yet, locked. */
export function lockWaitingFiles(tx: Context, ids: readonly number[]): Promise<AttachmentRow[]> {
  return tx.db.all(lockWaitingAttachments(tx.account.id, ids, tx.actor.id, tx.now))
}

/** Moves files from their uploads to a macro, and removes the uploads that are then empty. */
export async function moveToMacro(tx: Context, files: readonly AttachmentRow[], macroId: number): Promise<void> {
  if (files.length === 0) return
  const ids = files.map((file) => file.id)
  await tx.db.run(give(tx.account.id, ids, macroId))
  await tx.db.run(
    deleteEmptyUploads(
      tx.account.id,
      files.map((file) => file.upload_id),
    ),
  )
}

/** Deletes files of macros; returns the ids of what is stored of them. */
export async function deleteMacroFiles(tx: Context, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await tx.db.all(remove(tx.account.id, ids))
  return rows.flatMap((row) => (row.file_id === null ? [] : [row.file_id]))
}
