// A user as agents read them, with their newest tickets.

import { queryOptions } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import type { Ticket } from './rule_types.ts'
import type { CustomStatus } from './tickets.ts'
import type { Profile } from './types.ts'

/** One user. */
export const profileQuery = (id: number) =>
  queryOptions({
    queryKey: ['users', id, 'profile'],
    queryFn: async ({ signal }) => (await request<{ user: Profile }>(endpoints.user(id), { signal })).user,
  })

const NEWEST = new URLSearchParams({ per_page: '20', include: 'custom_statuses', sort_by: 'created_at', sort_order: 'desc' })

/** The newest tickets that a user requested, with their statuses. */
export const requestedTicketsQuery = (id: number) =>
  queryOptions({
    queryKey: ['users', id, 'tickets'],
    queryFn: ({ signal }) =>
      request<{ tickets: Ticket[]; custom_statuses: CustomStatus[] }>(`${endpoints.requested_tickets(id)}?${NEWEST}`, { signal }),
  })
