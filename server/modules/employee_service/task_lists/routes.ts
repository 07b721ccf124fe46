// TASK LISTS: what is to be done for a ticket, copied from a template.
// Not here: the templates (task_list_templates/).
import Type from 'typebox'
import { asErrorsList } from '#core/error_formats.ts'
import { flag, text, whole } from '#http/answer_shape.ts'
import { wholeList } from '#http/envelope.ts'
import { type AnswerOf, type AnyRoute, answerOk, route } from '#http/route.ts'
import { defineInput, Word, wrapInKey } from '#http/shape.ts'
import { wireTime } from '#lib/clock.ts'
import { createTaskList, taskListsOf } from './create.ts'
import type { TaskListRow } from './store.ts'

/** Ids are text here, that of the ticket too. */
const TaskList = Type.Object({
  id: text,
  name: text,
  description: text,
  is_required: flag,
  task_count: whole,
  task_list_template_id: text,
  ticket_id: text,
  created_at: text,
  updated_at: text,
})
const Lists = Type.Object({ task_lists: Type.Array(TaskList) })
const common = { scope: 'tickets', refusal: asErrorsList, path: '/api/v2/tickets/:ticket_id/task_lists' } as const

const present = (row: TaskListRow): AnswerOf<typeof TaskList> => ({
  id: row.id,
  name: row.name,
  description: row.description,
  is_required: row.is_required,
  task_count: row.task_count,
  task_list_template_id: row.task_list_template_id,
  ticket_id: String(row.ticket_id),
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
})

/** @source docs/reference/employee_service.md §2.2 */
export const taskListRoutes: AnyRoute[] = [
  route({
    ...common,
    method: 'GET',
    name: 'task_lists/index',
    summary: 'Show the task list of a ticket',
    answer: Lists,
    handle: async (ctx, { params }) => answerOk(wholeList('task_lists', (await taskListsOf(ctx, params.ticket_id)).map(present))),
  }),
  route({
    ...common,
    method: 'POST',
    name: 'task_lists/create',
    summary: 'Give a ticket a task list',
    body: wrapInKey('task_list', defineInput({ task_list_template_id: Word })),
    answer: Lists,
    async handle(ctx, { params, body }) {
      const rows = await createTaskList(ctx, params.ticket_id, body.task_list.task_list_template_id)
      return { status: 201, body: wholeList('task_lists', rows.map(present)) }
    },
  }),
]
