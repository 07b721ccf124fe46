/** Statements that find integrations with something due. */
import type { Context } from '../../context.ts'
import { fixed } from '../../db/builder.ts'
import type { Db } from '../../db/client.ts'

/** An integration with something due. `ended`: past its end; `burnt`: its secret was read twice; `complete`: nothing is left to do. */
export interface DueIntegration {
  readonly id: number
  readonly why: 'ended' | 'burnt' | 'complete'
}

const LIVING = `i.state in ('creating', 'active')`
const BURNT = `${LIVING} and s.state = 'burnt' and s.reopened_at is not null`
const COMPLETE = `i.state = 'creating' and r.handed_over_at is not null
  and not exists (select 1 from jsonb_array_elements(i.creation_steps) e where e ->> 'key' <> 'hand_over' and e ->> 'done_at' is null)`
const JOINED = `from integrations i join access_requests r on r.account_id = i.account_id and r.id = i.access_request_id
  left join shared_secrets s on s.account_id = i.account_id and s.id = r.shared_secret_id`

const accounts = fixed<{ account_id: number }>(
  `select distinct i.account_id ${JOINED} where i.account_id = any($1::bigint[]) and ((${LIVING} and i.expires_at <= $2) or (${BURNT}) or (${COMPLETE}))`,
)
const due =
  fixed<DueIntegration>(`select i.id, case when ${LIVING} and i.expires_at <= $2 then 'ended' when ${BURNT} then 'burnt' else 'complete' end as why
  ${JOINED} where i.account_id = $1 and ((${LIVING} and i.expires_at <= $2) or (${BURNT}) or (${COMPLETE})) order by i.id`)

/** Of these accounts those with something due at `now`. */
export async function accountsWithIntegrationsDue(db: Db, accountIds: readonly number[], now: Date): Promise<number[]> {
  return (await db.all(accounts([...accountIds], now))).map((row) => row.account_id)
}

/** The integrations with something due, and what. */
export function findIntegrationsDue(ctx: Context): Promise<DueIntegration[]> {
  return ctx.db.all(due(ctx.account.id, ctx.now))
}
