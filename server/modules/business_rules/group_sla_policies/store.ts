/** Every statement on group SLA policies. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { insertRow, updateRow } from '#db/columns.ts'
import type { GroupSlaPoliciesTable } from '#db/tables.ts'
import { orNotFound } from '#core/errors.ts'
import { makeUlid } from '#lib/ulid.ts'
import { type PolicyDraft, toPolicyColumns } from '../sla_policies/store.ts'

export type GroupPolicyRow = Omit<Selectable<GroupSlaPoliciesTable>, 'account_id' | 'filter' | 'policy_metrics'> &
  Pick<PolicyDraft, 'filter' | 'policy_metrics'>

type Named = Pick<GroupPolicyRow, 'number' | 'title'>

const WRITTEN = ['title', 'description', 'position', 'filter', 'policy_metrics', 'updated_at'] as const
const COLUMNS = ['id', 'number', ...WRITTEN, 'created_at'] as const
const LISTED = COLUMNS.join(', ')
const selectPolicies = defineStatement<GroupPolicyRow>(
  `select ${LISTED} from group_sla_policies where account_id = $1 order by position, id`,
)
const selectPolicy = defineStatement<GroupPolicyRow>(`select ${LISTED} from group_sla_policies where account_id = $1 and id = $2`)
const insert = insertRow<GroupPolicyRow>()('group_sla_policies', ['account_id', 'id', ...WRITTEN, 'created_at'], COLUMNS)
const update = updateRow<GroupPolicyRow>()('group_sla_policies', WRITTEN, COLUMNS)
const order = defineStatement<unknown>(`update group_sla_policies p set position = o.place, updated_at = $3
  from unnest($2::text[]) with ordinality as o (id, place) where p.account_id = $1 and p.id = o.id and p.position <> o.place`)
const remove = defineStatement<Named>('delete from group_sla_policies where account_id = $1 and id = $2 returning number, title')

/** All policies by position. */
export function listPolicies(ctx: Context): Promise<GroupPolicyRow[]> {
  return ctx.db.all(selectPolicies(ctx.account.id))
}

/** One policy. @throws NotFound */
export async function getPolicy(ctx: Context, id: string): Promise<GroupPolicyRow> {
  return orNotFound(await ctx.db.first(selectPolicy(ctx.account.id, id)))
}

/** Writes a new policy. */
export function insertPolicy(ctx: Context, draft: PolicyDraft): Promise<GroupPolicyRow> {
  return ctx.db.one(insert({ account_id: ctx.account.id, id: makeUlid(ctx.now), ...toPolicyColumns(ctx, draft), created_at: ctx.now }))
}

/** Writes the changed members of a policy. */
export function updatePolicy(ctx: Context, id: string, draft: PolicyDraft): Promise<GroupPolicyRow> {
  return ctx.db.one(update({ account_id: ctx.account.id, id }, toPolicyColumns(ctx, draft)))
}

/** Sets the positions of policies to this order, from 1. */
export async function updateOrder(ctx: Context, ids: readonly string[]): Promise<void> {
  await ctx.db.run(order(ctx.account.id, ids, ctx.now))
}

/** Removes a policy; undefined if there was none. */
export function deletePolicy(ctx: Context, id: string): Promise<Named | undefined> {
  return ctx.db.first(remove(ctx.account.id, id))
}
