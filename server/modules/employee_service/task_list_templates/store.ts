/** Every statement on templates of task lists and their tasks. */
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { insertRow, updateRow } from '#db/columns.ts'
import type { TaskListTasksTable, TaskListTemplatesTable } from '#db/tables.ts'
import { toJson } from '#db/types.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import { makeUlid } from '#lib/ulid.ts'

/** A template with the number of its tasks. */
export type TemplateRow = Omit<Selectable<TaskListTemplatesTable>, 'account_id'> & { readonly task_count: number }
/** The members of a template that writes give. */
export type TemplateDraft = Pick<TemplateRow, 'name' | 'description' | 'is_active' | 'is_required'>
/** A task of a template. */
export type TaskRow = Omit<Selectable<TaskListTasksTable>, 'account_id' | 'task_list_template_id' | 'task_list_id'>
/** A task as it would be saved; a new one has no id yet. */
export type TaskDraft = Omit<TaskRow, 'id' | 'created_at' | 'updated_at'> & { readonly id: string | null }

const WRITTEN = ['name', 'description', 'is_active', 'is_required', 'updated_at'] as const
const COLUMNS = ['id', ...WRITTEN, 'created_at'] as const
const byId = { key: 'id', column: 'id', kind: 'text' } as const

/** Templates are listed in the order of their creation. */
export const TEMPLATE_SORTING: Sorting = { fallback: [byId], only_cursor: true, cursor: { id: [byId] } }

const insert = insertRow<{ id: string }>()('task_list_templates', ['account_id', 'id', ...WRITTEN, 'created_at'], ['id'])
const update = updateRow<{ id: string }>()('task_list_templates', WRITTEN, ['id'])
const remove = defineStatement<unknown>('delete from task_list_templates where account_id = $1 and id = $2')
const count = defineStatement<{ total: number }>('select count(*) as total from task_list_templates where account_id = $1')
const tasksOf = defineStatement<TaskRow>(`select id, name, description, position, required, created_at, updated_at from task_list_tasks
  where account_id = $1 and task_list_template_id = $2 order by position, id`)
const removeTasks = defineStatement<unknown>(
  'delete from task_list_tasks where account_id = $1 and task_list_template_id = $2 and id <> all($3::text[])',
)
const putTasks = defineStatement<unknown>(`insert into task_list_tasks
    (account_id, id, task_list_template_id, name, description, position, required, created_at, updated_at)
  select $1, t.id, $2, t.name, t.description, t.position, t.required, $4, $4
  from jsonb_to_recordset($3::jsonb) as t (id text, name text, description text, position integer, required boolean)
  on conflict (account_id, id) do update set name = excluded.name, description = excluded.description, position = excluded.position,
    required = excluded.required, updated_at = excluded.updated_at
  where (task_list_tasks.name, task_list_tasks.description, task_list_tasks.position, task_list_tasks.required)
    is distinct from (excluded.name, excluded.description, excluded.position, excluded.required)`)

function select(ctx: Context) {
  const tasks = sql<number>`(select count(*) from task_list_tasks k where k.account_id = ${ctx.account.id} and k.task_list_template_id = task_list_templates.id)`
  return q
    .selectFrom('task_list_templates')
    .select([...COLUMNS, tasks.as('task_count')])
    .where('account_id', '=', ctx.account.id)
}

/** A page of the templates. */
export function listTemplates(ctx: Context, paging: Paging): Promise<Page<TemplateRow>> {
  return readPage<TemplateRow>(ctx, select(ctx), paging)
}

/** The template, if there is one with this id. */
export function findTemplate(ctx: Context, id: string): Promise<TemplateRow | undefined> {
  return ctx.db.first(select(ctx).where('id', '=', id))
}

/** @throws NotFound */
export async function getTemplate(ctx: Context, id: string): Promise<TemplateRow> {
  return orNotFound(await findTemplate(ctx, id))
}

/** How many templates there are. */
export async function countTemplates(ctx: Context): Promise<number> {
  return (await ctx.db.one(count(ctx.account.id))).total
}

/** The tasks of a template, in their order. */
export function readTasks(ctx: Context, templateId: string): Promise<TaskRow[]> {
  return ctx.db.all(tasksOf(ctx.account.id, templateId))
}

/** Writes a new template without tasks, and returns its id. */
export async function insertTemplate(ctx: Context, draft: TemplateDraft): Promise<string> {
  const made = { account_id: ctx.account.id, id: makeUlid(ctx.now), created_at: ctx.now, updated_at: ctx.now }
  return (await ctx.db.one(insert({ ...made, ...draft }))).id
}

/** Writes a changed template. */
export async function updateTemplate(ctx: Context, id: string, draft: TemplateDraft): Promise<void> {
  await ctx.db.one(update({ account_id: ctx.account.id, id }, { ...draft, updated_at: ctx.now }))
}

/** Makes these the tasks of a template: others are removed, and what has not changed keeps its time. */
export async function saveTasks(ctx: Context, templateId: string, tasks: readonly TaskDraft[]): Promise<void> {
  const given = tasks.map((task) => ({ ...task, id: task.id ?? makeUlid(ctx.now) }))
  const kept = given.map((task) => task.id)
  await ctx.db.run(removeTasks(ctx.account.id, templateId, kept))
  await ctx.db.run(putTasks(ctx.account.id, templateId, toJson(given), ctx.now))
}

/** Removes a template with its tasks. The lists of tickets stay. */
export async function deleteTemplate(ctx: Context, id: string): Promise<void> {
  await ctx.db.run(removeTasks(ctx.account.id, id, []))
  await ctx.db.run(remove(ctx.account.id, id))
}
