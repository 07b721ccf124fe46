import type { Integration, IntegrationState } from '../../../api/integrations.ts'
import { type ListSearch, parseListSearch, withWords } from '../../../table/search.ts'

const STATES: readonly string[] = ['creating', 'active', 'revoking', 'revoked'] satisfies IntegrationState[]

export type StateFilter = IntegrationState | 'all'

/** What the list shows, as it stands in the address of the page; what is not given is "all", "" and page 1. */
export interface IntegrationSearch extends ListSearch {
  state?: IntegrationState
}

/** Reads the address; anything that makes no sense is left out. */
export function parseIntegrationSearch(search: Record<string, unknown>): IntegrationSearch {
  const { state } = search
  const known = typeof state === 'string' && STATES.includes(state)
  return { ...(known ? { state: state as IntegrationState } : {}), ...parseListSearch(search) }
}

/** The integrations in which every word of the text occurs: in name, kind or what is configured. */
export function matching(integrations: readonly Integration[], text: string): Integration[] {
  return withWords(integrations, text, ({ name, kind, config }) => [name, kind, ...Object.values(config)])
}

/** The integrations in one state. */
export function withState(integrations: readonly Integration[], state: StateFilter): readonly Integration[] {
  return state === 'all' ? integrations : integrations.filter((integration) => integration.state === state)
}
