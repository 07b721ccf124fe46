/** The acts on saved searches: create, change, remove. */
import { randomUUID } from 'node:crypto'
import { requirePermission } from '#permissions/permissions.ts'
import { lockAccount } from '#accounts/lock.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Conflict, type Details, NotFound, refuseInvalid } from '#core/errors.ts'
import { makeBlankProblem, makeInvalidProblem } from '#core/problems.ts'
import type { SavedSearchInput } from './schema.ts'
import {
  deleteSavedSearch,
  getSavedSearch,
  insertSavedSearch,
  listSavedSearches,
  type SavedSearchDraft,
  type SavedSearchRow,
  updateSavedSearch,
} from './store.ts'

/** @source docs/reference/other.md §9 */
const MOST = 20
const MAX_NAME_LENGTH = 255
const MAX_TEXT_LENGTH = 64 * 1024
const TYPES = ['ticket', 'user', 'organization', 'side_conversation', 'article']

function draft(before: SavedSearchDraft, body: SavedSearchInput): SavedSearchDraft {
  const { name = before.name, type = before.type, query = before.query, filters = before.filters } = { ...body, ...body.saved_search }
  return { name: (name ?? '').trim(), type: type ?? '', query: query ?? '', filters }
}

function check({ name, type, query, filters }: SavedSearchDraft): Details {
  const tooLong = (word: string, most: number) => [
    { description: `${word}: is too long (maximum is ${most} characters)`, error: 'TooLong' },
  ]
  return {
    ...(name === '' ? { name: [makeBlankProblem('Name')] } : {}),
    ...(name.length > MAX_NAME_LENGTH ? { name: tooLong('Name', MAX_NAME_LENGTH) } : {}),
    ...(TYPES.includes(type) ? {} : { type: type === '' ? [makeBlankProblem('Type')] : [makeInvalidProblem('Type')] }),
    ...(query.trim() === '' ? { query: [makeBlankProblem('Query')] } : {}),
    ...(query.length > MAX_TEXT_LENGTH ? { query: tooLong('Query', MAX_TEXT_LENGTH) } : {}),
    ...((filters ?? '').length > MAX_TEXT_LENGTH ? { filters: tooLong('Filters', MAX_TEXT_LENGTH) } : {}),
  }
}

function refuseDuplicateName(others: readonly SavedSearchRow[], { name }: SavedSearchDraft): void {
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw new Conflict('Conflict', 'You have saved another search under this name')
}

/**
 * Saves a search.
 * @throws Forbidden @throws RecordInvalid also past 20 @throws Conflict when the name is in use
 * @source docs/reference/other.md §9
 */
export async function createSavedSearch(ctx: Context, input: SavedSearchInput): Promise<SavedSearchRow> {
  requirePermission(ctx, 'saved_search.manage')
  const search = draft({ name: '', type: '', query: '', filters: null }, input)
  refuseInvalid(check(search))
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const others = await listSavedSearches(tx)
    if (others.length >= MOST) refuseInvalid({ base: [{ description: `You can save at most ${MOST} searches` }] })
    refuseDuplicateName(others, search)
    return insertSavedSearch(tx, randomUUID(), search)
  })
}

/** Changes one of the caller's searches. @throws Forbidden @throws NotFound @throws RecordInvalid @throws Conflict */
export async function changeSavedSearch(ctx: Context, id: string, input: SavedSearchInput): Promise<SavedSearchRow> {
  requirePermission(ctx, 'saved_search.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const search = draft(await getSavedSearch(tx, id), input)
    refuseInvalid(check(search))
    refuseDuplicateName(
      (await listSavedSearches(tx)).filter((other) => other.id !== id),
      search,
    )
    return updateSavedSearch(tx, id, search)
  })
}

/** Removes one of the caller's searches. @throws Forbidden @throws NotFound */
export async function removeSavedSearch(ctx: Context, id: string): Promise<void> {
  requirePermission(ctx, 'saved_search.manage')
  if (!(await deleteSavedSearch(ctx, id))) throw new NotFound()
}
