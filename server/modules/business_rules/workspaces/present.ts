import type { Context } from '../../../context.ts'
import { urlOf } from '../../../http/envelope.ts'
import type { AnswerOf } from '../../../http/route.ts'
import { wireTime } from '../../../lib/clock.ts'
import type { Workspace } from './schema.ts'
import type { WorkspaceRow } from './store.ts'

/** A workspace as JSON. There are no macros yet, so it has none. @source docs/reference/other.md §6 */
export function presentWorkspace(ctx: Context, row: WorkspaceRow): AnswerOf<typeof Workspace> {
  // jsonb does not keep the order of members
  const side = (name: 'all' | 'any') => row.conditions[name].map(({ field, operator, value }) => ({ field, operator, value }))
  return {
    url: urlOf(ctx.caller.base_url, `workspaces/${row.id}`),
    id: row.id,
    title: row.title,
    description: row.description,
    macro_ids: [],
    macros: [],
    ticket_form_id: row.ticket_form_id,
    apps: row.apps,
    prefer_workspace_app_order: row.prefer_workspace_app_order,
    position: row.position,
    activated: row.activated,
    conditions: { all: side('all'), any: side('any') },
    updated_at: wireTime(row.updated_at),
    created_at: wireTime(row.created_at),
    selected_macros: [],
  }
}
