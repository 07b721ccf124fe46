import { withWords } from '#kit/table/search.ts'
import type { OAuthClient } from './queries.ts'

/** The clients that contain every word of the text. */
export function filterClients(clients: readonly OAuthClient[], text: string): OAuthClient[] {
  return withWords(clients, text, ({ name, identifier, company, description, redirect_uri }) => [
    name,
    identifier,
    company,
    description,
    ...redirect_uri,
  ])
}
