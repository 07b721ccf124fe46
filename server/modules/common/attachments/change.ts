/** The acts on attachments: changing their malware override, and removing them. */
import { can, requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden } from '#core/errors.ts'
import { recordAudit } from '../audit_logs/record_store.ts'
import { releaseFiles } from './store_file.ts'
import type { AttachmentInput } from './schema.ts'
import { type AttachmentRow, deleteAttachment, getAttachment, updateOverride } from './store.ts'

/** The attachment, for staff who see what it belongs to. @throws Forbidden @throws NotFound @source docs/reference/tickets.md §6 */
export async function readAttachment(ctx: Context, id: number): Promise<AttachmentRow> {
  requirePermission(ctx, 'attachment.show')
  return getAttachment(ctx, id)
}

/** Sets whether a file can be downloaded although malware was found in it. @throws Forbidden @throws NotFound */
export async function changeAttachment(ctx: Context, id: number, input: AttachmentInput): Promise<AttachmentRow> {
  requirePermission(ctx, 'attachment.update')
  const before = await getAttachment(ctx, id)
  const { malware_access_override = before.malware_access_override } = input
  if (malware_access_override === before.malware_access_override) return before
  return inTransaction(ctx, async (tx) => {
    await updateOverride(tx, id, malware_access_override)
    await audit(tx, before, 'update', `Access in spite of malware ${malware_access_override ? 'allowed' : 'no longer allowed'}`)
    return { ...before, malware_access_override }
  })
}

/**
 * Removes an attachment and its file. An attachment of a comment is removed by those who may redact it ({@link mayDelete}). Photos and
 * logos are removed through their user or brand, not here.
 * @throws Forbidden @throws NotFound
 */
export async function removeAttachment(ctx: Context, id: number): Promise<void> {
  requirePermission(ctx, 'attachment.delete')
  const before = await getAttachment(ctx, id)
  const isComments = before.comment_id !== null && !mayDelete(ctx)
  const isPicture = before.photo_of_id !== null || before.logo_of_id !== null
  if (isComments || isPicture) throw new Forbidden()
  await inTransaction(ctx, async (tx) => {
    await releaseFiles(tx, await deleteAttachment(tx, id))
    await audit(tx, before, 'destroy', before.ticket_id === null ? 'Deleted' : `Deleted from ticket #${before.ticket_id}`)
  })
}

/**
 * True for a caller who may redact the files of comments: administrators, agents whose custom role permits it, and agents without one where
 * the account lets agents delete tickets.
 * @source docs/reference/tickets.md §6; docs/reference/account.md §7
 */
export function mayDelete(ctx: Context): boolean {
  const { role, role_configuration } = ctx.actor
  return role === 'admin' || (role_configuration === null ? ctx.account.settings.tickets.agents_can_delete : can(ctx, 'ticket.redact'))
}

function audit(tx: Context, { id, file_name }: AttachmentRow, action: 'update' | 'destroy', change_description: string): Promise<void> {
  return recordAudit(tx, { action, source_type: 'attachment', source_id: id, source_label: file_name, change_description })
}
