import { FRESH_STATUSES } from '#accounts/fresh.ts'
import type { AnswerOf } from '#http/route.ts'
import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import { wireTime } from '#lib/clock.ts'
import type { CustomStatusRow } from './store.ts'
import type { CustomStatus } from './schema.ts'

type Label = 'agent_label' | 'end_user_label'

/**
 * Unchanged labels of the built-in statuses are shown as placeholders of the system: `{{zd.status_open}}`.
 * @source docs/reference/tickets.md §3.4
 */
function rawLabel(row: CustomStatusRow, member: Label): string {
  const fresh = FRESH_STATUSES.find((status) => status.key === row.key)
  if (fresh === undefined || fresh[member] !== row[member]) return row[member]
  const named = FRESH_STATUSES.find((status) => status.agent_label === row[member])
  return `{{zd.status_${(named ?? fresh).key}}}`
}

/** A custom status as JSON. @source docs/reference/tickets.md §3.4 */
export function presentStatus(ctx: Context, row: CustomStatusRow): AnswerOf<typeof CustomStatus> {
  return {
    url: urlOf(ctx.caller.base_url, `custom_statuses/${row.id}`),
    id: row.id,
    status_category: row.status_category,
    agent_label: row.agent_label,
    raw_agent_label: rawLabel(row, 'agent_label'),
    end_user_label: row.end_user_label,
    raw_end_user_label: rawLabel(row, 'end_user_label'),
    description: row.description,
    raw_description: row.description,
    end_user_description: row.end_user_description,
    raw_end_user_description: row.end_user_description,
    active: row.active,
    default: row.default,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
  }
}
