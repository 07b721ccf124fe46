/** What ticket a request asks for. Pure. @source docs/reference/tickets.md §9.2 */
import type { Details } from '../../../errors.ts'
import { pairsOf } from '../tickets/write/fields.ts'
import type { TicketInput } from '../tickets/schema.ts'
import type { TicketSetup } from '../tickets/setup_store.ts'
import type { RequestInput } from './schema.ts'

const TAKEN = [
  'subject',
  'priority',
  'type',
  'due_at',
  'custom_fields',
  'fields',
  'ticket_form_id',
  'organization_id',
  'brand_id',
  'recipient',
] as const
const LONGEST_SUBJECT = 1000
const LONGEST_BODY = 64 * 1024
const LONGEST_ASKED = 4 * LONGEST_BODY

/** The public comment a request brings; undefined when it brings none. */
export function commentOf({ comment }: RequestInput): TicketInput['comment'] | undefined {
  if (comment === undefined) return undefined
  const { body, value, html_body, uploads }: Exclude<RequestInput['comment'], string | undefined> =
    typeof comment === 'string' ? { body: comment } : comment
  const text = body ?? value
  return {
    ...(text === undefined ? {} : { body: text }),
    ...(html_body === undefined ? {} : { html_body }),
    ...(uploads === undefined ? {} : { uploads }),
    public: true,
  }
}

/** The ticket. */
export function ticketInputOf(input: RequestInput): TicketInput {
  const given = Object.fromEntries(TAKEN.filter((name) => input[name] !== undefined).map((name) => [name, input[name]])) as TicketInput
  const comment = commentOf(input) ?? { body: input.description ?? '', public: true }
  return { ...given, comment }
}

/** The ticket with those of its custom fields that end users may fill in, for when somebody else makes it in their stead. */
export function withPortalFields({ fields, custom_fields, ...asked }: TicketInput, setup: TicketSetup): TicketInput {
  const pairs = [fields, custom_fields].flatMap(pairsOf)
  const isOpen = (id: number) => setup.fieldsById.get(id)?.editable_in_portal === true
  const kept = [...new Map(pairs)].filter(([id]) => isOpen(id)).map(([id, value]) => ({ id, value }))
  return { ...asked, ...(kept.length === 0 ? {} : { custom_fields: kept }) }
}

/**
 * What must be right even where nobody looks at it yet: a subject, a text of a length that a comment may have, a brand and a form there are,
 * and no more of all the rest than anybody means.
 */
export function checkTicketInput(asked: TicketInput, setup: TicketSetup): Details {
  const { subject, comment, brand_id } = asked
  const { body = '', html_body = '' } = typeof comment === 'object' ? comment : {}
  const text = html_body || body || ''
  const base = [
    ...((subject ?? '').trim() === '' ? [{ description: 'Subject: cannot be blank', error: 'BlankValue' }] : []),
    ...((subject ?? '').length > LONGEST_SUBJECT ? [tooLong('Subject', LONGEST_SUBJECT)] : []),
    ...(text.trim() === '' ? [{ description: 'Description: cannot be blank', error: 'BlankValue' }] : []),
    ...(text.length > LONGEST_BODY ? [tooLong('Comment', LONGEST_BODY)] : []),
    ...(JSON.stringify(asked).length > LONGEST_ASKED ? [tooLong('Request', LONGEST_ASKED)] : []),
    ...(typeof brand_id === 'number' && !setup.brand_ids.includes(brand_id)
      ? [{ description: 'Brand: is invalid', error: 'InvalidValue' }]
      : []),
    ...(checkForm(setup, asked).base ?? []),
  ]
  return base.length === 0 ? {} : { base }
}

const tooLong = (title: string, most: number) => ({
  description: `${title}: is too long (maximum is ${most} characters)`,
  error: 'TooLong',
})

/** The form must be one that end users see. */
export function checkForm(setup: TicketSetup, { ticket_form_id }: Pick<RequestInput, 'ticket_form_id'>): Details {
  const isSeen =
    ticket_form_id === undefined ||
    ticket_form_id === null ||
    setup.forms.some((form) => form.id === ticket_form_id && form.end_user_visible)
  return isSeen ? {} : { base: [{ description: 'Ticket form: is invalid', error: 'InvalidValue' }] }
}
