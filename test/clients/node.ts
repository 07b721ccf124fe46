/** The public Node client as the tests of it use it. */
import { randomBytes } from 'node:crypto'
import zendesk from 'node-zendesk'
import type { TestApp } from '../app.ts'

/** What the client's methods bring; what its types promise is not always what it does. */
export type Loose = any

/** Makes clients of an application: with other credentials, or of the administrator by token. */
export function nodeClients({ base_url, admin }: TestApp): { connect: (options: object) => Loose; client: Loose } {
  const endpointUri = `${base_url}/api/v2`
  const connect = (options: object): Loose => zendesk.createClient({ endpointUri, throwOriginalException: true, ...options })
  return { connect, client: connect({ username: admin.email, token: admin.token }) }
}

/** A name nothing else has. */
export const unique = (word: string): string => `${word}-${randomBytes(4).toString('hex')}`

/** For assert.rejects: the error of an answer with this status. */
export const fails =
  (statusCode: number) =>
  (error: { statusCode?: number }): boolean =>
    error.statusCode === statusCode

/** The ids of records, in their order. */
export const ids = (rows: Loose[]): Loose[] => rows.map((row) => row.id)

/** A record as the client brings it: bare, or below its name where the client does not know that. */
export const recordOf = (answer: Loose, name: string): Loose => answer.result[name] ?? answer.result
