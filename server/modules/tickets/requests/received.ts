/** The response to an anonymous request: only what was sent. @source docs/reference/tickets.md §9.3 */
import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { contentOf } from '../ticket_comments/content.ts'
import type { TicketInput } from '../tickets/schema.ts'
import { defaultStatusId, type TicketSetup } from '../tickets/setup_store.ts'
import type { RequestRow } from './list.ts'
import { presentRequest } from './present.ts'
import type { Request } from './schema.ts'
import { memberOf } from '#lib/error_words.ts'

/** The values of custom fields as they were sent, by the ids of the fields. */
function sentValues({ custom_fields }: TicketInput): RequestRow['custom_fields'] {
  const sent: unknown[] = Array.isArray(custom_fields) ? custom_fields : []
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- values are shown as they were sent, also those that no field takes
  return Object.fromEntries(sent.map((one) => [memberOf(one, 'id'), memberOf(one, 'value')])) as RequestRow['custom_fields']
}

/**
 * A request as it was sent, with its id. The response is the same if it became a ticket or was suspended, and if the address belongs to no
 * one, an end user, an agent or a suspended user. `input` holds the fields that end users may edit.
 */
export function presentAnonymousRequest(ctx: Context, id: number, input: TicketInput, setup: TicketSetup): AnswerOf<typeof Request> {
  const sent: Exclude<TicketInput['comment'], string | undefined> = typeof input.comment === 'object' ? input.comment : {}
  const content = contentOf(sent, { text: sent.body ?? '', html: sent.html_body ?? '' })
  const now = ctx.now.toISOString()
  const row: RequestRow = {
    id,
    status: 'new',
    priority: input.priority ?? null,
    type: input.type ?? null,
    subject: input.subject ?? null,
    description: content?.plain_body ?? '',
    organization_id: null,
    via: ctx.via,
    custom_fields: sentValues(input),
    requester_id: -1,
    email_cc_ids: [],
    is_public: true,
    due_at: input.due_at ?? null,
    created_at: now,
    updated_at: now,
    recipient: input.recipient ?? null,
    assignee_id: null,
    group_id: null,
    ticket_form_id: input.ticket_form_id ?? setup.default_form_id,
    custom_status_id: defaultStatusId(setup, 'new'),
  }
  return { ...presentRequest(ctx, row, setup), requester_id: null }
}
