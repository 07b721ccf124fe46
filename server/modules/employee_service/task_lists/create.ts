/** Giving a ticket a task list. @source docs/reference/employee_service.md §2.2 */
import { requirePermission } from '#permissions/permissions.ts'
import { lockAccount } from '#accounts/lock.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { RecordInvalid } from '#core/errors.ts'
import { getTicket } from '#modules/tickets/tickets/store.ts'
import { findTemplate, readTasks } from '../task_list_templates/store.ts'
import { insertTaskList, readTaskLists, type TaskListRow } from './store.ts'

/** The task lists of a ticket: one, or none. @throws Forbidden @throws NotFound */
export async function taskListsOf(ctx: Context, ticketId: number): Promise<TaskListRow[]> {
  requirePermission(ctx, 'ticket.list')
  return readTaskLists(ctx, (await getTicket(ctx, ticketId)).id)
}

/**
 * Gives a ticket a copy of a template. Later changes of the template leave it as it is.
 * @throws Forbidden @throws NotFound for the ticket @throws RecordInvalid
 */
export async function createTaskList(ctx: Context, ticketId: number, templateId: string | null | undefined): Promise<TaskListRow[]> {
  requirePermission(ctx, 'ticket.update')
  const refuse = (name: string, description: string, error = 'InvalidValue') => new RecordInvalid({ [name]: [{ description, error }] })
  return inTransaction(ctx, async (tx) => {
    const ticket = await getTicket(tx, ticketId)
    if (ticket.status === 'closed') throw refuse('base', 'A closed ticket cannot be changed')
    // templates are changed and removed under the same lock
    await lockAccount(tx)
    const member = 'task_list_template_id'
    if (!templateId) throw refuse(member, 'Task list template: cannot be blank', 'BlankValue')
    const template = await findTemplate(tx, templateId)
    if (template === undefined) throw refuse(member, 'Task list template: is invalid')
    if (!template.is_active) throw refuse(member, 'Task list template: is not active')
    if (!(await insertTaskList(tx, ticket.id, template, await readTasks(tx, template.id))))
      throw refuse('base', 'The ticket has a task list already', 'DuplicateValue')
    return readTaskLists(tx, ticket.id)
  })
}
