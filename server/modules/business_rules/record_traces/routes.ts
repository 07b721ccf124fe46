// TRACES OF RECORDS: why each object trigger fired or did not in the writes of a record of a custom object.
// Not here: the pass itself (server/rules/), what a write stores of it (custom_data/custom_object_records/), traces of tickets (rule_traces/).
import { listEnvelope } from '#http/envelope.ts'
import { answerOk, route } from '#http/route.ts'
import { makeSentPresenter } from '#modules/tickets/ticket_audits/deliveries.ts'
import { TraceQuery } from '../rule_traces/schema.ts'
import { presentListed, presentRecordTrace } from './present.ts'
import { ManyRecordTraces, OneRecordTrace, TracesQuery } from './schema.ts'
import { recordWrites, traceRecordWrite } from './trace.ts'

const path = '/api/v2/deskhand/custom_objects/:custom_object_key/records/:custom_object_record_id/traces'
const common = { method: 'GET', scope: '', text_params: ['custom_object_key', 'custom_object_record_id'] } as const

export const recordTraceRoutes = [
  route({
    ...common,
    path,
    name: 'record_traces/index',
    summary: 'List the writes of a record of a custom object in which triggers ran',
    query: TracesQuery,
    answer: ManyRecordTraces,
    async handle(ctx, { params, query, address }) {
      const page = await recordWrites(ctx, params.custom_object_key, params.custom_object_record_id, query)
      return answerOk(
        listEnvelope(
          address,
          'traces',
          page,
          page.rows.map((row) => presentListed(ctx, params, row)),
        ),
      )
    },
  }),
  route({
    ...common,
    path: `${path}/:id`,
    name: 'record_traces/show',
    summary: 'Explain which triggers fired in a write of a record of a custom object, and why others did not',
    query: TraceQuery,
    answer: OneRecordTrace,
    async handle(ctx, { params: { custom_object_key, custom_object_record_id, id }, query }) {
      const trace = await traceRecordWrite(ctx, custom_object_key, custom_object_record_id, id)
      const present = await makeSentPresenter(ctx, trace.run.sent ?? [], trace.run.is_waiting)
      return answerOk({ trace: presentRecordTrace({ custom_object_key, custom_object_record_id }, { ...trace, present }, query) })
    },
  }),
]
