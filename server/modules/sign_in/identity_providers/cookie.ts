/** The cookie a browser is known by while it is at a provider: without it, what a provider sends back to another browser opens nothing. */
import type { Context } from '../../../context.ts'
import { VISIT_SECONDS } from './visit_store.ts'

const isSecure = (ctx: Context) => ctx.caller.base_url.startsWith('https:')
/** The prefix keeps other hosts of the same domain from planting one. @source RFC 6265bis §4.1.3.2 */
const nameOf = (ctx: Context) => (isSecure(ctx) ? '__Host-deskhand_sso' : 'deskhand_sso')

/** What the browser is known by, from its Cookie header. */
export function browserOf(ctx: Context, cookies: string | undefined): string | undefined {
  const name = nameOf(ctx)
  return cookies
    ?.split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}

/** The `Set-Cookie` header. Lax, since the provider's page sends the browser back with a link. */
export function browserCookie(ctx: Context, browser: string): Record<string, string> {
  const secure = isSecure(ctx) ? '; Secure' : ''
  return { 'set-cookie': `${nameOf(ctx)}=${browser}; Path=/; Max-Age=${VISIT_SECONDS}; HttpOnly; SameSite=Lax${secure}` }
}
