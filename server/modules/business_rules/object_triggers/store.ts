/** Every statement on object triggers, besides reading those that run. */
import { type Selectable, sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { ObjectTriggersTable } from '#db/tables.ts'
import { toJson } from '#db/types.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage } from '#http/paging.ts'
import type { Action } from '#rules/actions.ts'
import type { Conditions } from '#rules/condition.ts'
import type { MemberFilter } from '../rules/member_filter.ts'
import type { TriggerMembers } from '../rules/trigger_members.ts'
import { SINCE_COLUMN, type UsagePeriod } from '../rules/usage.ts'
import { usesIn } from '../rules/usage_store.ts'

export type ObjectTriggerRow = Omit<Selectable<ObjectTriggersTable>, 'account_id' | 'custom_object_id' | 'conditions' | 'actions'> & {
  readonly conditions: Conditions
  readonly actions: readonly Action[]
}

/** The members that a search can filter by. */
export const OBJECT_TRIGGER_FILTERS = ['title', 'description', 'active', 'position'] as const

/** The filters of a list of triggers. `query`: a part of the title, in any case. */
export interface ObjectTriggerFilter extends Pick<MemberFilter, (typeof OBJECT_TRIGGER_FILTERS)[number]> {
  readonly ids?: readonly number[]
  readonly query?: string
  /** As `active` of the query of a request, beside that of a filter. */
  readonly is_active?: boolean | undefined
}

/** What the place of a new trigger and the limits of its object depend on. */
export interface Counts {
  readonly all: number
  readonly active: number
  readonly last_position: number | null
}

const COLUMNS = ['id', 'title', 'description', 'active', 'position', 'conditions', 'actions', 'created_at', 'updated_at'] as const
const LISTED = COLUMNS.join(', ')
const WRITTEN = 'id bigint, title text, description text, active boolean, position integer, conditions jsonb, actions jsonb'

const countTriggers =
  defineStatement<Counts>(`select count(*) as "all", count(*) filter (where active) as active, max(position) as last_position
  from object_triggers where account_id = $1 and custom_object_id = $2`)
const insert = defineStatement<ObjectTriggerRow>(`insert into object_triggers
    (account_id, custom_object_id, title, description, active, position, conditions, actions, created_at, updated_at)
  select $1, $2, w.title, w.description, w.active, w.position, w.conditions, w.actions, $3, $3 from jsonb_to_record($4::jsonb) as w (${WRITTEN})
  returning ${LISTED}`)
const update = defineStatement<unknown>(`update object_triggers t set title = w.title, description = w.description, active = w.active,
    position = w.position, conditions = w.conditions, actions = w.actions, updated_at = $3
  from jsonb_to_recordset($4::jsonb) as w (${WRITTEN}) where t.account_id = $1 and t.custom_object_id = $2 and t.id = w.id`)
const remove = defineStatement<{ id: number; title: string }>(
  'delete from object_triggers where account_id = $1 and custom_object_id = $2 and id = any($3::bigint[]) returning id, title',
)

function select(ctx: Context, objectId: number, { ids, query, is_active, ...members }: ObjectTriggerFilter) {
  let found = q
    .selectFrom('object_triggers')
    .select(COLUMNS)
    .where('account_id', '=', ctx.account.id)
    .where('custom_object_id', '=', objectId)
  if (ids !== undefined) found = found.where(sql<boolean>`id = any(${ids}::bigint[])`)
  if (is_active !== undefined) found = found.where('active', '=', is_active)
  if (query !== undefined) found = found.where(sql<boolean>`strpos(lower(title), lower(${query}::text)) > 0`)
  for (const name of OBJECT_TRIGGER_FILTERS) {
    const wanted = members[name]
    if (wanted !== undefined) found = found.where(name, '=', wanted)
  }
  return found.$castTo<ObjectTriggerRow>()
}

/** A page of the triggers of an object. `period`: the one by whose uses they are sorted, if they are. */
export function listObjectTriggers(
  ctx: Context,
  objectId: number,
  filter: ObjectTriggerFilter,
  { paging, period }: { readonly paging: Paging; readonly period: UsagePeriod | null },
): Promise<Page<ObjectTriggerRow>> {
  if (period === null) return readPage(ctx, select(ctx, objectId, filter), paging)
  const uses = sql<{ rule_id: number; uses: number }>`(${usesIn(ctx, 'object_trigger', period)})`.as('u')
  const counted = select(ctx, objectId, filter)
    .leftJoin(uses, 'u.rule_id', 'object_triggers.id')
    .select(sql<number>`coalesce(u.uses, 0)`.as(SINCE_COLUMN))
  return readPage(ctx, q.selectFrom(counted.as('object_triggers')).selectAll().$castTo<ObjectTriggerRow>(), paging)
}

/** The triggers of an object with these ids, in the order in which they run. */
export function findObjectTriggers(ctx: Context, objectId: number, ids: readonly number[]): Promise<ObjectTriggerRow[]> {
  return ctx.db.all(select(ctx, objectId, { ids }).orderBy('position').orderBy('id'))
}

/** @throws NotFound */
export async function getObjectTrigger(ctx: Context, objectId: number, id: number): Promise<ObjectTriggerRow> {
  return orNotFound(await ctx.db.first(select(ctx, objectId, { ids: [id] })))
}

/** How many triggers an object has, and the last position. */
export function countObjectTriggers(ctx: Context, objectId: number): Promise<Counts> {
  return ctx.db.one(countTriggers(ctx.account.id, objectId))
}

/** Writes a new trigger. */
export function insertObjectTrigger(ctx: Context, objectId: number, draft: TriggerMembers): Promise<ObjectTriggerRow> {
  return ctx.db.one(insert(ctx.account.id, objectId, ctx.now, toJson(draft)))
}

/** Writes changed triggers. */
export async function updateObjectTriggers(
  ctx: Context,
  objectId: number,
  drafts: readonly (TriggerMembers & { readonly id: number })[],
): Promise<void> {
  await ctx.db.run(update(ctx.account.id, objectId, ctx.now, toJson(drafts)))
}

/** Removes triggers of an object; returns those that existed. */
export function deleteObjectTriggers(ctx: Context, objectId: number, ids: readonly number[]): Promise<{ id: number; title: string }[]> {
  return ctx.db.all(remove(ctx.account.id, objectId, ids))
}
