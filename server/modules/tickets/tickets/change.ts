/** Changes tickets: API, bulk jobs, merges, requests, ratings, solved problems. The stages are in write/. @source docs/reference/tickets.md §1.1, §3 */
import type { Context } from '#core/context.ts'
import { Conflict } from '#core/errors.ts'
import { wireTime } from '#lib/clock.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { attachUploads, requireUploads, publishAttachments } from './comment_uploads.ts'
import { ANYONE, visiblePeople } from './people.ts'
import type { TicketRow } from './row.ts'
import type { TicketInput } from './schema.ts'
import { getTicket } from './store.ts'
import { draftChange } from './write/draft.ts'
import { loadFor, runWrite } from './write/load.ts'
import { withoutRepeatedCopies } from './write/participants.ts'
import { MAX_ATTEMPTS, saveChange, type Written } from './write/save.ts'
import { completeDraft } from './write/stages.ts'
import type { WriteOptions } from './write/ticket_write.ts'

/** Changes a ticket. @throws Forbidden @throws NotFound @throws RecordInvalid @throws Conflict when it was read too long ago (safe_update) @source docs/reference/tickets.md §1.1, §3 */
export async function changeTicket(ctx: Context, id: number, input: TicketInput, options: WriteOptions = {}): Promise<Written> {
  if (options.follows !== true) requirePermission(ctx, 'ticket.comment')
  return runWrite(ctx, input, (tx) => writeChange(tx, id, input, options))
}

async function writeChange(tx: Context, id: number, input: TicketInput, options: WriteOptions): Promise<Written> {
  const uploads = await requireUploads(tx, input)
  let before = await getTicket(tx, id)
  const given = withoutRepeatedCopies(before, input)
  const loaded = await loadFor(tx, given, options.follows === true ? ANYONE : visiblePeople(tx, before), before)
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    if (attempt > 1) before = await getTicket(tx, id)
    refuseStale(before, given)
    const draft = draftChange(tx, before, { input: given, options, loaded })
    const write = await completeDraft(tx, draft)
    const written = await saveChange(tx, before, write)
    // another write was faster
    if (written === null) continue
    const attachments = await attachUploads(tx, uploads, written)
    await publishAttachments(tx, written, attachments)
    return { ...written, attachments }
  }
  throw new Conflict('Conflict', 'The ticket was changed concurrently. Please try again.')
}

/** The member safe_update enables the check, whatever its value. @source docs/reference/conventions.md §9.1 */
function refuseStale(before: TicketRow, input: TicketInput): void {
  if (input.safe_update === undefined || (input.updated_stamp != null && wireTime(input.updated_stamp) === wireTime(before.updated_at)))
    return
  throw new Conflict(
    'UpdateConflict',
    'Safe Update prevented the update due to outdated ticket data. Please fetch the latest ticket data and try again.',
  )
}
