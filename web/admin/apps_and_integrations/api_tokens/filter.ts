import type { ApiToken } from '../../../api/types.ts'
import { type ListSearch, parseListSearch, withWords } from '../../../table/search.ts'

export type StatusFilter = 'all' | 'active' | 'inactive'

/** What the list shows, as it stands in the address of the page; what is not given is "all", "" and page 1. */
export interface TokenSearch extends ListSearch {
  status?: Exclude<StatusFilter, 'all'>
}

/** Reads the address; anything that makes no sense is left out. */
export function parseTokenSearch(search: Record<string, unknown>): TokenSearch {
  const { status } = search
  return { ...(status === 'active' || status === 'inactive' ? { status } : {}), ...parseListSearch(search) }
}

/** The tokens in which every word of the text occurs: in description, reason, creator or the visible part of the value. */
export function matching(tokens: readonly ApiToken[], text: string): ApiToken[] {
  return withWords(tokens, text, (token) => [token.description, token.reason, token.user_name, token.user_email, token.visible_token])
}

/** The tokens of one state. */
export function withStatus(tokens: readonly ApiToken[], status: StatusFilter): readonly ApiToken[] {
  return status === 'all' ? tokens : tokens.filter(({ active }) => active === (status === 'active'))
}
