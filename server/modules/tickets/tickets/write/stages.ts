/** The stages between the draft of a ticket and saving it, in their order. */
import type { Context } from '#core/context.ts'
import { addConsequences } from './consequences.ts'
import { derive } from './derive.ts'
import { makeEvents } from './events.ts'
import { applyRules } from './rules.ts'
import { matchSkills } from './skills.ts'
import type { CompleteWrite, TicketWrite } from './ticket_write.ts'
import { validate } from './validate.ts'

/** Completes a draft: the ticket as it is saved, its audit, and what it causes besides. @throws Forbidden @throws RecordInvalid */
export async function completeDraft(ctx: Context, draft: TicketWrite): Promise<CompleteWrite> {
  const derived = await derive(ctx, draft)
  const skilled = await matchSkills(ctx, derived)
  await validate(ctx, skilled)
  const ruled = await applyRules(ctx, skilled)
  const audited = await makeEvents(ctx, ruled)
  return addConsequences(ctx, audited)
}
