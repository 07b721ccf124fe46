/** Every statement on saved searches. All are limited to the caller's own. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { insertRow } from '#db/columns.ts'
import type { SavedSearchesTable } from '#db/tables.ts'
import { orNotFound } from '#core/errors.ts'

export type SavedSearchRow = Omit<Selectable<SavedSearchesTable>, 'account_id' | 'user_id'>
/** The members that can be written. */
export type SavedSearchDraft = Pick<SavedSearchRow, 'name' | 'type' | 'query' | 'filters'>

const COLUMNS = ['id', 'name', 'type', 'query', 'filters', 'created_at', 'updated_at'] as const
const LISTED = COLUMNS.join(', ')
const selectSearches = defineStatement<SavedSearchRow>(
  `select ${LISTED} from saved_searches where account_id = $1 and user_id = $2 order by created_at, id`,
)
const selectSearch = defineStatement<SavedSearchRow>(
  `select ${LISTED} from saved_searches where account_id = $1 and user_id = $2 and id = $3`,
)
const insert = insertRow<SavedSearchRow>()('saved_searches', ['account_id', 'user_id', ...COLUMNS], COLUMNS)
const update = defineStatement<SavedSearchRow>(`update saved_searches set name = $4, type = $5, query = $6, filters = $7, updated_at = $8
  where account_id = $1 and user_id = $2 and id = $3 returning ${LISTED}`)
const remove = defineStatement<{ id: string }>('delete from saved_searches where account_id = $1 and user_id = $2 and id = $3 returning id')

/** The caller's saved searches, the oldest first. */
export function listSavedSearches(ctx: Context): Promise<SavedSearchRow[]> {
  return ctx.db.all(selectSearches(ctx.account.id, ctx.actor.id))
}

/** One of the caller's saved searches. @throws NotFound */
export async function getSavedSearch(ctx: Context, id: string): Promise<SavedSearchRow> {
  return orNotFound(await ctx.db.first(selectSearch(ctx.account.id, ctx.actor.id, id)))
}

/** Inserts a saved search of the caller's. */
export async function insertSavedSearch(ctx: Context, id: string, draft: SavedSearchDraft): Promise<SavedSearchRow> {
  const { account, actor, now } = ctx
  return ctx.db.one(insert({ account_id: account.id, user_id: actor.id, id, ...draft, created_at: now, updated_at: now }))
}

/** Updates a saved search of the caller's. */
export async function updateSavedSearch(
  ctx: Context,
  id: string,
  { name, type, query, filters }: SavedSearchDraft,
): Promise<SavedSearchRow> {
  return ctx.db.one(update(ctx.account.id, ctx.actor.id, id, name, type, query, filters, ctx.now))
}

/** Deletes one of the caller's saved searches; false when there is none with this id. */
export async function deleteSavedSearch(ctx: Context, id: string): Promise<boolean> {
  return (await ctx.db.first(remove(ctx.account.id, ctx.actor.id, id))) !== undefined
}
