// A user as agents read them, with their newest tickets.

import { queryOptions } from '@tanstack/react-query'
import { query } from '#contract/client.ts'
import type { Answer } from '#contract/operation.ts'

/** A user, as agents read their profile. */
export type Profile = Answer<'GET /api/v2/users/:id'>['user']

/** One user. */
export const profileQuery = (id: number) =>
  queryOptions({ ...query('GET /api/v2/users/:id', { params: { id } }), select: ({ user }) => user })

const NEWEST = { per_page: 20, include: 'custom_statuses', sort_by: 'created_at', sort_order: 'desc' }

/** The newest tickets that a user requested, with their statuses. */
export const requestedTicketsQuery = (id: number) => query('GET /api/v2/users/:id/tickets/requested', { params: { id }, query: NEWEST })
