/** Fields beside forms. */
import type { Context } from '#core/context.ts'
import { readInclude } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import type { TicketField } from '../ticket_fields/schema.ts'
import { portalOnly, presentTicketFields } from '../ticket_fields/show.ts'
import { allTicketFields } from '../ticket_fields/store.ts'
import type { TicketFormRow } from './store.ts'

/** The fields of the forms, each once and by position, if `include` requests them. @source docs/reference/conventions.md §5 */
export async function fieldsOfForms(
  ctx: Context,
  forms: readonly TicketFormRow[],
  include: string | undefined,
): Promise<{ ticket_fields?: AnswerOf<typeof TicketField>[] }> {
  if (!readInclude(include).has('ticket_fields')) return {}
  const ids = new Set(forms.flatMap((form) => form.ticket_field_ids))
  const rows = (await allTicketFields(ctx, portalOnly(ctx))).filter((row) => ids.has(row.id))
  return { ticket_fields: await presentTicketFields(ctx, rows) }
}
