/**
 * The stage of the audit: what the write changes in the clocks of the ticket's metrics, and the events of its changes.
 * @source docs/reference/tickets.md §5
 */
import type { Context } from '#core/context.ts'
import { ensureDefined } from '#lib/defined.ts'
import { assignIds, type TicketEventDraft } from '#modules/tickets/ticket_audits/event.ts'
import { auditMetadata } from '#modules/tickets/ticket_audits/metadata.ts'
import { macrosOf } from '../macro_store.ts'
import { hoursOf, ticketSchedules } from '../schedule_store.ts'
import type { TicketInput } from '../schema.ts'
import type { NewComment } from '../store.ts'
import { changeEvents, createEvents } from './differences.ts'
import { measure } from './metrics.ts'
import { effectEvents, ruleEvents, viaRule } from './rule_events.ts'
import { rulesRecord } from './rule_record.ts'
import { measureTargets } from './sla.ts'
import type { AuditedWrite, TicketWrite } from './ticket_write.ts'

/** Measures the write and builds its audit: the comment first, then the changes, each event with its own id. The comment gets its id. */
export async function makeEvents(ctx: Context, write: TicketWrite): Promise<AuditedWrite> {
  const { before, input, options, comment } = write
  const now = ctx.now.toISOString()
  // an import has its own dates and is not measured
  const { after, metric_events } =
    options.finish === undefined ? await measureWrite(ctx, write) : { after: options.finish(write.after), metric_events: [] }
  // an import's dates are set after the rules would have run
  const derived = write.rules?.derived ?? after
  const drafts = [
    ...commentEvents(comment),
    ...(before === null ? createEvents(derived) : changeEvents(before, derived)),
    ...macroEvents(input),
    ...(write.by === undefined ? [] : effectEvents([write.by], 'automation', after, write.loaded.groups)),
    ...(write.rules === undefined ? [] : ruleEvents(write.rules, after, write.loaded.groups)),
  ]
  const [auditId = 0, ...ids] = await ctx.services.ids.take(ctx.services.database, drafts.length + 1)
  const audit = {
    id: auditId,
    author_id: ctx.actor.id,
    via: write.by === undefined ? (before === null ? after.via : ctx.via) : viaRule(write.by.rule, 'automation'),
    metadata: auditMetadata(ctx, input.metadata),
    events: assignIds(drafts, ids),
    created_at: now,
    metric_events,
    ...rulesRecord(write),
    automation_id: write.by?.rule.id ?? null,
  }
  return { ...write, after, comment: comment === null ? null : { ...comment, id: ensureDefined(ids[0]) }, audit }
}

/** The write with its clocks and targets moved. */
async function measureWrite(ctx: Context, { before, after, comment, author_role: role }: TicketWrite) {
  const hours = hoursOf(await ticketSchedules(ctx), after)
  return measureTargets(ctx, before, measure(before, after, { now: ctx.now.toISOString(), comment, role, hours }))
}

const commentEvents = (comment: NewComment | null): TicketEventDraft[] => (comment === null ? [] : [{ type: comment.type ?? 'Comment' }])

/** The titles of macros are read when the audit is shown. */
function macroEvents(input: TicketInput): TicketEventDraft[] {
  return macrosOf(input).map((id) => ({ type: 'AgentMacroReference', macro_id: String(id), macro_title: null, macro_deleted: false }))
}
