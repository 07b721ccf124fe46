import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { epochSeconds, wireTime, wireTimeOrNull } from '#lib/clock.ts'
import { fromKeys, keysOf } from '#lib/objects.ts'
import { ticketFieldValue } from '#modules/custom_data/custom_fields/types.ts'
import { pluck } from './define_members.ts'
import type { ListedTicket } from './list.ts'
import { isMoment, type TicketState } from './row.ts'
import type { TicketSetup } from './setup_store.ts'
import { isMessaging } from './via.ts'
import type { Ticket } from './schema.ts'
import { TICKET_MEMBERS } from './ticket_members.ts'

type Shown = AnswerOf<typeof Ticket>

const extensions = pluck(TICKET_MEMBERS, 'extension')
type Extension = keyof typeof extensions
const EXTENSIONS: readonly (keyof ListedTicket & keyof TicketState)[] = keysOf(extensions)

/** Adds the members that the public API lacks, as they are stored; moments in whole seconds. */
function withExtensions(ticket: Omit<Shown, Extension>, row: ListedTicket): Shown {
  const whole: object = { ...ticket, ...fromKeys(EXTENSIONS, (name) => (isMoment(name) ? wireTimeOrNull(row[name]) : row[name])) }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromKeys has one type for all values
  return whole as Shown
}

/**
 * A ticket as JSON, members in the recorded order, those of our own behind them. Straight code, since a list presents a hundred: a loop over the
 * table makes presenting and writing a ticket take half as long again. The compiler names a member that is missing.
 * @source docs/reference/tickets.md §1.1
 */
export function presentTicket(ctx: Context, row: ListedTicket, setup: TicketSetup): Shown {
  const values: { id: number; value: ReturnType<typeof ticketFieldValue> }[] = []
  for (const field of setup.fields) if (!field.system) values.push({ id: field.id, value: ticketFieldValue(row.custom_fields[field.id]) })
  const { email_cc_ids, follower_ids } = row
  const ticket: Omit<Shown, Extension> = {
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
  return withExtensions(ticket, row)
}

const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const letter = (half: number, shift: number) => ALPHABET.charAt((half >>> shift) & 31)

/**
 * A ticket's id as mails contain it, such as `NZ5KLD-7GQ7`: account and number, mixed so that consecutive ones look different.
 * @source docs/reference/tickets.md §1.1
 */
export function encodeId(accountId: number, id: number): string {
  const first = Math.imul(id ^ Math.imul(accountId, 0x9e3779b1), 0x85ebca6b)
  const second = Math.imul(id + accountId, 0xc2b2ae35)
  const head = letter(first, 27) + letter(first, 22) + letter(first, 17) + letter(first, 12) + letter(first, 7) + letter(second, 27)
  return `${head}-${letter(second, 22)}${letter(second, 17)}${letter(second, 12)}${letter(second, 7)}`
}
