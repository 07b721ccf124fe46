import { type ListSearch, parseListSearch, withWords } from '#kit/table/search.ts'
import type { Integration, IntegrationState } from './queries.ts'
import { isOneOf } from '#lib/objects.ts'

const STATES: readonly IntegrationState[] = ['creating', 'active', 'revoking', 'revoked']

export type StateFilter = IntegrationState | 'all'

/** The search parameters of the list. Defaults: "all", "", page 1. */
export interface IntegrationSearch extends ListSearch {
  state?: IntegrationState
}

/** Parses the search parameters; invalid ones are left out. */
export function parseIntegrationSearch(search: Record<string, unknown>): IntegrationSearch {
  const { state } = search
  return { ...(isOneOf(STATES, state) ? { state } : {}), ...parseListSearch(search) }
}

/** The integrations that contain every word of the text in their name, kind or configuration. */
export function filterIntegrations(integrations: readonly Integration[], text: string): Integration[] {
  return withWords(integrations, text, ({ name, kind, config }) => [name, kind, ...Object.values(config)])
}

/** The integrations in one state. */
export function withState(integrations: readonly Integration[], state: StateFilter): readonly Integration[] {
  return state === 'all' ? integrations : integrations.filter((integration) => integration.state === state)
}
