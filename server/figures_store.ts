/** The statement by which the outbox of all instances is counted. */
import { fixed } from './db/builder.ts'
import type { Db } from './db/client.ts'

/** Of one instance no more are counted. */
const MOST = 10_000
const some = (state: string) =>
  `(select created_at from mails where account_id = a.id and state = '${state}' order by id limit ${MOST}) as found`
const outbox = fixed<OutboxFigures>(`select coalesce(sum(w.mails), 0)::bigint as waiting, coalesce(sum(f.mails), 0)::bigint as failed,
    greatest(coalesce(extract(epoch from now() - min(w.oldest)), 0), 0)::bigint as oldest_seconds
  from accounts a cross join lateral (select count(*) as mails, min(created_at) as oldest from ${some('queued')}) w
    cross join lateral (select count(*) as mails from ${some('failed')}) f`)

/** Mails that wait for their delivery, since when the oldest does, and mails that have failed. */
export interface OutboxFigures {
  readonly waiting: number
  readonly failed: number
  readonly oldest_seconds: number
}

/** The outbox of all instances, 10,000 mails of each at most. By the index of states: what was sent costs nothing. */
export async function outboxFigures(db: Db): Promise<OutboxFigures> {
  return (await db.first(outbox())) as OutboxFigures
}
