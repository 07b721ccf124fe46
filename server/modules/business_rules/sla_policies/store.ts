/** Every statement on SLA policies. */
import type { Selectable } from 'kysely'
import type { Context } from '../../../context.ts'
import { fixed } from '../../../db/builder.ts'
import type { SlaPoliciesTable } from '../../../db/tables.ts'
import { json } from '../../../db/types.ts'
import { orNotFound } from '../../../errors.ts'
import type { Conditions } from '../../../rules/condition.ts'

/** A target: how long a metric of tickets of a priority may take. In minutes; of group policies in seconds. */
export interface PolicyMetricRow {
  readonly priority: string
  readonly metric: string
  readonly target: number
  readonly business_hours: boolean
}

export type SlaPolicyRow = Omit<Selectable<SlaPoliciesTable>, 'account_id' | 'filter' | 'policy_metrics'> & {
  readonly filter: Conditions
  readonly policy_metrics: readonly PolicyMetricRow[]
}

/** The members of a policy that can be written. */
export type PolicyDraft = Pick<SlaPolicyRow, 'title' | 'description' | 'position' | 'filter' | 'policy_metrics'>

const LISTED = 'id, title, description, position, filter, policy_metrics, created_at, updated_at'
const every = fixed<SlaPolicyRow>(`select ${LISTED} from sla_policies where account_id = $1 order by position, id`)
const one = fixed<SlaPolicyRow>(`select ${LISTED} from sla_policies where account_id = $1 and id = $2`)
const insert =
  fixed<SlaPolicyRow>(`insert into sla_policies (account_id, title, description, position, filter, policy_metrics, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $7) returning ${LISTED}`)
const update = fixed<SlaPolicyRow>(`update sla_policies set title = $3, description = $4, position = $5, filter = $6, policy_metrics = $7,
  updated_at = $8 where account_id = $1 and id = $2 returning ${LISTED}`)
const order = fixed<unknown>(`update sla_policies p set position = o.place, updated_at = $3
  from unnest($2::bigint[]) with ordinality as o (id, place) where p.account_id = $1 and p.id = o.id and p.position <> o.place`)
const remove = fixed<{ id: number; title: string }>('delete from sla_policies where account_id = $1 and id = $2 returning id, title')

/** All policies by position. */
export function listPolicies(ctx: Context): Promise<SlaPolicyRow[]> {
  return ctx.db.all(every(ctx.account.id))
}

/** One policy. @throws NotFound */
export async function getPolicy(ctx: Context, id: number): Promise<SlaPolicyRow> {
  return orNotFound(await ctx.db.first(one(ctx.account.id, id)))
}

/** Writes a new policy. */
export function insertPolicy(ctx: Context, draft: PolicyDraft): Promise<SlaPolicyRow> {
  const { title, description, position, filter, policy_metrics } = draft
  return ctx.db.one(insert(ctx.account.id, title, description, position, json(filter), json(policy_metrics), ctx.now))
}

/** Writes the changed members of a policy. */
export function updatePolicy(ctx: Context, id: number, draft: PolicyDraft): Promise<SlaPolicyRow> {
  const { title, description, position, filter, policy_metrics } = draft
  return ctx.db.one(update(ctx.account.id, id, title, description, position, json(filter), json(policy_metrics), ctx.now))
}

/** Sets the positions of policies to this order, from 1. */
export async function updateOrder(ctx: Context, ids: readonly number[]): Promise<void> {
  await ctx.db.run(order(ctx.account.id, ids, ctx.now))
}

/** Removes a policy; undefined if there was none. */
export function deletePolicy(ctx: Context, id: number): Promise<{ id: number; title: string } | undefined> {
  return ctx.db.first(remove(ctx.account.id, id))
}
