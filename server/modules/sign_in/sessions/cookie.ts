/** The session cookie. Pages of other sites can neither read it nor send it with a write. */
import { SESSION_COOKIE, SESSION_SECONDS } from '#auth/sessions.ts'
import { deviceCookie } from '#auth/known_origins.ts'
import type { Context } from '#core/context.ts'
import { ensureDefined } from '#lib/defined.ts'

/** The `Set-Cookie` headers after signing in: of the session, and of the known device. */
export function makeSignInCookies(ctx: Context, token: string, device: string): Record<string, string | string[]> {
  return { 'set-cookie': [ensureDefined(sessionCookie(ctx, token)['set-cookie']), deviceCookie(ctx.caller.base_url, device)] }
}

/** The `Set-Cookie` header for a session's token; null deletes the cookie. On https it has the Secure attribute. */
export function sessionCookie(ctx: Context, token: string | null): Record<string, string> {
  const secure = ctx.caller.base_url.startsWith('https:') ? '; Secure' : ''
  return {
    'set-cookie': `${SESSION_COOKIE}=${token ?? ''}; Path=/; Max-Age=${token === null ? 0 : SESSION_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
  }
}
