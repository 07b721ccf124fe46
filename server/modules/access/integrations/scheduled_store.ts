/** SQL that finds integrations with scheduled work. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { accountsWith } from '#db/clocks.ts'

/** An integration with scheduled work. `ended`: past its end; `burnt`: its secret was opened twice; `complete`: creation is complete. */
export interface ScheduledIntegration {
  readonly id: number
  readonly why: 'ended' | 'burnt' | 'complete'
}

const LIVING = `i.state in ('creating', 'active')`
const BURNT = `${LIVING} and s.state = 'burnt' and s.reopened_at is not null`
const COMPLETE = `i.state = 'creating' and r.handed_over_at is not null
  and not exists (select 1 from jsonb_array_elements(i.creation_steps) e where e ->> 'key' <> 'hand_over' and e ->> 'done_at' is null)`
const BESIDE = `join access_requests r on r.account_id = i.account_id and r.id = i.access_request_id
  left join shared_secrets s on s.account_id = i.account_id and s.id = r.shared_secret_id`
const JOINED = `from integrations i ${BESIDE}`

const selectDueIntegrations =
  defineStatement<ScheduledIntegration>(`select i.id, case when ${LIVING} and i.expires_at <= $2 then 'ended' when ${BURNT} then 'burnt' else 'complete' end as why
  ${JOINED} where i.account_id = $1 and ((${LIVING} and i.expires_at <= $2) or (${BURNT}) or (${COMPLETE})) order by i.id`)

/** Selects the accounts with scheduled work on integrations. */
export const accountsWithScheduledIntegrations = accountsWith(
  `integrations d join integrations i on i.account_id = d.account_id and i.id = d.id ${BESIDE}`,
  `(${LIVING} and i.expires_at <= c.now) or (${BURNT}) or (${COMPLETE})`,
)

/** The integrations with scheduled work, and its kind. */
export function findScheduledIntegrations(ctx: Context): Promise<ScheduledIntegration[]> {
  return ctx.db.all(selectDueIntegrations(ctx.account.id, ctx.now))
}
