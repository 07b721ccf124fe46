import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'
import { isVisible } from '../macros/access.ts'
import { findMacros, type MacroRow, usageOf } from '../macros/store.ts'
import { presentRestriction } from '../rules/restriction.ts'
import type { Workspace } from './schema.ts'
import type { WorkspaceRow } from './store.ts'

/** Reads the macros of workspaces, and presents these as JSON, with those macros that exist and that the caller sees. @source docs/reference/other.md §6 */
export async function presentWorkspaces(ctx: Context, rows: readonly WorkspaceRow[]): Promise<AnswerOf<typeof Workspace>[]> {
  const named = [...new Set(rows.flatMap((row) => row.macro_ids))]
  const macros = named.length === 0 ? [] : await findMacros(ctx, named)
  const seen = new Map(macros.filter((macro) => isVisible(ctx, macro)).map((macro) => [macro.id, macro]))
  const usage = await usageOf(ctx, [...seen.keys()])
  const presentSelectedMacro = ({ id, title, active, ...restriction }: MacroRow) => ({
    id,
    title,
    active,
    usage_7d: usage.get(id)?.usage_7d ?? 0,
    restriction: presentRestriction(restriction),
  })
  return rows.map((row) => {
    const selected_macros = row.macro_ids.flatMap((id) => seen.get(id) ?? []).map(presentSelectedMacro)
    // jsonb does not keep the order of members
    const side = (name: 'all' | 'any') => row.conditions[name].map(({ field, operator, value }) => ({ field, operator, value }))
    return {
      url: urlOf(ctx.caller.base_url, `workspaces/${row.id}`),
      id: row.id,
      title: row.title,
      description: row.description,
      macro_ids: selected_macros.map((macro) => macro.id),
      macros: selected_macros.map((macro) => macro.id),
      ticket_form_id: row.ticket_form_id,
      apps: row.apps,
      prefer_workspace_app_order: row.prefer_workspace_app_order,
      position: row.position,
      activated: row.activated,
      conditions: { all: side('all'), any: side('any') },
      updated_at: wireTime(row.updated_at),
      created_at: wireTime(row.created_at),
      selected_macros,
    }
  })
}

/** One workspace as {@link presentWorkspaces} presents it. */
export async function presentWorkspace(ctx: Context, row: WorkspaceRow): Promise<AnswerOf<typeof Workspace>> {
  const [workspace] = await presentWorkspaces(ctx, [row])
  return ensureDefined(workspace)
}
