/** Shapes of the traces of records. */
import Type from 'typebox'
import { flag, text, texts, whole, wholes } from '#http/answer_shape.ts'
import { listQuery } from '#http/shape.ts'
import { Ended, PassMembers, TracedTriggerMembers } from '../rule_traces/schema.ts'

export const TracesQuery = listQuery({})

const Members = { id: whole, created_at: text, updated_by_user_id: whole, is_new: flag }
const ListedTrace = Type.Object({ url: text, ...Members, fired_trigger_ids: wholes })
export const ManyRecordTraces = Type.Object({ traces: Type.Array(ListedTrace) })

export const RecordTrace = Type.Object({
  ...Members,
  custom_object_key: text,
  custom_object_record_id: text,
  ...PassMembers,
  ended: Ended,
  not_kept: texts,
  triggers: Type.Array(Type.Object(TracedTriggerMembers)),
})
export const OneRecordTrace = Type.Object({ trace: RecordTrace })
