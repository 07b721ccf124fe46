/** Statements of the recount of business time: which tickets are next, what is known of their past, and what was counted. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { accountsWith } from '#db/clocks.ts'
import { toJson } from '#db/types.ts'
import type { CountedTicket, EventsOfWrite, Recounted, StatusMove } from './recount.ts'

/** Of the given accounts, those that have tickets to count again. */
export const accountsToRecount = accountsWith('ticket_counters d', 'd.recounted_id is not null')

const selectPosition = defineStatement<{ recounted_id: number | null }>('select recounted_id from ticket_counters where account_id = $1')
const move = defineStatement<unknown>('update ticket_counters set recounted_id = $3 where account_id = $1 and recounted_id = $2')

/** The last ticket that was counted again; null when all have been. */
export async function recountPosition(ctx: Context): Promise<number | null> {
  return (await ctx.db.first(selectPosition(ctx.account.id)))?.recounted_id ?? null
}

/** Moves the position, unless another process has. */
export async function moveRecount(tx: Context, from: number, to: number | null): Promise<void> {
  await tx.db.run(move(tx.account.id, from, to))
}

const lockNextTickets = defineStatement<
  CountedTicket & { readonly is_counted: boolean }
>(`select id, created_at, first_replied_at, first_solved_at, solved_at,
    metric_clocks, sla, business_seconds is not null as is_counted
  from tickets where account_id = $1 and id > $2 order by id limit $3 for update`)

/** The next tickets by id, those that are counted already among them; locks them. */
export function lockNext(tx: Context, after: number, most: number): Promise<(CountedTicket & { readonly is_counted: boolean })[]> {
  return tx.db.all(lockNextTickets(tx.account.id, after, most))
}

const selectEvents = defineStatement<EventsOfWrite & { readonly ticket_id: number }>(
  `select id, ticket_id, time, events from ticket_metric_events where account_id = $1 and ticket_id = any($2::bigint[]) order by ticket_id, id`,
)
const selectMoves = defineStatement<
  StatusMove & { readonly ticket_id: number }
>(`select a.ticket_id, a.created_at as at, e.event ->> 'value' as status
  from ticket_audits a cross join lateral jsonb_array_elements(a.events) with ordinality as e (event, place)
  where a.account_id = $1 and a.ticket_id = any($2::bigint[]) and e.event ->> 'field_name' = 'status' order by a.ticket_id, a.id, e.place`)

/** The events of these tickets, by ticket and in their order. */
export function eventsOf(tx: Context, ids: readonly number[]): Promise<(EventsOfWrite & { readonly ticket_id: number })[]> {
  return tx.db.all(selectEvents(tx.account.id, ids))
}

/** The statuses that these tickets got, by ticket and in their order. */
export function statusMovesOf(tx: Context, ids: readonly number[]): Promise<(StatusMove & { readonly ticket_id: number })[]> {
  return tx.db.all(selectMoves(tx.account.id, ids))
}

// the lock version makes a write that has read the ticket before begin again, so that it does not undo this
const store = defineStatement<unknown>(`with counted as (
    select * from jsonb_to_recordset($2::jsonb) as c (id bigint, business_seconds jsonb, metric_clocks jsonb, sla jsonb, is_shown boolean)),
  rewritten as (
    update ticket_metric_events m set events = w.events from jsonb_to_recordset($3::jsonb) as w (id bigint, time timestamptz, events jsonb)
    where m.account_id = $1 and m.time = w.time and m.id = w.id)
  update tickets t set business_seconds = c.business_seconds, metric_clocks = c.metric_clocks, sla = c.sla,
    generated_at = case when c.is_shown then $4 else t.generated_at end, lock_version = t.lock_version + 1
  from counted c where t.account_id = $1 and t.id = c.id`)

/** Stores what was counted, in one statement. Exports have tickets as changed of which other numbers are shown now (`is_shown`). */
export async function storeRecount(
  tx: Context,
  tickets: readonly (Recounted & { readonly id: number; readonly is_shown: boolean })[],
): Promise<void> {
  const counted = tickets.map(({ writes: _writes, ...ticket }) => ticket)
  const writes = tickets.flatMap((ticket) => ticket.writes)
  await tx.db.run(store(tx.account.id, toJson(counted), toJson(writes), tx.now))
}
