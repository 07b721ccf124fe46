/** Traces of records as JSON. Pure. */
import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import type { RecordRunRow } from '#modules/custom_data/custom_object_records/run_store.ts'
import { presentPass, type Shown } from '../rule_traces/present.ts'
import type { ManyRecordTraces, RecordTrace } from './schema.ts'
import type { TracedWrite } from './trace.ts'
import type { PresentSent } from '#modules/tickets/ticket_audits/deliveries.ts'

/** The path of a record. */
export interface RecordPath {
  readonly custom_object_key: string
  readonly custom_object_record_id: string
}

const membersOf = ({ id, created_at, author_id, kept }: RecordRunRow) => ({
  id,
  created_at: wireTime(created_at),
  updated_by_user_id: author_id,
  is_new: kept.before === null,
})

/** A write of a record in a list. */
export function presentListed(ctx: Context, of: RecordPath, run: RecordRunRow): AnswerOf<typeof ManyRecordTraces>['traces'][number] {
  const path = `deskhand/custom_objects/${of.custom_object_key}/records/${of.custom_object_record_id}/traces/${run.id}`
  return { url: urlOf(ctx.caller.base_url, path), ...membersOf(run), fired_trigger_ids: [...run.fired] }
}

/** The trace of a write of a record. */
export function presentRecordTrace(
  of: RecordPath,
  trace: TracedWrite & { readonly present: PresentSent },
  shown: Shown,
): AnswerOf<typeof RecordTrace> {
  const { triggers, ...explained } = presentPass({ ...trace, sent: trace.run.sent, showsPeople: true }, shown, {
    subject: 'record',
    changeable: 'the fields',
  })
  return {
    ...membersOf(trace.run),
    ...of,
    ...explained,
    not_kept: [...trace.run.kept.restored],
    triggers: triggers.map(({ revision_id: _revision, ...trigger }) => trigger),
  }
}
