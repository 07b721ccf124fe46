/**
 * The files of macros. A file is uploaded with its macro, or waits in an upload until a macro names it; then it belongs to that macro.
 * @source docs/reference/business_rules.md §5.4
 */
import { requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { MissingParameter, NotFound, refuseInvalid } from '#core/errors.ts'
import type { SentFile } from '#http/route.ts'
import { type AttachmentRow } from '#modules/common/attachments/store.ts'
import { releaseFiles } from '#modules/common/attachments/store_file.ts'
import { createUpload } from '#modules/common/uploads/acts.ts'
import { auditRule } from '../rules/audit.ts'
import { requireManaging, visibleOr404 } from './access.ts'
import { deleteMacroFiles, filesOfMacros, findFile, lockWaitingFiles, moveToMacro } from './attachment_store.ts'
import { MAX_FILES } from './schema.ts'
import { findMacros, lockMacros, type MacroRow } from './store.ts'

function refuseMoreFiles(count: number): void {
  if (count > MAX_FILES) refuseInvalid({ base: [{ description: `Attachments: a macro can have at most ${MAX_FILES}` }] })
}

/**
 * Gives a macro exactly these files: those it has and those the caller has uploaded. Returns whether that changes anything.
 * @throws RecordInvalid
 */
export async function associate(tx: Context, macroId: number, ids: readonly number[]): Promise<boolean> {
  const wanted = new Set(ids)
  refuseMoreFiles(wanted.size)
  const held = await filesOfMacros(tx, [macroId])
  const added = [...wanted].filter((id) => !held.some((file) => file.id === id))
  const found = await lockWaitingFiles(tx, added)
  const missing = added.find((id) => !found.some((file) => file.id === id))
  if (missing !== undefined) refuseInvalid({ base: [{ description: `Attachments: ${missing} is not an attachment you have uploaded` }] })
  const gone = held.filter((file) => !wanted.has(file.id)).map((file) => file.id)
  await moveToMacro(tx, found, macroId)
  await releaseFiles(tx, await deleteMacroFiles(tx, gone))
  return found.length + gone.length > 0
}

/** Removes the files of macros that are about to be deleted. */
export async function releaseMacroFiles(tx: Context, macroIds: readonly number[]): Promise<void> {
  const files = await filesOfMacros(tx, macroIds)
  await releaseFiles(
    tx,
    await deleteMacroFiles(
      tx,
      files.map((file) => file.id),
    ),
  )
}

/** Keeps a file for a macro that is saved later. @throws Forbidden @throws MissingParameter @throws RecordInvalid */
export async function createMacroFile(ctx: Context, sent: SentFile | undefined, filename: string | null): Promise<AttachmentRow> {
  requirePermission(ctx, 'macro.list')
  requirePermission(ctx, 'macro.manage_own')
  if (sent === undefined) throw new MissingParameter('attachment')
  return (await createUpload(ctx, sent, { filename })).last
}

/** Adds a file to a macro. @throws Forbidden @throws NotFound @throws MissingParameter @throws RecordInvalid when it has five */
export async function addMacroFile(
  ctx: Context,
  macroId: number,
  sent: SentFile | undefined,
  filename: string | null,
): Promise<AttachmentRow> {
  requirePermission(ctx, 'macro.list')
  requireManaging(ctx, visibleOr404(ctx, (await findMacros(ctx, [macroId]))[0]))
  refuseMoreFiles((await filesOfMacros(ctx, [macroId])).length + 1)
  const file = await createMacroFile(ctx, sent, filename)
  return inTransaction(ctx, async (tx) => {
    const macro = visibleOr404(tx, (await lockMacros(tx, [macroId]))[0])
    requireManaging(tx, macro)
    const held = await filesOfMacros(tx, [macroId])
    await associate(tx, macroId, [...held.map((one) => one.id), file.id])
    await auditRule(tx, 'Macro', 'update', macro, `File "${file.file_name}" added`)
    return { ...file, upload_id: null, macro_id: macroId }
  })
}

/** The files of a macro. @throws Forbidden @throws NotFound */
export async function listMacroFiles(ctx: Context, macroId: number): Promise<AttachmentRow[]> {
  requirePermission(ctx, 'macro.list')
  visibleOr404(ctx, (await findMacros(ctx, [macroId]))[0])
  return filesOfMacros(ctx, [macroId])
}

/** A file of a macro the caller sees, or one they have uploaded themselves. @throws Forbidden @throws NotFound */
export async function readMacroFile(ctx: Context, id: number): Promise<AttachmentRow> {
  requirePermission(ctx, 'macro.list')
  const file = await findFile(ctx, id)
  if (file === undefined || (file.macro_id === null && (file.upload_id === null || file.author_id !== ctx.actor.id))) throw new NotFound()
  if (file.macro_id !== null) visibleOr404<MacroRow>(ctx, (await findMacros(ctx, [file.macro_id]))[0])
  return file
}
