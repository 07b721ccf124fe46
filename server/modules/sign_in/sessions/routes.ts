import { can } from '#permissions/permissions.ts'
import { deviceTokenOf } from '#auth/known_origins.ts'
import { chooseCsrfToken } from '#auth/sessions.ts'
import type { Context } from '#core/context.ts'
import { listEnvelope } from '#http/envelope.ts'
import { type PagingQuery, readPaging, type Sorting } from '#http/paging.ts'
import { type Address, answerNoContent, answerOk, route, forbidCaching } from '#http/route.ts'
import { listQuery } from '#http/shape.ts'
import { sessionCookie, makeSignInCookies } from './cookie.ts'
import { endSession, endSessionsOf, readSession, requireSessionsOf, signOut } from './end.ts'
import { readOwnSession } from './own.ts'
import { presentOwnSession, presentSession } from './present.ts'
import { OneSession, OwnSession, Renewed, SecondFactorCodeBody, SignInAnswer, SignInBody, SomeSessions } from './schema.ts'
import type { SignedIn } from './open.ts'
import { giveSecondFactor } from './second_step.ts'
import { signIn } from './sign_in.ts'
import { listSessions, SESSION_SORTING, USER_SESSION_SORTING } from './store.ts'

interface ListInput {
  readonly query: PagingQuery
  readonly address: Address
}

async function list(ctx: Context, userId: number | undefined, sorting: Sorting, input: ListInput) {
  const page = await listSessions(ctx, userId, readPaging(input.query, sorting, 'sessions/index'))
  return answerOk(
    listEnvelope(
      input.address,
      'sessions',
      page,
      page.rows.map((row) => presentSession(ctx, row)),
    ),
  )
}

const answerSignIn = (ctx: Context, { token, device, user }: SignedIn) =>
  forbidCaching({ status: 201, body: { user }, headers: makeSignInCookies(ctx, token, device) })

/** @source docs/reference/authentication.md §7 */
export const sessionRoutes = [
  route({
    method: 'POST',
    path: '/access/sign_in',
    name: 'access/sign_in',
    summary: 'Sign in with e-mail and password and get a session cookie',
    scope: null,
    anonymous: true,
    credentials: 'none',
    json_only: true,
    body: SignInBody,
    answer: SignInAnswer,
    async handle(ctx, { body, cookies }) {
      const result = await signIn(ctx, body, deviceTokenOf(cookies))
      // 202 also means success to some clients, but there is no session yet
      return 'token' in result ? answerSignIn(ctx, result) : forbidCaching({ status: 202, body: result })
    },
  }),
  route({
    method: 'POST',
    path: '/access/second_factor',
    name: 'access/second_factor',
    summary: 'Complete sign-in with a second-factor code',
    scope: null,
    anonymous: true,
    credentials: 'none',
    json_only: true,
    body: SecondFactorCodeBody,
    answer: SignInAnswer,
    handle: async (ctx, { body, cookies }) => answerSignIn(ctx, await giveSecondFactor(ctx, body, deviceTokenOf(cookies))),
  }),
  route({
    method: 'GET',
    path: '/api/v2/sessions',
    name: 'sessions/index',
    summary: "List sessions: all for administrators, otherwise the caller's",
    scope: 'users',
    query: listQuery({}),
    answer: SomeSessions,
    handle: (ctx, input) => list(ctx, can(ctx, 'user.manage_staff') ? undefined : ctx.actor.id, SESSION_SORTING, input),
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/:user_id/sessions',
    name: 'sessions/index',
    summary: "List a user's sessions",
    scope: 'users',
    query: listQuery({}),
    answer: SomeSessions,
    async handle(ctx, input) {
      await requireSessionsOf(ctx, input.params.user_id)
      return list(ctx, input.params.user_id, USER_SESSION_SORTING, input)
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/users/:user_id/sessions',
    name: 'sessions/destroy_many',
    summary: 'End all sessions of a user',
    scope: 'users',
    async handle(ctx, { params }) {
      await endSessionsOf(ctx, params.user_id)
      return answerNoContent()
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/:user_id/sessions/:id',
    name: 'sessions/show',
    summary: 'Show a session of a user',
    scope: 'users',
    answer: OneSession,
    handle: async (ctx, { params }) => answerOk({ session: presentSession(ctx, await readSession(ctx, params.user_id, params.id)) }),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/users/:user_id/sessions/:id',
    name: 'sessions/destroy',
    summary: 'End a session of a user',
    scope: 'users',
    async handle(ctx, { params }) {
      await endSession(ctx, params.user_id, params.id)
      return answerNoContent()
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/users/me/logout',
    name: 'sessions/logout',
    summary: 'Sign out (end the current session)',
    scope: 'users',
    while_enrolling: true,
    async handle(ctx) {
      await signOut(ctx)
      return { ...answerNoContent(), headers: sessionCookie(ctx, null) }
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/me/session',
    name: 'sessions/current',
    summary: 'Show the session used for this request',
    scope: 'users',
    while_enrolling: true,
    answer: OwnSession,
    handle: async (ctx) => answerOk({ session: presentOwnSession(ctx, await readOwnSession(ctx)) }),
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/me/session/renew',
    name: 'sessions/renew',
    summary: "Show the session's CSRF token, required in X-CSRF-Token for writes",
    scope: 'users',
    while_enrolling: true,
    answer: Renewed,
    handle: async (_ctx, { csrf }) => answerOk({ authenticity_token: chooseCsrfToken(csrf) }),
  }),
]
