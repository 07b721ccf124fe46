/** What a template of task lists is on the wire, in both directions. @source docs/reference/employee_service.md §2.1 */
import Type, { type Static } from 'typebox'
import { flag, text, whole } from '#http/answer_shape.ts'
import { Flag, defineInput, listOf, Name, Text, Whole, Word, wrapInKey } from '#http/shape.ts'

/** Tasks of a template, removed ones among what is sent. */
const MAX_SENT = 100

export const TaskInput = defineInput({ id: Word, name: Name, description: Text, position: Whole, required: Flag, _destroy: Flag })
export type TaskInput = Static<typeof TaskInput>
export const TemplateInput = defineInput({
  name: Name,
  description: Text,
  is_active: Flag,
  is_required: Flag,
  tasks: listOf(TaskInput, MAX_SENT),
})
export type TemplateInput = Static<typeof TemplateInput>
export const TemplateBody = wrapInKey('task_list_template', TemplateInput)

export const Task = Type.Object({
  id: text,
  name: text,
  description: text,
  position: whole,
  required: flag,
  created_at: text,
  updated_at: text,
})
export const Template = Type.Object({
  url: text,
  id: text,
  name: text,
  description: text,
  is_active: flag,
  is_required: flag,
  task_count: whole,
  created_at: text,
  updated_at: text,
})
/** A template as writes answer it. */
export const TemplateWithTasks = Type.Object({ ...Template.properties, tasks: Type.Array(Task) })
