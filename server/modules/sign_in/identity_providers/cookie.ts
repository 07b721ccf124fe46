/** The cookie that binds a single sign-on attempt to a browser: a callback in another browser is refused. */
import type { Context } from '#core/context.ts'
import { VISIT_SECONDS } from './visit_store.ts'

const isSecure = (ctx: Context) => ctx.caller.base_url.startsWith('https:')
/** The `__Host-` prefix prevents other hosts of the same domain from setting the cookie. @source RFC 6265bis §4.1.3.2 */
const nameOf = (ctx: Context) => (isSecure(ctx) ? '__Host-deskhand_sso' : 'deskhand_sso')

/** The value of the cookie in a Cookie header. */
export function browserOf(ctx: Context, cookies: string | undefined): string | undefined {
  const name = nameOf(ctx)
  return cookies
    ?.split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}

/** The `Set-Cookie` header. SameSite=Lax, because the provider's page redirects the browser back here. */
export function browserCookie(ctx: Context, browser: string): Record<string, string> {
  const secure = isSecure(ctx) ? '; Secure' : ''
  return { 'set-cookie': `${nameOf(ctx)}=${browser}; Path=/; Max-Age=${VISIT_SECONDS}; HttpOnly; SameSite=Lax${secure}` }
}
