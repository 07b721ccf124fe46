/** Helpers for tests with the public Node client. */
import { randomBytes } from 'node:crypto'
import zendesk from 'node-zendesk'
import type { TestApp } from '../app.ts'

/** The type of results of the client, whose declared types do not always match its behaviour. */
export type AnyResult = any

/** Creates clients of an application: with given options, or as the administrator by token. */
export function nodeClients({ base_url, admin }: TestApp): { connect: (options: object) => AnyResult; client: AnyResult } {
  const endpointUri = `${base_url}/api/v2`
  const connect = (options: object): AnyResult => zendesk.createClient({ endpointUri, throwOriginalException: true, ...options })
  return { connect, client: connect({ username: admin.email, token: admin.token }) }
}

/** A unique name. */
export const makeUniqueName = (word: string): string => `${word}-${randomBytes(4).toString('hex')}`

/** For assert.rejects: matches the client's error for a response with this status. */
export const failsWith =
  (statusCode: number) =>
  (error: { statusCode?: number }): boolean =>
    error.statusCode === statusCode

/** The ids of records, in order. */
export const listIds = (rows: AnyResult[]): AnyResult[] => rows.map((row) => row.id)

/** A record as the client returns it: bare, or under its name if the client does not unwrap it. */
export const recordOf = (answer: AnyResult, name: string): AnyResult => answer.result[name] ?? answer.result
