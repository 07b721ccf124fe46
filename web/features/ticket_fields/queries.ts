import { queryOptions } from '@tanstack/react-query'
import { query } from '#contract/client.ts'
import type { Row } from '#contract/operation.ts'
import { queryAll } from '#contract/queries.ts'

export type TicketField = Row<'GET /api/v2/ticket_fields', 'ticket_fields'>
/** A custom field of tickets, as far as its values have names. */
export type FieldOptions = Pick<TicketField, 'id' | 'custom_field_options'>

const FRESH_MS = 60_000

/** The ticket fields of the account. */
export const ticketFieldsQuery = queryOptions({ ...queryAll('GET /api/v2/ticket_fields', 'ticket_fields'), staleTime: FRESH_MS })

/** What can be chosen in these custom fields of tickets. Nothing is asked for without ids. */
export const fieldOptionsQuery = (ids: readonly number[]) =>
  queryOptions({
    ...query('GET /api/v2/ticket_fields/show_many', { query: { ids: ids.join() } }),
    select: ({ ticket_fields }) => ticket_fields,
    enabled: ids.length > 0,
    staleTime: FRESH_MS,
  })
