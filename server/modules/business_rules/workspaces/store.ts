/** Every statement on workspaces. */
import type { Selectable } from 'kysely'
import type { Context } from '../../../context.ts'
import { fixed } from '../../../db/builder.ts'
import type { WorkspacesTable } from '../../../db/tables.ts'
import { orNotFound } from '../../../errors.ts'
import type { Conditions } from '../../../rules/condition.ts'

export type WorkspaceRow = Omit<Selectable<WorkspacesTable>, 'account_id' | 'apps' | 'conditions'> & {
  readonly apps: readonly Record<string, unknown>[]
  readonly conditions: Conditions
}
/** The members that can be written. */
export type WorkspaceDraft = Omit<WorkspaceRow, 'id' | 'created_at' | 'updated_at'>

const LISTED =
  'id, title, description, ticket_form_id, apps, prefer_workspace_app_order, position, activated, conditions, created_at, updated_at'
const every = fixed<WorkspaceRow>(`select ${LISTED} from workspaces where account_id = $1 order by position, id`)
const one = fixed<WorkspaceRow>(`select ${LISTED} from workspaces where account_id = $1 and id = $2`)
const insert = fixed<WorkspaceRow>(`insert into workspaces
  (account_id, title, description, ticket_form_id, apps, prefer_workspace_app_order, position, activated, conditions, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) returning ${LISTED}`)
const update = fixed<WorkspaceRow>(`update workspaces set title = $3, description = $4, ticket_form_id = $5, apps = $6,
  prefer_workspace_app_order = $7, position = $8, activated = $9, conditions = $10, updated_at = $11
  where account_id = $1 and id = $2 returning ${LISTED}`)
const order = fixed<unknown>(`update workspaces w set position = o.place, updated_at = $3
  from unnest($2::bigint[]) with ordinality as o(id, place) where w.account_id = $1 and w.id = o.id`)
const remove = fixed<{ id: number; title: string }>(
  'delete from workspaces where account_id = $1 and id = any($2::bigint[]) returning id, title',
)

/** All workspaces by position. */
export function listWorkspaces(ctx: Context): Promise<WorkspaceRow[]> {
  return ctx.db.all(every(ctx.account.id))
}

/** One workspace. @throws NotFound */
export async function getWorkspace(ctx: Context, id: number): Promise<WorkspaceRow> {
  return orNotFound(await ctx.db.first(one(ctx.account.id, id)))
}

const values = (draft: WorkspaceDraft) => {
  const { title, description, ticket_form_id, apps, prefer_workspace_app_order, position, activated, conditions } = draft
  return [
    title,
    description,
    ticket_form_id,
    JSON.stringify(apps),
    prefer_workspace_app_order,
    position,
    activated,
    JSON.stringify(conditions),
  ]
}

/** Writes a new workspace. */
export async function insertWorkspace(ctx: Context, draft: WorkspaceDraft): Promise<WorkspaceRow> {
  return ctx.db.one(insert(ctx.account.id, ...values(draft), ctx.now))
}

/** Writes a changed workspace. */
export async function updateWorkspace(ctx: Context, id: number, draft: WorkspaceDraft): Promise<WorkspaceRow> {
  return ctx.db.one(update(ctx.account.id, id, ...values(draft), ctx.now))
}

/** Sets the positions of workspaces to this order. */
export async function updateOrder(ctx: Context, ids: readonly number[]): Promise<void> {
  await ctx.db.run(order(ctx.account.id, ids, ctx.now))
}

/** Removes workspaces; returns those that existed. */
export function deleteWorkspaces(ctx: Context, ids: readonly number[]): Promise<{ id: number; title: string }[]> {
  return ctx.db.all(remove(ctx.account.id, ids))
}
