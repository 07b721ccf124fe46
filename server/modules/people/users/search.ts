/** Conditions of user searches, by a query or for autocompletion. @source docs/reference/people.md §1.4 */
import type { Context } from '#core/context.ts'
import { Unprocessable } from '#core/errors.ts'
import { meaningOf } from '#search/condition.ts'
import type { Condition } from '#search/kinds.ts'
import { MAX_TERMS, parseQuery, withWordsForUnknown } from '#search/parse.ts'
import { searchContext } from '#search/search_context.ts'
import { USER_HOLDER } from '#modules/custom_data/custom_fields/holders.ts'
import { profileKeys } from '#modules/custom_data/custom_fields/profile_store.ts'
import { makeUserSearch, userCondition, userPrefixCondition } from './search_store.ts'

/** Fewer characters would match almost every user. */
const SHORTEST = 2

/** The condition of a query; null when no user can match. @throws Unprocessable for a query with too many terms */
export async function userSearchCondition(ctx: Context, query: string): Promise<Condition | null> {
  const keys = await profileKeys(ctx, USER_HOLDER)
  const parsed = parseQuery(query)
  if (parsed.is_excessive) throw new Unprocessable('invalid', `Invalid search: a query has at most ${MAX_TERMS} terms`)
  const searched = makeUserSearch(keys)
  const asked = withWordsForUnknown(parsed, (name) => searched.property(name) !== undefined)
  const meaning = meaningOf(asked, searched, searchContext(ctx))
  return meaning === null ? null : userCondition(meaning)
}

/** The condition for autocompletion by name, e-mail address or phone number; null when the text is too short. */
export function userAutocompleteCondition(ctx: Context, typed: { name?: string | null; phone?: string | null }): Condition | null {
  const name = typed.name?.trim() ?? ''
  const phone = typed.phone?.trim() ?? ''
  if (name.length >= SHORTEST) return userPrefixCondition(searchContext(ctx), name.includes('@') ? 'email' : 'name', name)
  return phone.length >= SHORTEST ? userPrefixCondition(searchContext(ctx), 'phone', phone) : null
}
