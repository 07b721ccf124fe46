/** Users in a browser, for tests: signed in with a cookie, some of them with a second factor. */
import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import { defineStatement } from '#db/builder.ts'
import type { TestApp } from './app.ts'
import { type Answer, type Client, makeClient } from './client.ts'

/** A user who can sign in with a password. */
export interface Person {
  readonly email: string
  readonly password: string
}

/** A client with a session: its cookie, and the CSRF token for its writes. */
export interface SessionClient extends Client {
  readonly cookie: string
  readonly csrf: string
}

/** The session a response to signing in has created. @throws AssertionError when it has created none */
export function sessionOf(base_url: string, answer: Answer): SessionClient {
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  const cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  const csrf: string = answer.body.user.authenticity_token
  return { ...makeClient(base_url, { cookie, 'x-csrf-token': csrf }), cookie, csrf }
}

/** Signs in a user without a second factor. */
export async function signInUser(app: TestApp, { email, password }: Person): Promise<SessionClient> {
  return sessionOf(app.base_url, await app.as({}).post('/access/sign_in', { email, password }))
}

/** The current code of the app for a secret. */
export function codeNow(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate()
}

/** A code that is certainly wrong. */
export function wrongCode(secret: string): string {
  return String((Number(codeNow(secret)) + 500_000) % 1_000_000).padStart(6, '0')
}

const rewind = defineStatement<unknown>('update second_factors set last_step = 0 where account_id = $1')

/** Makes the current code acceptable again, so that a test need not wait for the next one. */
export async function nextStep(app: TestApp): Promise<void> {
  await app.database.database.run(rewind(app.account_id))
}

/** Sets up a second factor in a session. */
export async function enrol(app: TestApp, session: Client, password: string): Promise<{ secret: string; recovery_codes: string[] }> {
  const begun = await session.post('/api/v2/users/me/second_factor', { second_factor: { password } })
  assert.equal(begun.status, 201, JSON.stringify(begun.body))
  const { secret } = begun.body.second_factor
  const confirmed = await session.post('/api/v2/users/me/second_factor/confirm', { second_factor: { code: codeNow(secret) } })
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body))
  await nextStep(app)
  return { secret, recovery_codes: confirmed.body.recovery_codes }
}

/** Signs in a user with a second factor by password; returns the challenge. */
export async function challengeOf(app: TestApp, { email, password }: Person): Promise<string> {
  const answer = await app.as({}).post('/access/sign_in', { email, password })
  assert.equal(answer.status, 202, JSON.stringify(answer.body))
  assert.equal(answer.headers.get('set-cookie'), null)
  return answer.body.second_factor.challenge
}
