import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type WholeTicket } from './queries.ts'
import { ticketFieldsQuery } from '#features/ticket_fields/public.ts'
import type { NamedRecord } from '#features/named_records/public.ts'
import { paths } from '#lib/paths.ts'
import { memberWords } from '#features/business_rules/public_words.ts'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { StatusTag, type Tone } from '#kit/StatusTag.tsx'
import { Facts, TextAnchor } from '#kit/text.tsx'
import { describeChoice, describeStatus } from './status_words.ts'

const TextLink = createLink(TextAnchor)

/** The properties of a ticket; custom fields without a value are left out. */
export function TicketFacts({ found }: { found: WholeTicket }) {
  const { ticket, users = [], groups = [], organizations = [], brands = [], ticket_forms = [], custom_statuses = [] } = found
  const { data: fields } = useQuery(ticketFieldsQuery)
  const words = memberWords({ definitions: undefined, ...(fields === undefined ? {} : { fields }) })
  const findPersonName = nameIn(users, 'User')
  const facts: readonly (readonly [title: string, value: ReactNode])[] = [
    [
      'Status',
      <StatusTag key="status" tone={toneOf(ticket.status)}>
        {describeStatus(ticket, custom_statuses)}
      </StatusTag>,
    ],
    ['Requester', findPersonName(ticket.requester_id)],
    ...omitNull('Organization', nameIn(organizations, 'Organization')(ticket.organization_id)),
    ['Assignee', findPersonName(ticket.assignee_id) ?? '–'],
    ['Group', nameIn(groups, 'Group')(ticket.group_id) ?? '–'],
    ['Priority', describeChoice(ticket.priority)],
    ['Type', describeChoice(ticket.type)],
    ['Tags', ticket.tags.length === 0 ? '–' : ticket.tags.join(', ')],
    ...omitNull('Problem', ticket.problem_id === null ? null : <TicketNumber id={ticket.problem_id} />),
    ...omitNull('Due', ticket.due_at === null ? null : <RelativeTime at={ticket.due_at} />),
    ...omitNull('In copy', joinNames(ticket.email_cc_ids, findPersonName)),
    ...omitNull('Followers', joinNames(ticket.follower_ids, findPersonName)),
    ...omitNull('Brand', nameIn(brands, 'Brand')(ticket.brand_id)),
    ...omitNull('Form', nameIn(ticket_forms, 'Form')(ticket.ticket_form_id)),
    ...ticket.custom_fields.flatMap(({ id, value }) =>
      value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)
        ? []
        : [[words.title(String(id)), words.value(String(id), value)] as const],
    ),
    ['Created', <RelativeTime key="created" at={ticket.created_at} />],
    ['Updated', <RelativeTime key="updated" at={ticket.updated_at} />],
  ]
  return (
    <section aria-label="Properties">
      <Facts>
        {facts.map(([title, value], index) => (
          // two custom fields may have the same title
          <Fact key={index} title={title} value={value} />
        ))}
      </Facts>
    </section>
  )
}

function Fact({ title, value }: { title: string; value: ReactNode }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </>
  )
}

function TicketNumber({ id }: { id: number }) {
  return (
    <TextLink to={paths.ticket} params={{ id: String(id) }}>
      #{id}
    </TextLink>
  )
}

const toneOf = (status: string): Tone => (status === 'new' || status === 'open' ? 'warning' : status === 'pending' ? 'note' : 'off')

const omitNull = (title: string, value: ReactNode) => (value === null ? [] : [[title, value] as const])

/** The name of a record; the kind and the id of one that the caller may not see, and null for none. */
function nameIn(records: readonly NamedRecord[], kind: string): (id: number | null) => string | null {
  return (id) => (id === null ? null : (records.find((record) => record.id === id)?.name ?? `${kind} ${id}`))
}

const joinNames = (ids: readonly number[], person: (id: number) => string | null) => (ids.length === 0 ? null : ids.map(person).join(', '))
