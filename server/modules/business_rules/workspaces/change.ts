/** The acts on workspaces: create, change, reorder, remove. */
import { requirePermission } from '#permissions/permissions.ts'
import { lockAccount } from '#accounts/lock.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { type Details, NotFound, refuseInvalid } from '#core/errors.ts'
import { makeBlankProblem, makeInvalidProblem } from '#core/problems.ts'
import { refuseTooMany } from '#http/bulk_ids.ts'
import { checkConditions, type Conditions } from '#rules/condition.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { isVisible } from '../macros/access.ts'
import { findMacros } from '../macros/store.ts'
import { ruleCatalogue } from '#modules/custom_data/custom_fields/rule_catalogue_store.ts'
import { ticketSetup } from '#modules/tickets/tickets/setup_store.ts'
import type { ConditionLists, WorkspaceInput } from './schema.ts'
import {
  deleteWorkspaces,
  getWorkspace,
  insertWorkspace,
  listWorkspaces,
  updateOrder,
  updateWorkspace,
  type WorkspaceDraft,
  type WorkspaceRow,
} from './store.ts'

type Named = Pick<WorkspaceRow, 'id' | 'title'>

const audit = (tx: Context, action: 'create' | 'update' | 'destroy', { id, title }: Named, change_description: string) =>
  recordAudit(tx, { action, source_type: 'workspace', source_id: id, source_label: title, change_description })

function conditionsOf(given: ConditionLists | undefined, before: Conditions): Conditions {
  if (given === undefined) return before
  const side = (list: ConditionLists['all']) =>
    (list ?? []).map(({ field = '', operator = '', value = null }) => ({ field, operator, value }))
  return { all: side(given.all), any: side(given.any) }
}

function draft(before: WorkspaceDraft, input: WorkspaceInput): WorkspaceDraft {
  return {
    title: (input.title ?? before.title).trim(),
    description: input.description === undefined ? before.description : input.description,
    ticket_form_id: input.ticket_form_id === undefined ? before.ticket_form_id : input.ticket_form_id,
    macro_ids: input.macros ?? before.macro_ids,
    apps: input.apps ?? before.apps,
    prefer_workspace_app_order: input.prefer_workspace_app_order ?? before.prefer_workspace_app_order,
    position: input.position ?? before.position,
    activated: input.activated ?? before.activated,
    conditions: conditionsOf(input.conditions, before.conditions),
  }
}

/**
 * What is wrong with a workspace as it would be saved. `macros`: those that the caller sends, who must see them all.
 * @source docs/reference/other.md §6
 */
async function check(ctx: Context, after: WorkspaceDraft, others: readonly Named[], macros: readonly number[]): Promise<Details> {
  const { form_ids } = await ticketSetup(ctx)
  const sentences = checkConditions(after.conditions, 'trigger', await ruleCatalogue(ctx))
  const seen = new Set((await findMacros(ctx, macros)).filter((macro) => isVisible(ctx, macro)).map((macro) => macro.id))
  const isTaken = others.some((other) => other.title.toLowerCase() === after.title.toLowerCase())
  return {
    ...(after.title === '' ? { title: [makeBlankProblem('Title')] } : {}),
    ...(isTaken ? { title: [{ description: 'Title: has already been taken', error: 'DuplicateValue' }] } : {}),
    ...(after.ticket_form_id !== null && !form_ids.includes(after.ticket_form_id)
      ? { ticket_form_id: [makeInvalidProblem('Ticket form')] }
      : {}),
    ...(macros.some((id) => !seen.has(id)) ? { macros: [makeInvalidProblem('Macros')] } : {}),
    ...(sentences.length > 0 ? { base: sentences.map((description) => ({ description })) } : {}),
  }
}

/** Creates a workspace, after all others. @throws Forbidden @throws RecordInvalid @source docs/reference/other.md §6 */
export async function createWorkspace(ctx: Context, input: WorkspaceInput): Promise<WorkspaceRow> {
  requirePermission(ctx, 'workspace.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const others = await listWorkspaces(tx)
    const position = Math.max(0, ...others.map((other) => other.position)) + 1
    const blank = {
      title: '',
      description: null,
      ticket_form_id: null,
      macro_ids: [],
      apps: [],
      prefer_workspace_app_order: true,
      activated: true,
    }
    const after = draft({ ...blank, position, conditions: { all: [], any: [] } }, input)
    refuseInvalid(await check(tx, after, others, input.macros ?? []))
    const row = await insertWorkspace(tx, after)
    await audit(tx, 'create', row, 'Created')
    return row
  })
}

/** Changes a workspace. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function changeWorkspace(ctx: Context, id: number, input: WorkspaceInput): Promise<WorkspaceRow> {
  requirePermission(ctx, 'workspace.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const after = draft(await getWorkspace(tx, id), input)
    const others = (await listWorkspaces(tx)).filter((other) => other.id !== id)
    refuseInvalid(await check(tx, after, others, input.macros ?? []))
    const row = await updateWorkspace(tx, id, after)
    await audit(tx, 'update', row, 'Changed')
    return row
  })
}

/** Puts the named workspaces first, in this order. @throws Forbidden @throws NotFound when one of them does not exist */
export async function reorderWorkspaces(ctx: Context, ids: readonly number[]): Promise<void> {
  requirePermission(ctx, 'workspace.manage')
  refuseTooMany(ids)
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const all = await listWorkspaces(tx)
    const named = new Set(ids)
    if ([...named].some((id) => !all.some((row) => row.id === id))) throw new NotFound()
    await updateOrder(tx, [...named, ...all.map((row) => row.id).filter((id) => !named.has(id))])
    await audit(tx, 'update', { id: tx.account.id, title: 'All workspaces' }, 'Reordered')
  })
}

/** Removes workspaces; ignores ids that do not exist. @throws Forbidden */
export async function removeWorkspaces(ctx: Context, ids: readonly number[]): Promise<readonly Named[]> {
  requirePermission(ctx, 'workspace.manage')
  return inTransaction(ctx, async (tx) => {
    const removed = await deleteWorkspaces(tx, ids)
    for (const row of removed) await audit(tx, 'destroy', row, 'Deleted')
    return removed
  })
}

/** Removes a workspace. @throws Forbidden @throws NotFound */
export async function removeWorkspace(ctx: Context, id: number): Promise<void> {
  if ((await removeWorkspaces(ctx, [id])).length === 0) throw new NotFound()
}
