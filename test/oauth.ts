/** Helpers for tests of OAuth: clients, users on the consent page, and authorization codes. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import type { TestApp } from './app.ts'
import { type Client, makeClient } from './client.ts'

/** A client that was registered, with its secret. */
export interface RegisteredClient {
  readonly id: number
  readonly client_id: string
  readonly client_secret: string
}

export const CALLBACK = 'https://app.example.com/callback'

/** Registers a client as the administrator, by token unless another client is given. */
export async function registerClient({ api }: Pick<TestApp, 'api'>, client: object = {}): Promise<RegisteredClient> {
  const identifier = `client-${randomBytes(4).toString('hex')}`
  const { status, body } = await api.post('/api/v2/oauth/clients', {
    client: { name: 'Connector', identifier, redirect_uri: [CALLBACK], ...client },
  })
  assert.equal(status, 201, JSON.stringify(body))
  return { id: body.client.id, client_id: body.client.identifier, client_secret: body.client.secret }
}

/** A client with the session of a user who has just signed in. */
export async function signInUser(app: TestApp, { email, password }: { email: string; password: string }): Promise<Client> {
  const answer = await app.as({}).post('/access/sign_in', { email, password })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  return makeClient(app.base_url, { cookie, 'x-csrf-token': answer.body.user.authenticity_token })
}

/** A verifier with its challenge. @source RFC 7636 §4 */
export function makePkce(): { code_verifier: string; code_challenge: string; code_challenge_method: 'S256' } {
  const code_verifier = randomBytes(32).toString('base64url')
  return { code_verifier, code_challenge: createHash('sha256').update(code_verifier).digest('base64url'), code_challenge_method: 'S256' }
}

/** The URL a user's decision redirects to. */
export async function submitDecision(person: Client, request: object, decision: 'allow' | 'deny' = 'allow'): Promise<URL> {
  const { status, body } = await person.post('/api/v2/oauth/authorizations', {
    authorization: { response_type: 'code', redirect_uri: CALLBACK, ...request, decision },
  })
  assert.equal(status, 200, JSON.stringify(body))
  return new URL(body.redirect_to)
}

/** The authorization code of a user's consent. */
export async function codeFor(person: Client, request: object): Promise<string> {
  const address = await submitDecision(person, request)
  const code = address.searchParams.get('code')
  assert.ok(code !== null, address.href)
  return code
}
