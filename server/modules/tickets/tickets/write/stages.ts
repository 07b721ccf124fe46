/** The stages between the draft of a ticket and saving it, in their order. */
import type { Context } from '#core/context.ts'
import { derive } from './derive.ts'
import { makeEvents } from './events.ts'
import { applyRules } from './rules.ts'
import { matchSkills } from './skills.ts'
import type { AuditedWrite, TicketWrite } from './ticket_write.ts'
import { validate } from './validate.ts'

/** Completes a draft: the ticket as it is saved, and its audit. @throws Forbidden @throws RecordInvalid */
export async function completeDraft(ctx: Context, draft: TicketWrite): Promise<AuditedWrite> {
  return makeEvents(ctx, await applyRules(ctx, await validate(ctx, await matchSkills(ctx, await derive(ctx, draft)))))
}
