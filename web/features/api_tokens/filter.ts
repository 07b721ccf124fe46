import { type ListSearch, parseListSearch, withWords } from '#kit/table/search.ts'
import type { ApiToken } from './queries.ts'

export type StatusFilter = 'all' | 'active' | 'inactive'

/** The search parameters of the list. Defaults: "all", "", page 1. */
export interface TokenSearch extends ListSearch {
  status?: Exclude<StatusFilter, 'all'>
}

/** Parses the search parameters; invalid ones are left out. */
export function parseTokenSearch(search: Record<string, unknown>): TokenSearch {
  const { status } = search
  return { ...(status === 'active' || status === 'inactive' ? { status } : {}), ...parseListSearch(search) }
}

/** The tokens in which every word of the text occurs: in description, reason, creator or the visible part of the value. */
export function filterTokens(tokens: readonly ApiToken[], text: string): ApiToken[] {
  return withWords(tokens, text, (token) => [token.description, token.reason, token.user_name, token.user_email, token.visible_token])
}

/** The tokens with a status. */
export function withStatus(tokens: readonly ApiToken[], status: StatusFilter): readonly ApiToken[] {
  return status === 'all' ? tokens : tokens.filter(({ active }) => active === (status === 'active'))
}
