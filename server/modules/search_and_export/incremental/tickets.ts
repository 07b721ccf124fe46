/**
 * The export of tickets: deleted ones have the status `deleted`, `generated_timestamp` is last.
 * @source docs/reference/conventions.md §4
 */
import { readInclude } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { allOf } from '#lib/all_of.ts'
import type { ListedTicket } from '#modules/tickets/tickets/list.ts'
import { presentTicket } from '#modules/tickets/tickets/present.ts'
import { ticketSetup } from '#modules/tickets/tickets/setup_store.ts'
import { ticketExtras, ticketSiblings } from '#modules/tickets/tickets/sideload.ts'
import type { Kind } from './kind.ts'
import { type ExportedTicket, ExportedTickets } from './schema.ts'
import { findTicketsAfter } from './store.ts'

/** Lists that an export cannot sideload. */
const NOT_HERE = new Set(['last_audits'])

export const ticketExport: Kind<ListedTicket, AnswerOf<typeof ExportedTicket>> = {
  key: 'tickets',
  lists: ExportedTickets,
  find: findTicketsAfter,
  async present(ctx, rows, include) {
    const names = include === undefined ? undefined : [...readInclude(include)].filter((name) => !NOT_HERE.has(name)).join(',')
    const [setup, extras, siblings] = await allOf(
      () => ticketSetup(ctx),
      () => ticketExtras(ctx, names, rows),
      () => ticketSiblings(ctx, names, rows),
    )
    const records = rows.map((row) => {
      const { generated_timestamp, ...ticket } = presentTicket(ctx, row, setup)
      return { ...ticket, generated_timestamp, ...extras(row) }
    })
    return { records, siblings }
  },
}
