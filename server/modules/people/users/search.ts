/** What a search for users asks, by a query or while a name is typed. @source docs/reference/people.md §1.4 */
import type { Context } from '../../../context.ts'
import { Unprocessable } from '../../../errors.ts'
import { meaningOf } from '../../../search/condition.ts'
import type { Condition } from '../../../search/kinds.ts'
import { MOST_TERMS, parseQuery } from '../../../search/parse.ts'
import { searchContext } from '../../../search/search_context.ts'
import { USER_HOLDER } from '../../custom_data/custom_fields/holders.ts'
import { profileKeys } from '../../custom_data/custom_fields/profile_store.ts'
import { searchedUsers, userCondition, userTyped } from './search_store.ts'

/** Fewer characters would be the beginning of nearly everybody. */
const SHORTEST = 2

/** What a query asks of a user; null when nobody can fit. @throws Unprocessable for a query of too many terms */
export async function usersFound(ctx: Context, query: string): Promise<Condition | null> {
  const keys = await profileKeys(ctx, USER_HOLDER)
  const parsed = parseQuery(query)
  if (parsed.is_excessive) throw new Unprocessable('invalid', `Invalid search: a query has at most ${MOST_TERMS} terms`)
  const meaning = meaningOf(parsed, searchedUsers(keys), searchContext(ctx))
  return meaning === null ? null : userCondition(meaning)
}

/** What typing a name, an e-mail address or a phone number looks for; null when there is too little to look for. */
export function usersTyped(ctx: Context, typed: { name?: string | null; phone?: string | null }): Condition | null {
  const [name, phone] = [typed.name?.trim() ?? '', typed.phone?.trim() ?? '']
  if (name.length >= SHORTEST) return userTyped(searchContext(ctx), name.includes('@') ? 'email' : 'name', name)
  return phone.length >= SHORTEST ? userTyped(searchContext(ctx), 'phone', phone) : null
}
