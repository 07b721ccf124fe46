// QUEUES of omnichannel routing: which tickets go to which groups.
// Beside them: giving waiting tickets to agents (scheduled.ts), of the groups of their queue or of their own group.
// Not here: explaining why a ticket waits (ticket_routing/).
import Type, { type Static } from 'typebox'
import { text, textOrNull, whole } from '#http/answer_shape.ts'
import { MAX_AT_ONCE } from '#http/bulk_ids.ts'
import { Id, Ids, defineInput, listOf, Name, textUpTo, Whole, Word, wrapInKey } from '#http/shape.ts'
import { ConditionLists, WireConditionValue } from '../attributes/schema.ts'

/** Groups as answers show them. */
const GroupsInput = defineInput({ groups: listOf(defineInput({ id: Id, name: Name }), MAX_AT_ONCE) })
export const QueueInput = defineInput({
  name: Name,
  description: textUpTo(1000),
  priority: Whole,
  order: Whole,
  definition: ConditionLists,
  primary_groups_id: Ids,
  secondary_groups_id: Ids,
  primary_groups: GroupsInput,
  secondary_groups: GroupsInput,
})
export type QueueInput = Static<typeof QueueInput>
export const QueueBody = wrapInKey('queue', QueueInput)
export const OrderBody = wrapInKey('queue_ids', listOf(Word, MAX_AT_ONCE))

const Conditions = Type.Array(Type.Object({ field: text, operator: text, value: WireConditionValue }))
const Groups = Type.Object({ count: whole, groups: Type.Array(Type.Object({ id: whole, name: text })) })
const Queue = Type.Object({
  url: text,
  id: text,
  name: text,
  description: textOrNull,
  created_at: text,
  updated_at: text,
  order: whole,
  priority: whole,
  definition: Type.Object({ all: Conditions, any: Conditions }),
  primary_groups: Groups,
  secondary_groups: Groups,
  problem: textOrNull,
})
export const OneQueue = Type.Object({ queue: Queue })
export const SomeQueues = Type.Object({ queues: Type.Array(Queue) })
/** The shape that the presenter is typed by. */
export type QueueShape = typeof Queue
