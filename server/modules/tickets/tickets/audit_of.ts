/** The audit of a write: its comment first, then what has changed, each event with an id of its own. @source tickets.md §5 */
import type { Context, Via } from '../../../context.ts'
import { auditMetadata } from '../ticket_audits/metadata.ts'
import type { EventDraft } from './events.ts'
import type { MetricEvent } from './metrics.ts'
import type { TicketInput } from './schema.ts'
import type { NewAudit, NewComment } from './store.ts'

/** Gives audit and comment their ids. `draft` is the comment without its id; null when there is none. */
export async function auditOf(
  ctx: Context,
  input: TicketInput,
  drafts: readonly EventDraft[],
  {
    draft,
    via,
    metric_events = [],
  }: { readonly draft: NewComment | null; readonly via: Via; readonly metric_events?: readonly MetricEvent[] },
): Promise<{ audit: NewAudit; comment: NewComment | null }> {
  const macros = [...(input.macro_ids ?? []), ...(input.macro_id === undefined || input.macro_id === null ? [] : [input.macro_id])]
  const all = [
    ...(draft === null ? [] : [{ type: draft.type ?? 'Comment' }]),
    ...drafts,
    ...macros.map((macro_id) => ({ type: 'AgentMacroReference', macro_id: String(macro_id), macro_title: null, macro_deleted: false })),
  ]
  const [auditId = 0, ...ids] = await ctx.services.ids.take(ctx.services.database, all.length + 1)
  const audit: NewAudit = {
    id: auditId,
    author_id: ctx.actor.id,
    via,
    metadata: auditMetadata(ctx, input.metadata),
    events: all.map((event, index) => ({ id: ids[index], ...event })),
    created_at: ctx.now.toISOString(),
    metric_events,
  }
  return { audit, comment: draft === null ? null : { ...draft, id: ids[0] as number } }
}
