/**
 * Invariant: no route answers a caller without credentials, unless it is declared public; a token allows what its scopes say and no more; a
 * page of another site writes nothing with a user's session.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { hashSecret } from '#core/secrets.ts'
import { listRequiredScopes } from '#auth/scopes.ts'
import { defineStatement } from '#db/builder.ts'
import { Forbidden, type HttpError, InvalidBearer, MissingScope, Unauthenticated } from '#core/errors.ts'
import type { AnyRoute } from '#http/route.ts'
import { allRoutes } from '#app/routes.ts'
import { useApp } from '../app.ts'
import type { Answer, Client } from '../client.ts'
import { putSettings } from '../instances.ts'
import { putPerson } from '../records.ts'
import { drawSample } from '../sweep.ts'
import { assertDocumented } from './envelopes.ts'
import { fillPath, plainBody } from './input_fields.ts'
import { firstInstance, idsOf, populate } from './populate.ts'

const app = await useApp({}, { own: true }) // fills the first instance
const { database } = app.database
const unlimited = { rate_limit: { plan: 'unlimited', endpoints: false } }
const { pepper } = app.running.server.services

const COULD_NOT = { error: "Couldn't authenticate you" }
const INVALID_TOKEN = {
  error: 'invalid_token',
  error_description: 'The access token provided is expired, revoked, malformed or invalid for other reasons.',
}

/** Calls a route with an id that no record has, so that a caller who is let in does no harm. */
async function call(route: AnyRoute, client: Client, headers: Record<string, string> = {}): Promise<Answer> {
  const path = fillPath(route, () => '999999999')
  const method = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
  const answer = method === 'get' ? await client.get(path, headers) : await client[method](path, plainBody(route) ?? {}, headers)
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? null)
  assertDocumented(`${route.method} ${path}`, answer.status, answer.headers.get('content-type') ?? undefined, text)
  return answer
}

/** The body of a refusal by this route: some follow their own standard. */
const saidBy = (route: AnyRoute, error: HttpError): unknown => JSON.parse(JSON.stringify((route.refusal?.(error) ?? error).body))

const guarded = allRoutes.filter((route) => route.anonymous !== true && route.credentials !== 'none')
const scoped = guarded.filter((route) => route.scope !== null)
const accessOf = (route: AnyRoute) => route.access ?? (route.method === 'GET' ? 'read' : 'write')

test('only a handful of routes allow anonymous callers', () => {
  const open = allRoutes.filter((route) => !guarded.includes(route)).map((route) => `${route.method} ${route.path}`)
  assert.deepEqual(open.sort(), [
    'DELETE /api/v2/deskhand/instances/:subdomain',
    'GET /.well-known/oauth-authorization-server',
    'GET /access/methods',
    'GET /access/sso/:id',
    'GET /access/sso/callback',
    'GET /api/scim/v2/ResourceTypes',
    'GET /api/scim/v2/Schemas',
    'GET /api/scim/v2/ServiceProviderConfig',
    'GET /api/v2/locales',
    'GET /api/v2/locales/:id',
    'GET /api/v2/locales/agent',
    'GET /api/v2/locales/current',
    'GET /api/v2/locales/detect_best_locale',
    'GET /api/v2/locales/public',
    'GET /api/v2/openapi',
    'GET /api/v2/users/me',
    'GET /attachments/token/:token',
    'POST /access/forgotten_password',
    'POST /access/password_link',
    'POST /access/second_factor',
    'POST /access/sign_in',
    'POST /access/verify_address',
    'POST /api/v2/deskhand/instances',
    'POST /api/v2/deskhand/leaked_secrets',
    'POST /api/v2/requests',
    'POST /api/v2/uploads',
    'POST /oauth/introspect',
    'POST /oauth/revoke',
    'POST /oauth/tokens',
    'PUT /access/password_link',
    'PUT /api/v2/locales/detect_best_locale',
  ])
})

test('without valid credentials every other route answers 401', async () => {
  const stranger = app.as({})
  const makeBasicAuth = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
  const attempts: [headers: Record<string, string>, body: unknown][] = [
    [{}, COULD_NOT],
    [{ authorization: 'Negotiate x' }, COULD_NOT],
    [makeBasicAuth('no colon'), COULD_NOT],
    [makeBasicAuth(`${app.admin.email}/token:wrong`), COULD_NOT],
    [makeBasicAuth(`nobody@example.com/token:${app.admin.token}`), COULD_NOT],
    [{ authorization: 'Bearer wrong' }, INVALID_TOKEN],
    [{ authorization: 'Bearer' }, INVALID_TOKEN],
    [{ cookie: 'deskhand_session=wrong' }, COULD_NOT],
  ]
  for (const route of guarded)
    for (const [headers, body] of attempts) {
      const answer = await call(route, stranger, headers)
      assert.equal(answer.status, 401, `${route.method} ${route.path}`)
      assert.deepEqual(answer.body, saidBy(route, body === INVALID_TOKEN ? new InvalidBearer() : new Unauthenticated()))
      const scheme = body === INVALID_TOKEN ? 'Bearer error="invalid_token"' : 'Basic realm="Web Password"'
      assert.equal(answer.headers.get('www-authenticate'), scheme)
    }
})

test('removed, suspended and unverified users are anonymous, and so is everyone once token access is off', async () => {
  const routes = [guarded[0], guarded.at(-1)] as AnyRoute[]
  const changes = ['active = false', 'suspended = true']
  for (const change of changes) {
    const person = await putPerson(app, { role: 'admin' })
    await database.run(defineStatement<unknown>(`update users set ${change} where account_id = $1 and id = $2`)(1, person.id))
    for (const route of routes) assert.equal((await call(route, person.api)).status, 401, change)
  }
  const unverified = await putPerson(app, { role: 'admin' })
  await database.run(
    defineStatement<unknown>('update user_identities set verified = false where account_id = $1 and user_id = $2')(1, unverified.id),
  )
  for (const route of routes) assert.equal((await call(route, unverified.api)).status, 401)
  await putSettings(app, 1, { ...unlimited, api: { token_access: false } })
  for (const route of routes) assert.equal((await call(route, app.api)).status, 401)
  await putSettings(app, 1, unlimited)
})

const insertClient = defineStatement<{
  id: number
}>(`insert into oauth_clients (account_id, user_id, name, identifier, kind, secret_hash, visible_secret, created_at, updated_at)
  values (1, $1, 'Laws', 'laws', 'confidential', $2, 's', $3, $3) returning id`)
const insertToken =
  defineStatement<unknown>(`insert into oauth_tokens (account_id, client_id, user_id, scopes, granted_scopes, token_hash, visible_token, created_at, expires_at)
  values (1, $1, $2, $3, $3, $4, 't', $5, $6)`)
let clientId = 0
let tokens = 0

before(async () => {
  clientId = (await database.first(insertClient(app.admin.id, hashSecret(pepper, 'laws'), new Date())))?.id ?? 0
})

/** A client that calls as the administrator with a token of these scopes. */
async function makeBearerClient(scopes: readonly string[], expires_at: string | null = null): Promise<Client> {
  const secret = `laws-token-${++tokens}`
  await database.run(insertToken(clientId, app.admin.id, scopes, hashSecret(pepper, secret), new Date(), expires_at))
  return app.as({ bearer: secret })
}

const refusalOf = (route: AnyRoute) => saidBy(route, new MissingScope(listRequiredScopes(route.scope as string, accessOf(route))))
/** Refused for the scope of its route; an act may require more, with another message. */
const isRefusal = (route: AnyRoute, answer: Answer) => answer.status === 403 && isDeepStrictEqual(answer.body, refusalOf(route))

test('every route with a scope refuses a token without it, and names the missing scope', async () => {
  const clients = [await makeBearerClient(['nothing:read', 'nothing:write']), await makeBearerClient([])]
  for (const route of scoped)
    for (const client of clients) {
      const answer = await call(route, client)
      assert.equal(answer.status, 403, `${route.method} ${route.path}`)
      assert.deepEqual(answer.body, refusalOf(route))
    }
})

test('a read-only token reads and does not write, a write-only token writes and does not read', async () => {
  const reader = await makeBearerClient(['read'])
  const writer = await makeBearerClient(['write'])
  for (const route of scoped) {
    const isRead = accessOf(route) === 'read'
    assert.equal(isRefusal(route, await call(route, isRead ? writer : reader)), true, `${route.method} ${route.path}`)
    assert.equal(isRefusal(route, await call(route, isRead ? reader : writer)), false, `${route.method} ${route.path}`)
  }
})

test('the scope of a resource is sufficient for it, and all other scopes together are not', async () => {
  const words = [...new Set(scoped.map((route) => route.scope as string))].filter(Boolean)
  assert.ok(words.length >= 6)
  for (const word of ['', ...words]) {
    const others = await makeBearerClient(words.filter((other) => other !== word))
    const [both, reader] = word === '' ? [] : [await makeBearerClient([word]), await makeBearerClient([`${word}:read`])]
    for (const route of scoped.filter((each) => each.scope === word)) {
      const what = `${word} at ${route.method} ${route.path}`
      assert.equal(isRefusal(route, await call(route, others)), true, `all but ${what}`)
      if (both !== undefined) assert.equal(isRefusal(route, await call(route, both)), false, what)
      if (reader !== undefined) assert.equal(isRefusal(route, await call(route, reader)), accessOf(route) !== 'read', `read of ${what}`)
    }
  }
})

test('an expired token does not sign in', async () => {
  const past = await makeBearerClient(['read'], '2020-01-01T00:00:00.000Z')
  const future = await makeBearerClient(['read'], '2999-01-01T00:00:00.000Z')
  const route = guarded.find((each) => each.method === 'GET') as AnyRoute
  assert.deepEqual([(await call(route, past)).status, (await call(route, past)).body], [401, INVALID_TOKEN])
  assert.notEqual((await call(route, future)).status, 401)
})

async function signIn(): Promise<{ cookie: string; csrf: string }> {
  const { email, password } = app.admin
  const answer = await app.as({}).post('/access/sign_in', { email, password })
  assert.equal(answer.status, 201)
  return { cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '', csrf: answer.body.user.authenticity_token }
}

test('a session writes nothing without its own X-CSRF-Token, and reads without', async () => {
  const { cookie, csrf } = await signIn()
  const other = await signIn()
  const stranger = app.as({})
  const message = 'The X-CSRF-Token header is missing or wrong. GET /api/v2/users/me tells the current one.'
  const makeRefusal = (route: AnyRoute) => saidBy(route, new Forbidden(message))
  const endsSession = (route: AnyRoute) => route.path.endsWith('/logout')
  for (const route of guarded.filter((each) => each.method !== 'GET' && !endsSession(each))) {
    for (const wrong of [
      {},
      { 'x-csrf-token': '' },
      { 'x-csrf-token': 'x'.repeat(csrf.length) },
      { 'x-csrf-token': other.csrf },
      { 'x-csrf-token': `${csrf} x` },
    ]) {
      const answer = await call(route, stranger, { cookie, ...wrong })
      assert.equal(answer.status, 403, `${route.method} ${route.path}`)
      assert.deepEqual(answer.body, makeRefusal(route))
    }
    assert.notDeepEqual(
      (await call(route, stranger, { cookie, 'x-csrf-token': csrf })).body,
      makeRefusal(route),
      `${route.method} ${route.path}`,
    )
  }
  for (const route of guarded.filter((each) => each.method === 'GET'))
    assert.notEqual((await call(route, stranger, { cookie })).status, 401, route.path)
})

test('every kind of caller gets a documented answer from every route', async () => {
  const people = await Promise.all((['end-user', 'agent', 'admin'] as const).map((role) => putPerson(app, { role })))
  const { cookie, csrf } = await signIn()
  for (const route of drawSample('every kind of caller', allRoutes)) {
    for (const person of people) await call(route, person.api)
    await call(route, await bearerOnce())
    if (!route.path.endsWith('/logout')) await call(route, app.as({}), { cookie, 'x-csrf-token': csrf })
    await call(route, app.as({}))
  }
})

let unrestricted: Client | undefined
async function bearerOnce(): Promise<Client> {
  return (unrestricted ??= await makeBearerClient(['unrestricted']))
}

const MARK = 'Verschlusssache'
/** The routes of an instance that everyone may read. */
const PUBLIC = ['/api/v2/custom_statuses', '/api/v2/custom_statuses/:id', '/api/v2/ticket_forms', '/api/v2/ticket_forms/:id']
/** The routes that everyone may write, each user their own records. */
const OWN_WRITES = ['POST /api/v2/oauth/tokens', 'PUT /api/v2/users/me', 'PUT /api/v2/users/me/settings', 'DELETE /api/v2/users/me/logout']

test('an end user sees and writes nothing of others, whatever ids they try', async () => {
  await populate(app, firstInstance(app), MARK)
  const ids = await idsOf(app, 1)
  const someone = await putPerson(app, { role: 'end-user' })
  const written: string[] = []
  const wrong: string[] = []
  for (const route of guarded.filter((each) => !PUBLIC.includes(each.path))) {
    const path = fillPath(route, ({ table }) => ids.get(table as string)?.at(-1) ?? 1)
    const method = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
    const answer = method === 'get' ? await someone.api.get(path) : await someone.api[method](path, plainBody(route))
    if (answer.status >= 500 || JSON.stringify(answer.body ?? '').includes(MARK))
      wrong.push(`${route.method} ${route.path}: ${JSON.stringify(answer.body).slice(0, 300)}`)
    if (method !== 'get' && answer.status < 400) written.push(`${route.method} ${route.path}`)
  }
  assert.deepEqual(wrong, [])
  assert.deepEqual(
    written.filter((what) => !OWN_WRITES.includes(what)),
    [],
  )
})
