/** Ticket fields as they are shown to the caller. */
import { isStaff } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { isNotDeleted, statusCategories } from '../custom_statuses/store.ts'
import { dynamicTexts } from '#modules/account/dynamic_content/expand.ts'
import { presentTicketField, type PresentOptions } from './present.ts'
import type { TicketFieldRow } from './store.ts'

/** Which fields the caller sees: end users only those of the portal. */
export const portalOnly = (ctx: Context) => ({ portal: !isStaff(ctx) })

/** What presenting fields needs besides their rows. */
export async function loadPresentOptions(ctx: Context, rows: readonly TicketFieldRow[], creator = false): Promise<PresentOptions> {
  const statuses = rows.some((row) => row.type === 'custom_status') ? (await statusCategories(ctx)).filter(isNotDeleted) : []
  return { statuses, creator, text: await dynamicTexts(ctx) }
}

/** Fields as JSON, in the caller's language. @source docs/reference/fields_and_forms.md §1 */
export async function presentTicketFields(ctx: Context, rows: readonly TicketFieldRow[], creator?: boolean) {
  const how = await loadPresentOptions(ctx, rows, creator)
  return rows.map((row) => presentTicketField(ctx, row, how))
}
