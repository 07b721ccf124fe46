/** The statement that counts the outbox of all instances. */
import { defineStatement } from '#db/builder.ts'
import type { Db } from '#db/db.ts'
import { ensureDefined } from '#lib/defined.ts'

/** Counted for one instance at most. */
const MOST = 10_000
const selectMailsInState = (state: string) =>
  `(select created_at from mails where account_id = a.account_id and state = '${state}' order by id limit ${MOST}) as found`
// of `ticket_counters`, which has a row for each account: `accounts` is not a table of an instance's own
const countOutbox =
  defineStatement<OutboxFigures>(`select coalesce(sum(w.mails), 0)::bigint as waiting, coalesce(sum(f.mails), 0)::bigint as failed,
    greatest(coalesce(extract(epoch from now() - min(w.oldest)), 0), 0)::bigint as oldest_seconds
  from ticket_counters a cross join lateral (select count(*) as mails, min(created_at) as oldest from ${selectMailsInState('queued')}) w
    cross join lateral (select count(*) as mails from ${selectMailsInState('failed')}) f`)

/** Mails queued and failed, and the age of the oldest queued one. */
export interface OutboxFigures {
  readonly waiting: number
  readonly failed: number
  readonly oldest_seconds: number
}

/** The outbox of all instances, 10,000 mails of each at most. Uses the index of states: sent mails cost nothing. */
export async function outboxFigures(db: Db): Promise<OutboxFigures> {
  return ensureDefined(await db.first(countOutbox()))
}
