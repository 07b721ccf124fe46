// TEMPLATES OF TASK LISTS: what is to be done in situations that come again.
// Not here: the lists that tickets have (task_lists/).
import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { asErrorsList } from '#core/error_formats.ts'
import { listEnvelope, urlOf, wholeList } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { type AnswerOf, type AnyRoute, answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { listQuery } from '#http/shape.ts'
import { wireTime } from '#lib/clock.ts'
import { changeTemplate, createTemplate, removeTemplate } from './change.ts'
import { Task, Template, TemplateBody, TemplateWithTasks } from './schema.ts'
import { getTemplate, listTemplates, readTasks, type TaskRow, TEMPLATE_SORTING, type TemplateRow } from './store.ts'

const OneTemplate = Type.Object({ task_list_template: Template })
const OneWithTasks = Type.Object({ task_list_template: TemplateWithTasks })
const path = '/api/v2/task_list_templates'
const common = { scope: '', refusal: asErrorsList } as const
const single = { ...common, path: `${path}/:task_list_template_id`, text_params: ['task_list_template_id'] } as const

const presentTask = ({ id, name, description, position, required, created_at, updated_at }: TaskRow): AnswerOf<typeof Task> => ({
  id,
  name,
  description,
  position,
  required,
  created_at: wireTime(created_at),
  updated_at: wireTime(updated_at),
})

function present(ctx: Context, row: TemplateRow): AnswerOf<typeof Template> {
  return {
    url: urlOf(ctx.caller.base_url, `task_list_templates/${row.id}`),
    id: row.id,
    name: row.name,
    description: row.description,
    is_active: row.is_active,
    is_required: row.is_required,
    task_count: row.task_count,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
  }
}

const withTasks = async (ctx: Context, row: TemplateRow) => ({
  task_list_template: { ...present(ctx, row), tasks: (await readTasks(ctx, row.id)).map(presentTask) },
})

/** @source docs/reference/employee_service.md §2.1 */
export const taskListTemplateRoutes: AnyRoute[] = [
  route({
    ...common,
    method: 'GET',
    path,
    name: 'task_list_templates/index',
    summary: 'List task list templates',
    query: listQuery({}),
    answer: Type.Object({ task_list_templates: Type.Array(Template) }),
    async handle(ctx, { query, address }) {
      requirePermission(ctx, 'task_list_template.list')
      const page = await listTemplates(ctx, readPaging(query, TEMPLATE_SORTING, 'task_list_templates/index'))
      const shown = page.rows.map((row) => present(ctx, row))
      return answerOk(listEnvelope(address, 'task_list_templates', page, shown))
    },
  }),
  route({
    ...common,
    method: 'POST',
    path,
    name: 'task_list_templates/create',
    summary: 'Create a task list template',
    body: TemplateBody,
    answer: OneWithTasks,
    async handle(ctx, { body }) {
      const answer = await withTasks(ctx, await createTemplate(ctx, body.task_list_template))
      return answerNewRecord(answer, answer.task_list_template.url)
    },
  }),
  route({
    ...single,
    method: 'GET',
    name: 'task_list_templates/show',
    summary: 'Show a task list template',
    answer: OneTemplate,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'task_list_template.list')
      return answerOk({ task_list_template: present(ctx, await getTemplate(ctx, params.task_list_template_id)) })
    },
  }),
  route({
    ...single,
    method: 'PUT',
    name: 'task_list_templates/update',
    summary: 'Update a task list template',
    body: TemplateBody,
    answer: OneWithTasks,
    handle: async (ctx, { params, body }) =>
      answerOk(await withTasks(ctx, await changeTemplate(ctx, params.task_list_template_id, body.task_list_template))),
  }),
  route({
    ...single,
    method: 'DELETE',
    name: 'task_list_templates/destroy',
    summary: 'Delete a task list template',
    async handle(ctx, { params }) {
      await removeTemplate(ctx, params.task_list_template_id)
      return answerNoContent()
    },
  }),
  route({
    ...single,
    method: 'GET',
    path: `${path}/:task_list_template_id/tasks`,
    name: 'task_list_templates/tasks',
    summary: 'List the tasks of a task list template',
    answer: Type.Object({ tasks: Type.Array(Task) }),
    async handle(ctx, { params }) {
      requirePermission(ctx, 'task_list_template.list')
      const { id } = await getTemplate(ctx, params.task_list_template_id)
      return answerOk(wholeList('tasks', (await readTasks(ctx, id)).map(presentTask)))
    },
  }),
]
