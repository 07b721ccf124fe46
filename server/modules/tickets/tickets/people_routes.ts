import { requirePermission } from '#permissions/permissions.ts'
import { type AnyRoute, answerOk, route } from '#http/route.ts'
import { presentUsers } from '#modules/people/users/present.ts'
import { SomeUsers } from '#modules/people/users/schema.ts'
import { findUsers } from '#modules/people/users/store.ts'
import type { TicketRow } from './row.ts'
import { getTicket } from './store.ts'

/** The people of a ticket, as three lists. @source docs/reference/tickets.md §1.2 */
const LISTS = [
  { name: 'collaborators', of: (row: TicketRow) => [...row.email_cc_ids, ...row.follower_ids] },
  { name: 'followers', of: (row: TicketRow) => row.follower_ids },
  { name: 'email_ccs', of: (row: TicketRow) => row.email_cc_ids },
] as const

export const ticketPeopleRoutes: AnyRoute[] = LISTS.map(({ name, of }) =>
  route({
    method: 'GET',
    path: `/api/v2/tickets/:id/${name}`,
    name: `${name}/index`,
    summary: `List a ticket's ${name.replace('_', ' ')}`,
    scope: 'tickets',
    answer: SomeUsers,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'ticket.list')
      const users = await findUsers(ctx, [...new Set(of(await getTicket(ctx, (params as { id: number }).id)))])
      return answerOk({ users: await presentUsers(ctx, users) })
    },
  }),
)
