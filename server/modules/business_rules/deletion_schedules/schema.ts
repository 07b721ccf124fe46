// DELETION SCHEDULES: the conditions under which old closed tickets are deleted.
// Not here: deleting a ticket (tickets/), and what conditions mean (rules/).
import Type, { type Static } from 'typebox'
import { Flag, input, Name, Text, wrapped } from '../../../http/shape.ts'
import { ConditionLists, WireConditions } from '../workspaces/schema.ts'

export const ScheduleInput = input({ title: Name, description: Text, object: Name, active: Flag, conditions: ConditionLists })
export type ScheduleInput = Static<typeof ScheduleInput>
export const ScheduleBody = wrapped('deletion_schedule', ScheduleInput)

const Schedule = Type.Object({
  url: Type.String(),
  id: Type.Integer(),
  title: Type.String(),
  description: Type.Union([Type.String(), Type.Null()]),
  active: Type.Boolean(),
  default: Type.Boolean(),
  object: Type.String(),
  conditions: WireConditions,
  created_at: Type.String(),
  updated_at: Type.String(),
})
export const OneSchedule = Type.Object({ deletion_schedule: Schedule })
export const SomeSchedules = Type.Object({ deletion_schedules: Type.Array(Schedule) })
