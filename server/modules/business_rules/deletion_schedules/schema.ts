// DELETION SCHEDULES: the conditions under which old closed tickets are deleted.
// Not here: deleting a ticket (tickets/), and what conditions mean (rules/).
import Type, { type Static } from 'typebox'
import { flag, text, textOrNull, whole } from '#http/answer_shape.ts'
import { Flag, defineInput, Name, Text, wrapInKey } from '#http/shape.ts'
import { WireConditions } from '../rules/schema.ts'
import { ConditionLists } from '../workspaces/schema.ts'

export const ScheduleInput = defineInput({ title: Name, description: Text, object: Name, active: Flag, conditions: ConditionLists })
export type ScheduleInput = Static<typeof ScheduleInput>
export const ScheduleBody = wrapInKey('deletion_schedule', ScheduleInput)

export const Schedule = Type.Object({
  url: text,
  id: whole,
  title: text,
  description: textOrNull,
  active: flag,
  default: flag,
  object: text,
  conditions: WireConditions,
  created_at: text,
  updated_at: text,
})
export const OneSchedule = Type.Object({ deletion_schedule: Schedule })
export const SomeSchedules = Type.Object({ deletion_schedules: Type.Array(Schedule) })
