/** Contexts without a request, for tests: of the system, of a user, and a client with a session. */
import assert from 'node:assert/strict'
import { accountById } from '#accounts/directory.ts'
import { readActor } from '#auth/actors.ts'
import { openSession, SESSION_COOKIE } from '#auth/sessions.ts'
import { type Context, systemContext } from '#core/context.ts'
import type { TestApp } from './app.ts'
import { type Client, makeClient } from './client.ts'

/** The context of work done by the system in the account under test. */
export async function systemOf(app: TestApp): Promise<Context> {
  const { services, database, log } = app.running.server
  const account = await accountById(services, app.account_id)
  assert.ok(account)
  return systemContext({ account, db: database, log, services, base_url: app.base_url })
}

/** As {@link systemOf}, as a user. */
export async function makeContextAs(app: TestApp, userId: number): Promise<Context> {
  const ctx = await systemOf(app)
  const found = await readActor(ctx, userId)
  assert.ok(found)
  return { ...ctx, actor: found.actor, auth: { ...ctx.auth, is_personal: true } }
}

/** A client with a session of a user without a password; `bare` sends only the cookie, as a page of another site does. */
export async function sessionFor(app: TestApp, userId: number): Promise<Client & { readonly bare: Client; readonly cookie: string }> {
  const { token } = await openSession(await systemOf(app), app.running.server.services.pepper, userId)
  const cookie = `${SESSION_COOKIE}=${token}`
  const bare = makeClient(app.base_url, { cookie })
  const { user } = (await bare.get('/api/v2/users/me')).body
  assert.equal(user.id, userId)
  return { ...makeClient(app.base_url, { cookie, 'x-csrf-token': user.authenticity_token }), bare, cookie }
}
