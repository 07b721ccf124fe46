// TRACES: why each rule fired or did not in one write of a ticket.
// Not here: the pass itself (server/rules/), what a write stores of it (tickets/write/), trying rules that are not saved (dry_runs/).
import { answerOk, route } from '#http/route.ts'
import { oneWithAddressee } from '#modules/tickets/tickets/addressee.ts'
import { makeSentPresenter } from '#modules/tickets/ticket_audits/deliveries.ts'
import { presentOneAudit } from '#modules/tickets/ticket_audits/present.ts'
import { presentTrace } from './present.ts'
import { OneRuleTrace, TraceQuery } from './schema.ts'
import { traceWrite } from './trace.ts'

export const ruleTraceRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/deskhand/tickets/:ticket_id/audits/:id/trace',
    name: 'rule_traces/show',
    summary: 'Explain which rules fired in an update of a ticket, and why others did not',
    scope: '',
    query: TraceQuery,
    answer: OneRuleTrace,
    async handle(ctx, { params, query }) {
      const trace = await traceWrite(ctx, params.ticket_id, params.id)
      const audit = await oneWithAddressee(ctx, trace.requester_id, await presentOneAudit(ctx, trace.audit))
      const isWaiting = trace.run !== null && trace.run.performed_at === null
      return answerOk({ audit, trace: presentTrace(trace, query, await makeSentPresenter(ctx, trace.audit.sent ?? [], isWaiting)) })
    },
  }),
]
