import type { Integration, IntegrationState } from '../../../api/integrations.ts'

const STATES: readonly string[] = ['creating', 'active', 'revoking', 'revoked'] satisfies IntegrationState[]

export type StateFilter = IntegrationState | 'all'

/** What the list shows, as it stands in the address of the page; what is not given is "all", "" and page 1. */
export interface IntegrationSearch {
  state?: IntegrationState
  q?: string
  page?: number
}

/** Reads the address; anything that makes no sense is left out. */
export function parseIntegrationSearch(search: Record<string, unknown>): IntegrationSearch {
  const { state, q, page } = search
  return {
    ...(typeof state === 'string' && STATES.includes(state) ? { state: state as IntegrationState } : {}),
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' ? { q: String(q) } : {}),
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 ? { page } : {}),
  }
}

/** The integrations in which every word of the text occurs: in name, kind or what is configured. */
export function matching(integrations: readonly Integration[], text: string): Integration[] {
  const words = text.toLowerCase().split(/\s+/)
  return integrations.filter(({ name, kind, config }) => {
    const content = [name, kind, ...Object.values(config)].join(' ').toLowerCase()
    return words.every((word) => content.includes(word))
  })
}

/** The integrations in one state. */
export function withState(integrations: readonly Integration[], state: StateFilter): readonly Integration[] {
  return state === 'all' ? integrations : integrations.filter((integration) => integration.state === state)
}
