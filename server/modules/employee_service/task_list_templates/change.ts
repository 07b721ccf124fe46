/** The acts on templates of task lists: create, change, remove. @source docs/reference/employee_service.md §2.1 */
import { requirePermission } from '#permissions/permissions.ts'
import { lockAccount } from '#accounts/lock.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { auditEntryOf } from '../audit_entries/audit_entry.ts'
import { checkTemplate, draftTasks, draftTemplate } from './check.ts'
import type { TemplateInput } from './schema.ts'
import {
  countTemplates,
  deleteTemplate,
  getTemplate,
  insertTemplate,
  readTasks,
  saveTasks,
  type TemplateRow,
  updateTemplate,
} from './store.ts'

/** Creates a template with its tasks. @throws Forbidden @throws NotFound for a task with an id @throws RecordInvalid */
export async function createTemplate(ctx: Context, input: TemplateInput): Promise<TemplateRow> {
  requirePermission(ctx, 'task_list_template.manage')
  const draft = draftTemplate(null, input)
  const tasks = draftTasks([], input.tasks ?? [])
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    refuseInvalid(checkTemplate(draft, tasks, await countTemplates(tx)))
    const id = await insertTemplate(tx, draft)
    await saveTasks(tx, id, tasks)
    await recordAudit(tx, auditEntryOf(tx, { source_type: 'task_list_template', action: 'create', name: draft.name }))
    return getTemplate(tx, id)
  })
}

/** Changes a template and those of its tasks that are named. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function changeTemplate(ctx: Context, id: string, input: TemplateInput): Promise<TemplateRow> {
  requirePermission(ctx, 'task_list_template.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const before = await getTemplate(tx, id)
    const draft = draftTemplate(before, input)
    const tasks = draftTasks(await readTasks(tx, id), input.tasks ?? [])
    refuseInvalid(checkTemplate(draft, tasks, 0))
    await updateTemplate(tx, id, draft)
    await saveTasks(tx, id, tasks)
    await recordAudit(tx, auditEntryOf(tx, { source_type: 'task_list_template', action: 'update', name: draft.name, before: before.name }))
    return getTemplate(tx, id)
  })
}

/** Removes a template; the lists that tickets have of it stay. @throws Forbidden @throws NotFound */
export async function removeTemplate(ctx: Context, id: string): Promise<void> {
  requirePermission(ctx, 'task_list_template.manage')
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const before = await getTemplate(tx, id)
    await deleteTemplate(tx, id)
    await recordAudit(tx, auditEntryOf(tx, { source_type: 'task_list_template', action: 'destroy', name: before.name }))
  })
}
