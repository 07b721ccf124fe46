import type { RequestRole } from './queries.ts'
import { type ListSearch, parseListSearch } from '#kit/table/search.ts'

/** The lists, in the order of their tabs. */
export const tabs: readonly { value: RequestRole; label: string; empty: string }[] = [
  { value: 'mine', label: 'Mine', empty: 'You have not filed an access request yet.' },
  { value: 'to_approve', label: 'To approve', empty: 'No request is waiting for your approval.' },
  { value: 'to_review', label: 'To review', empty: 'No request is waiting for your review or decision.' },
  { value: 'to_issue', label: 'To issue', empty: 'No accepted request is waiting for you to issue it.' },
  { value: 'all', label: 'All', empty: 'There are no access requests that you can see.' },
]

/** The search parameters of the page. Defaults: the list returned by `currentWork`, any title, page 1. */
export interface RequestSearch extends ListSearch {
  tab?: RequestRole
}

/** Parses the search parameters; invalid ones are left out. */
export function parseRequestSearch(search: Record<string, unknown>): RequestSearch {
  const known = tabs.find(({ value }) => value === search['tab'])?.value
  return { ...(known === undefined ? {} : { tab: known }), ...parseListSearch(search) }
}
