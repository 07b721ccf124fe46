/** Every statement on workspaces. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { insertRow, updateRow } from '#db/columns.ts'
import type { WorkspacesTable } from '#db/tables.ts'
import { toJson } from '#db/types.ts'
import { orNotFound } from '#core/errors.ts'
import type { Conditions } from '#rules/condition.ts'

export type WorkspaceRow = Omit<Selectable<WorkspacesTable>, 'account_id' | 'apps' | 'conditions'> & {
  readonly apps: readonly Record<string, unknown>[]
  readonly conditions: Conditions
}
/** The members that can be written. */
export type WorkspaceDraft = Omit<WorkspaceRow, 'id' | 'created_at' | 'updated_at'>

const WRITTEN = [
  'title',
  'description',
  'ticket_form_id',
  'macro_ids',
  'apps',
  'prefer_workspace_app_order',
  'position',
  'activated',
  'conditions',
  'updated_at',
] as const
const COLUMNS = ['id', ...WRITTEN, 'created_at'] as const
const LISTED = COLUMNS.join(', ')
const selectWorkspaces = defineStatement<WorkspaceRow>(`select ${LISTED} from workspaces where account_id = $1 order by position, id`)
const selectWorkspace = defineStatement<WorkspaceRow>(`select ${LISTED} from workspaces where account_id = $1 and id = $2`)
const insert = insertRow<WorkspaceRow>()('workspaces', ['account_id', ...WRITTEN, 'created_at'], COLUMNS)
const update = updateRow<WorkspaceRow>()('workspaces', WRITTEN, COLUMNS)
const order = defineStatement<unknown>(`update workspaces w set position = o.place, updated_at = $3
  from unnest($2::bigint[]) with ordinality as o(id, place) where w.account_id = $1 and w.id = o.id`)
const remove = defineStatement<{ id: number; title: string }>(
  'delete from workspaces where account_id = $1 and id = any($2::bigint[]) returning id, title',
)

/** All workspaces by position. */
export function listWorkspaces(ctx: Context): Promise<WorkspaceRow[]> {
  return ctx.db.all(selectWorkspaces(ctx.account.id))
}

/** One workspace. @throws NotFound */
export async function getWorkspace(ctx: Context, id: number): Promise<WorkspaceRow> {
  return orNotFound(await ctx.db.first(selectWorkspace(ctx.account.id, id)))
}

const toColumns = (ctx: Context, draft: WorkspaceDraft) => ({
  ...draft,
  apps: toJson(draft.apps),
  conditions: toJson(draft.conditions),
  updated_at: ctx.now,
})

/** Writes a new workspace. */
export async function insertWorkspace(ctx: Context, draft: WorkspaceDraft): Promise<WorkspaceRow> {
  return ctx.db.one(insert({ account_id: ctx.account.id, ...toColumns(ctx, draft), created_at: ctx.now }))
}

/** Writes a changed workspace. */
export async function updateWorkspace(ctx: Context, id: number, draft: WorkspaceDraft): Promise<WorkspaceRow> {
  return ctx.db.one(update({ account_id: ctx.account.id, id }, toColumns(ctx, draft)))
}

/** Sets the positions of workspaces to this order. */
export async function updateOrder(ctx: Context, ids: readonly number[]): Promise<void> {
  await ctx.db.run(order(ctx.account.id, ids, ctx.now))
}

/** Removes workspaces; returns those that existed. */
export function deleteWorkspaces(ctx: Context, ids: readonly number[]): Promise<{ id: number; title: string }[]> {
  return ctx.db.all(remove(ctx.account.id, ids))
}
