import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { epochSeconds, wireTime, wireTimeOrNull } from '#lib/clock.ts'
import { ticketFieldValue } from '#modules/custom_data/custom_fields/types.ts'
import type { ListedTicket } from './list.ts'
import type { TicketSetup } from './setup_store.ts'
import { isMessaging } from './via.ts'
import type { Ticket } from './schema.ts'

/** A ticket as JSON, members in the recorded order. @source docs/reference/tickets.md §1.1 */
export function presentTicket(ctx: Context, row: ListedTicket, setup: TicketSetup): AnswerOf<typeof Ticket> {
  const values: { id: number; value: ReturnType<typeof ticketFieldValue> }[] = []
  for (const field of setup.fields) if (!field.system) values.push({ id: field.id, value: ticketFieldValue(row.custom_fields[field.id]) })
  const { email_cc_ids, follower_ids } = row
  return {
    url: `${ctx.caller.base_url}/api/v2/tickets/${row.id}.json`,
    id: row.id,
    external_id: row.external_id,
    via: row.via,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    generated_timestamp: epochSeconds(row.generated_at),
    type: row.type,
    subject: row.subject,
    raw_subject: row.subject,
    description: row.description,
    priority: row.priority,
    status: row.deleted_at === null ? row.status : 'deleted',
    recipient: row.recipient,
    requester_id: row.requester_id,
    submitter_id: row.submitter_id,
    assignee_id: row.assignee_id,
    organization_id: row.organization_id,
    group_id: row.group_id,
    collaborator_ids: email_cc_ids.length + follower_ids.length === 0 ? [] : [...new Set([...email_cc_ids, ...follower_ids])],
    follower_ids,
    email_cc_ids,
    forum_topic_id: null,
    problem_id: row.problem_id,
    has_incidents: row.type === 'problem' && row.has_incidents,
    is_public: row.is_public,
    due_at: wireTimeOrNull(row.due_at),
    tags: row.tags,
    custom_fields: values,
    satisfaction_rating: row.satisfaction_rating,
    sharing_agreement_ids: row.sharing_agreement_ids,
    custom_status_id: row.custom_status_id,
    fields: values,
    followup_ids: row.followup_ids,
    ticket_form_id: row.ticket_form_id,
    brand_id: row.brand_id,
    allow_channelback: false,
    allow_attachments: true,
    from_messaging_channel: isMessaging(row.via.channel),
    encoded_id: encodeId(ctx.account.id, row.id),
    satisfaction_probability: null,
    support_type: 'agent',
  }
}

const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * A ticket's id as mails contain it, such as `NZ5KLD-7GQ7`: account and number, mixed so that consecutive ones look different.
 * @source docs/reference/tickets.md §1.1
 */
export function encodeId(accountId: number, id: number): string {
  const mixed = [Math.imul(id ^ Math.imul(accountId, 0x9e3779b1), 0x85ebca6b), Math.imul(id + accountId, 0xc2b2ae35)]
  const [first = '', second = ''] = mixed.map((half) => [27, 22, 17, 12, 7].map((shift) => ALPHABET[(half >>> shift) & 31]).join(''))
  return `${first}${second.slice(0, 1)}-${second.slice(1)}`
}
