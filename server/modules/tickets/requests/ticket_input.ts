/** The ticket input of a request. Pure. @source docs/reference/tickets.md §9.2 */
import type { Details } from '#core/errors.ts'
import { makeBlankProblem, makeInvalidProblem } from '#core/problems.ts'
import { pairsOf } from '../tickets/write/fields.ts'
import type { CommentInput, TicketInput } from '../tickets/schema.ts'
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
const MAX_SUBJECT_LENGTH = 1000
const MAX_BODY_LENGTH = 64 * 1024
const MAX_ASKED_LENGTH = 4 * MAX_BODY_LENGTH

/** The public comment of a request; undefined if it has none, or an empty one. */
export function commentOf({ comment }: RequestInput): CommentInput | undefined {
  if (comment === undefined) return undefined
  const { body, value, html_body, uploads }: Exclude<RequestInput['comment'], string | undefined> =
    typeof comment === 'string' ? { body: comment } : comment
  const text = isBlank(body) ? value : body
  if (isBlank(text) && isBlank(html_body) && isBlank(uploads)) return undefined
  return {
    ...(text === undefined || isBlank(text) ? {} : { body: text }),
    ...(html_body === undefined || isBlank(html_body) ? {} : { html_body }),
    ...(uploads === undefined ? {} : { uploads }),
    public: true,
  }
}

const isBlank = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** The input of the ticket that a request creates. An empty comment beside a description counts as not sent. */
export function ticketInputOf(input: RequestInput): TicketInput {
  const given = Object.fromEntries(TAKEN.filter((name) => input[name] !== undefined).map((name) => [name, input[name]])) as TicketInput
  return { ...given, comment: { body: input.description ?? '', public: true, ...commentOf(input) } }
}

/** The ticket input with only those custom fields that end users may edit, for tickets that others create on their behalf. */
export function withPortalFields({ fields, custom_fields, ...asked }: TicketInput, setup: TicketSetup): TicketInput {
  const pairs = [fields, custom_fields].flatMap(pairsOf)
  const isOpen = (id: number) => setup.fieldsById.get(id)?.editable_in_portal === true
  const kept = [...new Map(pairs)].filter(([id]) => isOpen(id)).map(([id, value]) => ({ id, value }))
  return { ...asked, ...(kept.length === 0 ? {} : { custom_fields: kept }) }
}

/**
 * What is checked of an anonymous request, even if it is suspended: a subject, a comment of a valid length, an existing brand and form, and
 * a limited total size.
 */
export function checkTicketInput(asked: TicketInput, setup: TicketSetup): Details {
  const { subject, comment, brand_id } = asked
  const { body = '', html_body = '' } = typeof comment === 'object' ? comment : {}
  const text = html_body || body || ''
  const base = [
    ...((subject ?? '').trim() === '' ? [makeBlankProblem('Subject')] : []),
    ...((subject ?? '').length > MAX_SUBJECT_LENGTH ? [tooLong('Subject', MAX_SUBJECT_LENGTH)] : []),
    ...(text.trim() === '' ? [makeBlankProblem('Description')] : []),
    ...(text.length > MAX_BODY_LENGTH ? [tooLong('Comment', MAX_BODY_LENGTH)] : []),
    ...(JSON.stringify(asked).length > MAX_ASKED_LENGTH ? [tooLong('Request', MAX_ASKED_LENGTH)] : []),
    ...(typeof brand_id === 'number' && !setup.brand_ids.includes(brand_id) ? [makeInvalidProblem('Brand')] : []),
    ...(checkForm(setup, asked).base ?? []),
  ]
  return base.length === 0 ? {} : { base }
}

const tooLong = (title: string, most: number) => ({
  description: `${title}: is too long (maximum is ${most} characters)`,
  error: 'TooLong',
})

/** The form must be visible to end users. */
export function checkForm(setup: TicketSetup, { ticket_form_id }: Pick<RequestInput, 'ticket_form_id'>): Details {
  const isSeen =
    ticket_form_id === undefined ||
    ticket_form_id === null ||
    setup.forms.some((form) => form.id === ticket_form_id && form.end_user_visible)
  return isSeen ? {} : { base: [makeInvalidProblem('Ticket form')] }
}
