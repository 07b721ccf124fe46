/** The routes of single sign-on. Browsers navigate to them; they are not called by scripts. */
import { deviceTokenOf } from '#auth/known_origins.ts'
import type { Context } from '#core/context.ts'
import { answerOk, type Result, route } from '#http/route.ts'
import { makeSignInCookies } from '../sessions/cookie.ts'
import { browserCookie, browserOf } from './cookie.ts'
import { presentMethods } from './present.ts'
import { CallbackQuery, SignInMethods, VisitQuery } from './schema.ts'
import { completeSso, startSso, SsoRefused } from './sso.ts'
import { activeIdentityProviders } from './store.ts'

/** A redirect that sends no Referer, since the current URL holds secrets. */
function redirect(location: string, headers: Record<string, string | string[]> = {}): Result {
  return { status: 302, headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', ...headers } }
}

/** Redirects refusals to the sign-in page, which displays the reason: a person is using these routes. */
async function redirectingRefusals(ctx: Context, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SsoRefused)) throw error
    return redirect(`${ctx.caller.base_url}/sign-in?refused=${error.refusal}`)
  }
}

const asSent = (query: Readonly<Record<string, string | string[]>>) =>
  new URLSearchParams(Object.entries(query).flatMap(([key, value]) => [value].flat().map((one): [string, string] => [key, one]))).toString()

export const ssoRoutes = [
  route({
    method: 'GET',
    path: '/access/methods',
    name: 'access/methods',
    summary: 'List the sign-in methods of this instance',
    scope: null,
    anonymous: true,
    credentials: 'none',
    answer: SignInMethods,
    handle: async (ctx) => answerOk({ methods: presentMethods(ctx, await activeIdentityProviders(ctx)) }),
  }),
  route({
    method: 'GET',
    path: '/access/sso/callback',
    name: 'access/sso_callback',
    summary: 'Complete single sign-on: the callback of an identity provider',
    scope: null,
    anonymous: true,
    credentials: 'none',
    query: CallbackQuery,
    handle: (ctx, { query, address, cookies }) =>
      redirectingRefusals(ctx, async () => {
        const browser = browserOf(ctx, cookies)
        const device = deviceTokenOf(cookies)
        const {
          token,
          device: known,
          return_to,
        } = await completeSso(ctx, { state: query.state, browser, device, query: asSent(address.query) })
        return redirect(ctx.caller.base_url + return_to, makeSignInCookies(ctx, token, known))
      }),
  }),
  route({
    method: 'GET',
    path: '/access/sso/:id',
    name: 'access/sso',
    summary: 'Start single sign-on: redirect to an identity provider',
    scope: null,
    anonymous: true,
    credentials: 'none',
    query: VisitQuery,
    handle: (ctx, { params, query, cookies }) =>
      redirectingRefusals(ctx, async () => {
        const { location, browser } = await startSso(ctx, params.id, query.return_to, browserOf(ctx, cookies))
        return redirect(location, browserCookie(ctx, browser))
      }),
  }),
]
