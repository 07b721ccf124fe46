/** What rules know in a write of a ticket: the ticket itself, and the update that runs them. */
import { accountZone } from '#accounts/zone.ts'
import type { Context } from '#core/context.ts'
import type { RuleContext, TicketFacts } from '#rules/facts.ts'
import { uploadTokens } from '../comment_uploads.ts'
import { readRelatedFacts } from '../related_store.ts'
import type { TicketRow, TicketState } from '../row.ts'
import { viaNumber } from '../via.ts'
import type { TicketWrite } from './ticket_write.ts'

/** A ticket as rules see it; `row` is null for a new one. */
export function factsOf(state: TicketState, row: TicketRow | null): TicketFacts {
  return { ...state, id: row?.id ?? 0 }
}

/** What rules with these needs know of a write besides its ticket. */
export async function ruleContext(ctx: Context, write: TicketWrite, needs: ReadonlySet<string>): Promise<Omit<RuleContext, 'now'>> {
  const { before, after, comment, input } = write
  const said = comment === null ? null : { text: comment.plain_body, public: comment.public, requester_can_see: comment.public }
  return {
    time_zone: accountZone(ctx),
    current_user_id: ctx.actor.id,
    current_group_ids: ctx.actor.group_ids,
    default_ticket_form_id: write.loaded.setup.default_form_id,
    update: {
      before: before === null ? null : factsOf(before, before),
      comment: said === null ? null : { ...said, has_attachments: uploadTokens(input).length > 0 },
      via_id: before === null ? after.via_id : viaNumber(ctx.via.channel),
      updater_id: ctx.actor.id,
      updater_role: ctx.actor.role,
    },
    related: await readRelatedFacts(ctx, after, needs, before),
  }
}
