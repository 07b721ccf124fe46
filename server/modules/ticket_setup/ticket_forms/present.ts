import { isStaff } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { wireTime, wireTimeOrNull } from '#lib/clock.ts'
import { dynamicTexts } from '#modules/account/dynamic_content/expand.ts'
import type { TicketForm } from './schema.ts'
import type { TicketFormRow } from './store.ts'

type Shown = AnswerOf<typeof TicketForm>

/** A ticket form as JSON, in the caller's language. @source docs/reference/fields_and_forms.md §5 */
export async function presentTicketForm(ctx: Context, row: TicketFormRow): Promise<Shown> {
  return presentRow(ctx, row, await dynamicTexts(ctx))
}

/** Ticket forms as JSON, in the caller's language. */
export async function presentTicketForms(ctx: Context, rows: readonly TicketFormRow[]): Promise<Shown[]> {
  const text = await dynamicTexts(ctx)
  return rows.map((row) => presentRow(ctx, row, text))
}

/** Members in the recorded order. */
function presentRow(ctx: Context, row: TicketFormRow, text: (raw: string) => string): Shown {
  return {
    url: urlOf(ctx.caller.base_url, `ticket_forms/${row.id}`),
    id: row.id,
    name: text(row.name),
    raw_name: row.name,
    display_name: text(row.display_name),
    raw_display_name: row.display_name,
    end_user_visible: row.end_user_visible,
    position: row.position,
    ticket_field_ids: row.ticket_field_ids,
    active: row.active,
    default: row.default,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    in_all_brands: row.in_all_brands,
    restricted_brand_ids: row.restricted_brand_ids,
    end_user_conditions: row.end_user_conditions,
    // only staff see the conditions for agents
    agent_conditions: isStaff(ctx) ? row.agent_conditions : [],
    deleted_at: wireTimeOrNull(row.deleted_at),
  }
}
