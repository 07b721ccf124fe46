/** Every statement on SLA policies. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { insertRow, updateRow } from '#db/columns.ts'
import type { SlaPoliciesTable } from '#db/tables.ts'
import { toJson } from '#db/types.ts'
import { orNotFound } from '#core/errors.ts'
import type { Conditions } from '#rules/condition.ts'

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

const WRITTEN = ['title', 'description', 'position', 'filter', 'policy_metrics', 'updated_at'] as const
const COLUMNS = ['id', ...WRITTEN, 'created_at'] as const
const LISTED = COLUMNS.join(', ')
const selectPolicies = defineStatement<SlaPolicyRow>(`select ${LISTED} from sla_policies where account_id = $1 order by position, id`)
const selectPolicy = defineStatement<SlaPolicyRow>(`select ${LISTED} from sla_policies where account_id = $1 and id = $2`)
const insert = insertRow<SlaPolicyRow>()('sla_policies', ['account_id', ...WRITTEN, 'created_at'], COLUMNS)
const update = updateRow<SlaPolicyRow>()('sla_policies', WRITTEN, COLUMNS)
const order = defineStatement<unknown>(`update sla_policies p set position = o.place, updated_at = $3
  from unnest($2::bigint[]) with ordinality as o (id, place) where p.account_id = $1 and p.id = o.id and p.position <> o.place`)
const remove = defineStatement<{ id: number; title: string }>(
  'delete from sla_policies where account_id = $1 and id = $2 returning id, title',
)

/** All policies by position. */
export function listPolicies(ctx: Context): Promise<SlaPolicyRow[]> {
  return ctx.db.all(selectPolicies(ctx.account.id))
}

/** One policy. @throws NotFound */
export async function getPolicy(ctx: Context, id: number): Promise<SlaPolicyRow> {
  return orNotFound(await ctx.db.first(selectPolicy(ctx.account.id, id)))
}

/** The columns of a policy that are written from a draft. */
export const toPolicyColumns = (ctx: Context, draft: PolicyDraft) => ({
  ...draft,
  filter: toJson(draft.filter),
  policy_metrics: toJson(draft.policy_metrics),
  updated_at: ctx.now,
})

/** Writes a new policy. */
export function insertPolicy(ctx: Context, draft: PolicyDraft): Promise<SlaPolicyRow> {
  return ctx.db.one(insert({ account_id: ctx.account.id, ...toPolicyColumns(ctx, draft), created_at: ctx.now }))
}

/** Writes the changed members of a policy. */
export function updatePolicy(ctx: Context, id: number, draft: PolicyDraft): Promise<SlaPolicyRow> {
  return ctx.db.one(update({ account_id: ctx.account.id, id }, toPolicyColumns(ctx, draft)))
}

/** Sets the positions of policies to this order, from 1. */
export async function updateOrder(ctx: Context, ids: readonly number[]): Promise<void> {
  await ctx.db.run(order(ctx.account.id, ids, ctx.now))
}

/** Removes a policy; undefined if there was none. */
export function deletePolicy(ctx: Context, id: number): Promise<{ id: number; title: string } | undefined> {
  return ctx.db.first(remove(ctx.account.id, id))
}
