/** Loads what decides in which queue tickets wait: the queues once, and for all tickets together what their conditions read. */
import { accountZone } from '#accounts/zone.ts'
import type { Context } from '#core/context.ts'
import type { RuleContext } from '#rules/facts.ts'
import { readRelatedFactsOfMany } from '#modules/tickets/tickets/related_store.ts'
import { ticketGroups } from '#modules/tickets/tickets/setup_store.ts'
import { ticketSkills } from '#modules/tickets/tickets/skill_store.ts'
import { findRoutedTickets, findWaitingTickets } from './assignment_store.ts'
import {
  inOrder,
  isWaiting,
  needsOfQueues,
  type PlacedTicket,
  placeTicket,
  queueContext,
  queueOf,
  type QueueRule,
  queueRules,
} from './routed.ts'
import type { RoutedTicket } from './routed.ts'
import { listQueues } from './store.ts'

/** Tickets that are read with one statement. */
const AT_ONCE = 500

/** The queues of the account, ready to be compared with tickets, with what their conditions need. */
export interface LoadedQueues {
  readonly rules: readonly QueueRule[]
  readonly needs: ReadonlySet<string>
}

/** Loads the queues of the account. */
export async function loadQueues(ctx: Context): Promise<LoadedQueues> {
  const live = new Set((await ticketGroups(ctx)).map(({ id }) => id))
  const { catalogue } = await ticketSkills(ctx)
  const rules = queueRules(await listQueues(ctx), catalogue, (id) => live.has(id))
  return { rules, needs: needsOfQueues(rules) }
}

/** Reads tickets with `find` and what conditions know of each. */
export async function withContexts(
  ctx: Context,
  { needs }: LoadedQueues,
  find: (wantsUpdate: boolean) => Promise<readonly RoutedTicket[]>,
): Promise<{ readonly ticket: RoutedTicket; readonly context: RuleContext }[]> {
  const tickets = await find(needs.has('update'))
  const moment = ctx.now.toISOString()
  const time = { now: ctx.now, time_zone: accountZone(ctx) }
  const related = await readRelatedFactsOfMany(
    ctx,
    tickets.map((ticket) => ({ ...ticket, sla: null, moment })),
    needs,
  )
  return tickets.map((ticket, index) => ({ ticket, context: queueContext(ticket, related[index] ?? {}, time) }))
}

async function placedTickets(
  ctx: Context,
  queues: LoadedQueues,
  find: (wantsUpdate: boolean) => Promise<readonly RoutedTicket[]>,
): Promise<{ readonly waiting: PlacedTicket[]; readonly last: number; readonly count: number }> {
  const found = await withContexts(ctx, queues, find)
  const waiting = found.flatMap(({ ticket, context }) => {
    const rule = queueOf(queues.rules, ticket, context)
    return isWaiting(ticket, rule) ? [placeTicket(ticket, rule)] : []
  })
  return { waiting, last: found.at(-1)?.ticket.id ?? 0, count: found.length }
}

/** All tickets that wait, in the order in which they are given to agents. */
export async function listWaitingTickets(ctx: Context, queues: LoadedQueues): Promise<PlacedTicket[]> {
  const all: PlacedTicket[] = []
  for (let after: number | null = 0; after !== null;) {
    const from: number = after
    const part = await placedTickets(ctx, queues, (wantsUpdate) => findWaitingTickets(ctx, from, AT_ONCE, wantsUpdate))
    all.push(...part.waiting)
    after = part.count < AT_ONCE ? null : part.last
  }
  return inOrder(all)
}

/** Those of these tickets that wait now, in the order in which they are given to agents. */
export async function stillWaiting(ctx: Context, queues: LoadedQueues, ids: readonly number[]): Promise<PlacedTicket[]> {
  const { waiting } = await placedTickets(ctx, queues, (wantsUpdate) => findRoutedTickets(ctx, ids, wantsUpdate))
  return inOrder(waiting)
}
