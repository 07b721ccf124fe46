import type { ApiToken } from '../../../api/types.ts'

export type StatusFilter = 'all' | 'active' | 'inactive'

/** What the list shows, as it stands in the address of the page; what is not given is "all", "" and page 1. */
export interface TokenSearch {
  status?: Exclude<StatusFilter, 'all'>
  q?: string
  page?: number
}

/** Reads the address; anything that makes no sense is left out. */
export function parseTokenSearch(search: Record<string, unknown>): TokenSearch {
  const { status, q, page } = search
  return {
    ...(status === 'active' || status === 'inactive' ? { status } : {}),
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' ? { q: String(q) } : {}),
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 ? { page } : {}),
  }
}

/** The tokens in which every word of the text occurs: in description, reason, creator or the visible part of the value. */
export function matching(tokens: readonly ApiToken[], text: string): ApiToken[] {
  const words = text.toLowerCase().split(/\s+/)
  return tokens.filter((token) => {
    const { description, reason, user_name, user_email, visible_token } = token
    const content = [description, reason, user_name, user_email, visible_token].join(' ').toLowerCase()
    return words.every((word) => content.includes(word))
  })
}

/** The tokens of one state. */
export function withStatus(tokens: readonly ApiToken[], status: StatusFilter): readonly ApiToken[] {
  return status === 'all' ? tokens : tokens.filter(({ active }) => active === (status === 'active'))
}
