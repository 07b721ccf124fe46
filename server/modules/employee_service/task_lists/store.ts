/** Every statement on the task lists of tickets. Scrubbing a ticket removes its list: tickets/deleted_tickets/store.ts. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import type { TaskListsTable } from '#db/tables.ts'
import { toJson } from '#db/types.ts'
import { makeUlid } from '#lib/ulid.ts'
import type { TaskRow, TemplateRow } from '../task_list_templates/store.ts'

/** A task list with the number of its tasks. */
export type TaskListRow = Omit<Selectable<TaskListsTable>, 'account_id'> & { readonly task_count: number }

const ofTicket =
  defineStatement<TaskListRow>(`select l.id, l.ticket_id, l.task_list_template_id, l.name, l.description, l.is_required, l.created_at, l.updated_at,
    (select count(*) from task_list_tasks k where k.account_id = $1 and k.task_list_id = l.id) as task_count
  from task_lists l where l.account_id = $1 and l.ticket_id = $2 order by l.id`)
const insert = defineStatement<{ id: string }>(`with made as (
    insert into task_lists (account_id, id, ticket_id, task_list_template_id, name, description, is_required, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $8) on conflict (account_id, ticket_id) do nothing returning id),
  copied as (
    insert into task_list_tasks (account_id, id, task_list_id, name, description, position, required, created_at, updated_at)
    select $1, t.id, made.id, t.name, t.description, t.position, t.required, $8, $8
    from made, jsonb_to_recordset($9::jsonb) as t (id text, name text, description text, position integer, required boolean))
  select id from made`)

/** The task lists of a ticket: one, or none. */
export function readTaskLists(ctx: Context, ticketId: number): Promise<TaskListRow[]> {
  return ctx.db.all(ofTicket(ctx.account.id, ticketId))
}

/** Writes a copy of a template and its tasks as the list of a ticket. False if it has one. */
export async function insertTaskList(ctx: Context, ticketId: number, template: TemplateRow, tasks: readonly TaskRow[]): Promise<boolean> {
  const copies = toJson(tasks.map((task) => ({ ...task, id: makeUlid(ctx.now) })))
  const { id, name, description, is_required } = template
  const given = [ctx.account.id, makeUlid(ctx.now), ticketId, id, name, description, is_required, ctx.now, copies]
  return (await ctx.db.first(insert(...given))) !== undefined
}
