/** Every statement on automations. */
import { type Selectable, sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { AutomationsTable } from '#db/tables.ts'
import { toJson } from '#db/types.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage } from '#http/paging.ts'
import type { Action } from '#rules/actions.ts'
import type { Conditions } from '#rules/condition.ts'
import type { RuleCatalogue } from '#rules/facts.ts'
import { ruleCatalogue } from '#modules/custom_data/custom_fields/rule_catalogue_store.ts'
import { lockRules } from '../rules/store.ts'
import { SINCE_COLUMN, type UsagePeriod } from '../rules/usage.ts'
import { usesIn } from '../rules/usage_store.ts'
import { insertRow, updateRow } from '#db/columns.ts'

export type AutomationRow = Omit<Selectable<AutomationsTable>, 'account_id' | 'conditions' | 'actions'> & {
  readonly conditions: Conditions
  readonly actions: readonly Action[]
}

/** The members of an automation that can be written. */
export type AutomationDraft = Pick<AutomationRow, 'title' | 'active' | 'position' | 'conditions' | 'actions'>

/** The filters of a list of automations. `query`: a part of the title, in any case. */
export interface AutomationFilter {
  readonly active?: boolean | undefined
  readonly query?: string
}

/** What validating one automation needs: all automations of the account and its custom fields. */
export interface Rulebook {
  readonly automations: readonly AutomationRow[]
  readonly catalogue: RuleCatalogue
}

const WRITTEN = ['title', 'active', 'position', 'conditions', 'actions', 'updated_at'] as const
const COLUMNS = ['id', 'key', 'default', ...WRITTEN, 'created_at'] as const
const LISTED = COLUMNS.map((name) => `"${name}"`).join(', ')

const selectAll = defineStatement<AutomationRow>(`select ${LISTED} from automations where account_id = $1 order by position, id`)
const insert = insertRow<AutomationRow>()('automations', ['account_id', 'key', ...WRITTEN, 'created_at'], COLUMNS)
const update = updateRow<AutomationRow>()('automations', WRITTEN, COLUMNS)
const remove = defineStatement<{ id: number; title: string }>(
  'delete from automations where account_id = $1 and id = any($2::bigint[]) returning id, title',
)

function select(ctx: Context, filter: AutomationFilter) {
  let query = q.selectFrom('automations').select(COLUMNS).where('account_id', '=', ctx.account.id)
  if (filter.active !== undefined) query = query.where('active', '=', filter.active)
  if (filter.query !== undefined) query = query.where(sql<boolean>`strpos(lower(title), lower(${filter.query}::text)) > 0`)
  return query.$castTo<AutomationRow>()
}

/** A page of automations. `period`: the one by whose uses they are sorted, if they are. */
export function listAutomations(
  ctx: Context,
  filter: AutomationFilter,
  paging: Paging,
  period: UsagePeriod | null,
): Promise<Page<AutomationRow>> {
  if (period === null) return readPage(ctx, select(ctx, filter), paging)
  const uses = sql<{ rule_id: number; uses: number }>`(${usesIn(ctx, 'automation', period)})`.as('u')
  const counted = select(ctx, filter)
    .leftJoin(uses, 'u.rule_id', 'automations.id')
    .select(sql<number>`coalesce(u.uses, 0)`.as(SINCE_COLUMN))
  return readPage(ctx, q.selectFrom(counted.as('automations')).selectAll().$castTo<AutomationRow>(), paging)
}

/** @throws NotFound */
export async function getAutomation(ctx: Context, id: number): Promise<AutomationRow> {
  return orNotFound(await ctx.db.first(select(ctx, {}).where('id', '=', id)))
}

/**
 * All automations of the account by position, with its custom ticket fields. Locks the account until the transaction ends: unique keys,
 * the limit of active rules and the check for duplicates depend on all automations.
 */
export async function lockRulebook(ctx: Context): Promise<Rulebook> {
  await lockRules(ctx)
  const automations = await ctx.db.all(selectAll(ctx.account.id))
  return { automations, catalogue: await ruleCatalogue(ctx) }
}

const toColumns = (ctx: Context, draft: AutomationDraft) => ({
  ...draft,
  conditions: toJson(draft.conditions),
  actions: toJson(draft.actions),
  updated_at: ctx.now,
})

/** Writes a new automation. */
export async function insertAutomation(ctx: Context, key: string, draft: AutomationDraft): Promise<AutomationRow> {
  return ctx.db.one(insert({ account_id: ctx.account.id, key, ...toColumns(ctx, draft), created_at: ctx.now }))
}

/** Writes the changed members of an automation. */
export async function updateAutomation(ctx: Context, id: number, draft: AutomationDraft): Promise<AutomationRow> {
  return ctx.db.one(update({ account_id: ctx.account.id, id }, toColumns(ctx, draft)))
}

/** Removes automations; returns those that existed. */
export function deleteAutomations(ctx: Context, ids: readonly number[]): Promise<{ id: number; title: string }[]> {
  return ctx.db.all(remove(ctx.account.id, ids))
}
