/**
 * Creates tickets: API, bulk jobs, imports, requests, recovered tickets. The stages are in write/.
 * @source docs/reference/tickets.md §1.3, §3
 */
import type { Context } from '#core/context.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { withUploads } from './comment_uploads.ts'
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
  const write = async (tx: Context): Promise<Written> => {
    const loaded = await loadFor(tx, input, options.requested === true ? ANYONE : visiblePeople(tx))
    const source = await followUpSource(tx, input)
    const dated = options.made_at === undefined ? tx : { ...tx, now: options.made_at }
    const draft = await draftNew(dated, { input, options, loaded }, source)
    return saveNew(tx, await completeDraft(dated, draft), source)
  }
  return runWrite(ctx, input, withUploads(input, write, options.finish !== undefined))
}
