import { queryOptions } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import type { TicketField } from './rule_types.ts'

/** A custom field of tickets, as far as its values have names. */
export type FieldOptions = Pick<TicketField, 'id' | 'custom_field_options'>

const FRESH_MS = 60_000

/** What can be chosen in these custom fields of tickets. Nothing is asked for without ids. */
export const fieldOptionsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['ticket_fields', 'options', ids],
    enabled: ids.length > 0,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ ids: ids.join() })
      return (await request<{ ticket_fields: FieldOptions[] }>(`${endpoints.ticket_fields_by_id}?${query}`, { signal })).ticket_fields
    },
    staleTime: FRESH_MS,
  })
