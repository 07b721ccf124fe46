/**
 * Creates tickets: API, bulk jobs, imports, requests, recovered tickets. The stages are in write/.
 * @source docs/reference/tickets.md §1.3, §3
 */
import type { Context } from '#core/context.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { attachUploads, requireUploads, publishAttachments } from './comment_uploads.ts'
import { ANYONE, visiblePeople } from './people.ts'
import type { TicketInput } from './schema.ts'
import { draftNew } from './write/draft.ts'
import { followUpSource, loadFor, runWrite } from './write/load.ts'
import { requireTags } from './write/role_rights.ts'
import { saveNew, type Written } from './write/save.ts'
import { completeDraft } from './write/stages.ts'
import type { WriteOptions } from './write/ticket_write.ts'

/** Creates a ticket. @throws Forbidden @throws RecordInvalid @source docs/reference/tickets.md §1.3, §3.2, §3.3, §3.5 */
export async function createTicket(ctx: Context, input: TicketInput, options: WriteOptions = {}): Promise<Written> {
  if (options.requested !== true) {
    requirePermission(ctx, 'ticket.create')
    requireTags(ctx, null, input)
  }
  return runWrite(ctx, input, (tx) => writeNew(tx, input, options))
}

async function writeNew(tx: Context, input: TicketInput, options: WriteOptions): Promise<Written> {
  const uploads = await requireUploads(tx, input)
  const loaded = await loadFor(tx, input, options.requested === true ? ANYONE : visiblePeople(tx))
  const source = await followUpSource(tx, input)
  const dated = options.made_at === undefined ? tx : { ...tx, now: options.made_at }
  const draft = await draftNew(dated, { input, options, loaded }, source)
  const write = await completeDraft(dated, draft)
  const written = await saveNew(tx, write, source)
  const attachments = await attachUploads(tx, uploads, written)
  // an import makes no event
  if (options.finish === undefined) await publishAttachments(tx, written, attachments)
  return { ...written, attachments }
}
