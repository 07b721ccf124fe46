import type { OAuthClient } from '../../../api/oauth_clients.ts'

/** What the list shows, as it stands in the address of the page; what is not given is "" and page 1. */
export interface ClientSearch {
  q?: string
  page?: number
}

/** Reads the address; anything that makes no sense is left out. */
export function parseClientSearch({ q, page }: Record<string, unknown>): ClientSearch {
  return {
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' ? { q: String(q) } : {}),
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 ? { page } : {}),
  }
}

/** The clients in which every word of the text occurs. */
export function matching(clients: readonly OAuthClient[], text: string): OAuthClient[] {
  const words = text.toLowerCase().split(/\s+/)
  return clients.filter(({ name, identifier, company, description, redirect_uri }) => {
    const content = [name, identifier, company, description, ...redirect_uri].join(' ').toLowerCase()
    return words.every((word) => content.includes(word))
  })
}
