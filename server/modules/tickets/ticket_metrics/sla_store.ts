/** Statements on the targets of tickets: reading them, and recording that they were passed. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { accountsWith } from '#db/clocks.ts'
import { toJson } from '#db/types.ts'
import type { Timestamp } from '#lib/clock.ts'
import type { MetricEvent } from './metric_event.ts'
import type { TicketSla } from './targets.ts'

interface MeasuredTicket {
  readonly id: number
  readonly sla: TicketSla
}

const byIds = defineStatement<MeasuredTicket>(
  'select id, sla from tickets where account_id = $1 and id = any($2::bigint[]) and sla is not null',
)

/** The targets of these tickets by ticket id; tickets without any are left out. The caller's access is already checked. */
export async function findSlas(ctx: Context, ticketIds: readonly number[]): Promise<Map<number, TicketSla>> {
  const rows = ticketIds.length === 0 ? [] : await ctx.db.all(byIds(ctx.account.id, ticketIds))
  return new Map(rows.map((row) => [row.id, row.sla]))
}

/** Of the given accounts, those with tickets whose target has been passed. */
export const accountsWithBreaches = accountsWith('tickets d', 'd.sla_breach_due_at <= c.now and d.deleted_at is null')

const find =
  defineStatement<MeasuredTicket>(`select id, sla from tickets where account_id = $1 and sla_breach_due_at <= $2 and deleted_at is null
  order by sla_breach_due_at, id limit $3 for update`)

/** Up to `most` tickets with a target that was passed by `now` and whose breach is not recorded; locks them. */
export function lockBreached(tx: Context, most: number): Promise<MeasuredTicket[]> {
  return tx.db.all(find(tx.account.id, tx.now, most))
}

/** A ticket whose breaches are to be recorded. */
export interface Breached extends MeasuredTicket {
  readonly due_at: Timestamp | null
  readonly events: readonly MetricEvent[]
}

// the lock version makes a write that has read the ticket before begin again, so that it does not undo this
const record = defineStatement<unknown>(`with breached as (
    select * from jsonb_to_recordset($2::jsonb) as b (id bigint, event_id bigint, sla jsonb, due_at timestamptz, events jsonb)),
  noted as (
    update tickets t set sla = b.sla, sla_breach_due_at = b.due_at, generated_at = $3, lock_version = t.lock_version + 1 from breached b
    where t.account_id = $1 and t.id = b.id)
  insert into ticket_metric_events (account_id, id, ticket_id, time, events)
  select $1, b.event_id, b.id, $3, b.events from breached b where jsonb_array_length(b.events) > 0`)

/** Records breaches: in the targets of the tickets, which exports have as changed, and as events of their metrics. One statement. */
export async function recordBreaches(tx: Context, tickets: readonly Breached[]): Promise<void> {
  const ids = await tx.services.ids.take(tx.services.database, tickets.length)
  const rows = tickets.map((ticket, index) => ({ ...ticket, event_id: ids[index] }))
  await tx.db.run(record(tx.account.id, toJson(rows), tx.now))
}
