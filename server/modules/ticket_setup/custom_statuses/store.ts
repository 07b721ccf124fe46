/** Every statement on custom statuses. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import type { CustomStatusesTable } from '#db/tables.ts'
import { configurationTopic } from '#db/topics.ts'
import { NotFound, orNotFound } from '#core/errors.ts'
import { insertRow, updateRow } from '#db/columns.ts'

export type CustomStatusRow = Omit<Selectable<CustomStatusesTable>, 'account_id'>

/** The members of a status that can be written. */
export type CustomStatusDraft = Pick<CustomStatusRow, 'agent_label' | 'end_user_label' | 'description' | 'end_user_description' | 'active'>

const COLUMNS = [
  'id',
  'key',
  'status_category',
  'agent_label',
  'end_user_label',
  'description',
  'end_user_description',
  'active',
  'default',
  'created_at',
  'updated_at',
  'deleted_at',
] as const
const LISTED = COLUMNS.map((name) => `"${name}"`).join(', ')

const selectAll = defineStatement<CustomStatusRow>(`select ${LISTED} from custom_statuses where account_id = $1 order by id`)
const WRITTEN = ['agent_label', 'end_user_label', 'description', 'end_user_description', 'active', 'updated_at'] as const
const insert = insertRow<CustomStatusRow>()('custom_statuses', ['account_id', 'key', 'status_category', ...WRITTEN, 'created_at'], COLUMNS)
const update = updateRow<CustomStatusRow>()('custom_statuses', WRITTEN, COLUMNS)
const clearDefaults = defineStatement<unknown>(
  'update custom_statuses set "default" = false, updated_at = $3 where account_id = $1 and "default" and status_category = any($2::text[])',
)
const setDefaults = defineStatement<unknown>(
  'update custom_statuses set "default" = true, updated_at = $3 where account_id = $1 and id = any($2::bigint[])',
)
const findUse = defineStatement<{ id: number }>(
  "select id from tickets where account_id = $1 and custom_status_id = $2 and status <> 'closed' and deleted_at is null limit 1",
)
const remove = defineStatement<unknown>(`with offers as (delete from ticket_form_statuses where account_id = $1 and custom_status_id = $2)
  update custom_statuses set active = false, updated_at = $3, deleted_at = $3 where account_id = $1 and id = $2`)

/** All statuses of the account by id, including deleted ones, from the cache of the process. */
export async function statusCategories(ctx: Context): Promise<readonly CustomStatusRow[]> {
  const load = () => ctx.services.database.all(selectAll(ctx.account.id))
  return ctx.services.cache.load(configurationTopic(ctx.account.id), 'custom_statuses', load)
}

/** True for a status that is not deleted. */
export function isNotDeleted(status: CustomStatusRow): boolean {
  return status.deleted_at === null
}

/** All statuses of the account, including deleted ones, read from the database: for acts that change them. */
export function listStatuses(ctx: Context): Promise<CustomStatusRow[]> {
  return ctx.db.all(selectAll(ctx.account.id))
}

/** The status, deleted or not. @throws NotFound */
export async function getStatus(ctx: Context, id: number): Promise<CustomStatusRow> {
  return orNotFound((await listStatuses(ctx)).find((status) => status.id === id))
}

/** The status, if it is not deleted. @throws NotFound */
export async function getUndeletedStatus(ctx: Context, id: number): Promise<CustomStatusRow> {
  const row = await getStatus(ctx, id)
  if (!isNotDeleted(row)) throw new NotFound()
  return row
}

/** Writes a new status. */
export async function insertStatus(
  ctx: Context,
  status: CustomStatusDraft & { key: string; status_category: string },
): Promise<CustomStatusRow> {
  return ctx.db.one(insert({ ...status, account_id: ctx.account.id, created_at: ctx.now, updated_at: ctx.now }))
}

/** Writes changed members of a status. */
export async function updateStatus(ctx: Context, id: number, status: CustomStatusDraft): Promise<CustomStatusRow> {
  return ctx.db.one(update({ account_id: ctx.account.id, id }, { ...status, updated_at: ctx.now }))
}

/** Makes these the defaults of their categories. */
export async function updateDefaults(ctx: Context, statuses: readonly CustomStatusRow[]): Promise<void> {
  await ctx.db.run(
    clearDefaults(
      ctx.account.id,
      statuses.map((status) => status.status_category),
      ctx.now,
    ),
  )
  await ctx.db.run(
    setDefaults(
      ctx.account.id,
      statuses.map((status) => status.id),
      ctx.now,
    ),
  )
}

/** True when a ticket that is not closed has this status. */
export async function isStatusUsed(ctx: Context, id: number): Promise<boolean> {
  return (await ctx.db.first(findUse(ctx.account.id, id))) !== undefined
}

/** Marks a status as deleted and inactive. Tickets keep it; no form offers it any more. */
export async function deleteStatus(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(remove(ctx.account.id, id, ctx.now))
}
