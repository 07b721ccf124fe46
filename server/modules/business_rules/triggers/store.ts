/** Every statement on triggers, which also write their revisions. */
import { type Selectable, sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { TriggersTable } from '#db/tables.ts'
import { toJson } from '#db/types.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage } from '#http/paging.ts'
import { ensureDefined } from '#lib/defined.ts'
import type { Action } from '#rules/actions.ts'
import type { Conditions } from '#rules/condition.ts'
import type { MemberFilter } from '../rules/member_filter.ts'
import { SINCE_COLUMN, type UsagePeriod } from '../rules/usage.ts'
import { usesIn } from '../rules/usage_store.ts'

export type TriggerRow = Omit<Selectable<TriggersTable>, 'account_id' | 'conditions' | 'actions'> & {
  readonly conditions: Conditions
  readonly actions: readonly Action[]
}

/** The members of a trigger that can be written. */
export type TriggerDraft = Pick<TriggerRow, 'category_id' | 'title' | 'description' | 'active' | 'position' | 'conditions' | 'actions'>

/** The filters of a list of triggers. `query`: a part of the title, in any case. */
export interface TriggerFilter extends MemberFilter {
  readonly ids?: readonly number[]
  readonly query?: string
  /** As `active` of the query of a request, beside that of a filter. */
  readonly is_active?: boolean | undefined
}

/** The members that a search can filter by. */
export const TRIGGER_FILTERS = ['title', 'description', 'active', 'category_id', 'position'] as const

/** What the place and the key of a new trigger depend on, and the limit of active ones. */
export interface Surroundings {
  readonly active: number
  readonly last_position: number | null
  readonly keys: readonly string[]
}

const COLUMNS = [
  'id',
  'category_id',
  'category_position',
  'key',
  'title',
  'description',
  'active',
  'default',
  'position',
  'conditions',
  'actions',
  'revision_id',
  'created_at',
  'updated_at',
] as const
const columnsOf = (alias: string) => COLUMNS.map((name) => `${alias}."${name}"`).join(', ')
const WRITTEN = `id bigint, key text, category_id bigint, title text, description text, active boolean, position integer,
    conditions jsonb, actions jsonb, revision_id bigint`
const SNAPSHOT = ['title', 'description', 'active', 'conditions', 'actions'].map((name) => `'${name}', t.${name}`).join(', ')
const NEXT_REVISION = "nextval(pg_get_serial_sequence('trigger_revisions', 'id'))"
const REVISIONS = `insert into trigger_revisions (account_id, id, trigger_id, author_id, created_at, snapshot)
    select $1, t.revision_id, t.id, $4, $2, jsonb_build_object(${SNAPSHOT}) from t`

const countActiveTriggers = defineStatement<{ active: number }>('select count(*) as active from triggers where account_id = $1 and active')
const selectSurroundings = defineStatement<Surroundings>(`select
  (select count(*) from triggers where account_id = $1 and active) as active,
  (select max(position) from triggers where account_id = $1 and category_id = $2) as last_position,
  array(select key from triggers where account_id = $1 and starts_with(key, $3)) as keys`)
const insert = defineStatement<TriggerRow>(`with t as (
    insert into triggers (account_id, key, category_id, category_position, title, description, active, position, conditions, actions, revision_id, created_at, updated_at)
    select $1, w.key, w.category_id, c.position, w.title, w.description, w.active, w.position, w.conditions, w.actions, ${NEXT_REVISION}, $2, $2
    from jsonb_to_record($3::jsonb) as w (${WRITTEN}), trigger_categories c where c.account_id = $1 and c.id = w.category_id
    returning *),
  revised as (${REVISIONS})
  select ${columnsOf('t')} from t`)
// drawn before the update: `nextval` is volatile
const drawRevisions = defineStatement<{ id: number }>(`select ${NEXT_REVISION} as id from generate_series(1, $1::integer)`)
const update = defineStatement<TriggerRow>(`with w as (select * from jsonb_to_recordset($3::jsonb) as w (${WRITTEN})),
  t as (
    update triggers t set category_id = w.category_id, category_position = c.position, title = w.title, description = w.description,
      active = w.active, position = w.position, conditions = w.conditions, actions = w.actions, updated_at = $2,
      revision_id = coalesce(w.revision_id, t.revision_id)
    from w, trigger_categories c
    where t.account_id = $1 and t.id = w.id and c.account_id = $1 and c.id = w.category_id
    returning t.*, w.revision_id is not null as is_revised),
  revised as (${REVISIONS} where t.is_revised)
  select ${columnsOf('t')} from t order by t.category_position, t.position, t.title, t.id`)
const remove = defineStatement<{ id: number; title: string }>(
  'delete from triggers where account_id = $1 and id = any($2::bigint[]) returning id, title',
)

function select(ctx: Context, { ids, query, is_active, ...members }: TriggerFilter) {
  let found = q.selectFrom('triggers').select(COLUMNS).where('account_id', '=', ctx.account.id)
  if (ids !== undefined) found = found.where(sql<boolean>`id = any(${ids}::bigint[])`)
  if (is_active !== undefined) found = found.where('active', '=', is_active)
  if (query !== undefined) found = found.where(sql<boolean>`strpos(lower(title), lower(${query}::text)) > 0`)
  for (const name of TRIGGER_FILTERS) {
    const wanted = members[name]
    if (wanted !== undefined) found = found.where(name, '=', wanted)
  }
  return found.$castTo<TriggerRow>()
}

/** A page of triggers. `period`: the one by whose uses they are sorted, if they are. */
export function listTriggers(ctx: Context, filter: TriggerFilter, paging: Paging, period: UsagePeriod | null): Promise<Page<TriggerRow>> {
  if (period === null) return readPage(ctx, select(ctx, filter), paging)
  const uses = sql<{ rule_id: number; uses: number }>`(${usesIn(ctx, 'trigger', period)})`.as('u')
  const counted = select(ctx, filter)
    .leftJoin(uses, 'u.rule_id', 'triggers.id')
    .select(sql<number>`coalesce(u.uses, 0)`.as(SINCE_COLUMN))
  return readPage(ctx, q.selectFrom(counted.as('triggers')).selectAll().$castTo<TriggerRow>(), paging)
}

/** The triggers with these ids, or all, in the order in which they run. */
export function findTriggers(ctx: Context, ids?: readonly number[]): Promise<TriggerRow[]> {
  const found = select(ctx, ids === undefined ? {} : { ids })
  return ctx.db.all(found.orderBy('category_position').orderBy('position').orderBy('title').orderBy('id'))
}

/** @throws NotFound */
export async function getTrigger(ctx: Context, id: number): Promise<TriggerRow> {
  return orNotFound(await ctx.db.first(select(ctx, { ids: [id] })))
}

/** How many triggers are active. */
export async function countActive(ctx: Context): Promise<number> {
  return (await ctx.db.one(countActiveTriggers(ctx.account.id))).active
}

/** What a new trigger of a category depends on; `key` begins the keys that may be taken. */
export function readSurroundings(ctx: Context, category_id: number, key: string): Promise<Surroundings> {
  return ctx.db.one(selectSurroundings(ctx.account.id, category_id, key))
}

/** Writes a new trigger with its first revision. */
export function insertTrigger(ctx: Context, key: string, draft: TriggerDraft): Promise<TriggerRow> {
  return ctx.db.one(insert(ctx.account.id, ctx.now, toJson({ ...draft, key }), ctx.actor.id))
}

/** A trigger as it will be. `revised`: a new revision is written. */
export interface TriggerWrite extends TriggerDraft {
  readonly id: number
  readonly revised: boolean
}

/** Writes changed triggers, with their revisions, by one statement. */
export async function updateTriggers(ctx: Context, writes: readonly TriggerWrite[]): Promise<TriggerRow[]> {
  const revised = writes.filter((write) => write.revised).length
  const ids = revised === 0 ? [] : await ctx.db.all(drawRevisions(revised))
  const rows = writes.map(({ revised: isRevised, ...write }) => ({
    ...write,
    revision_id: isRevised ? ensureDefined(ids.shift()).id : null,
  }))
  return ctx.db.all(update(ctx.account.id, ctx.now, toJson(rows), ctx.actor.id))
}

/** Removes triggers with their revisions; returns those that existed. */
export function deleteTriggers(ctx: Context, ids: readonly number[]): Promise<{ id: number; title: string }[]> {
  return ctx.db.all(remove(ctx.account.id, ids))
}
