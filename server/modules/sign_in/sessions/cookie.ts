/** The cookie that carries a session. Pages of other sites cannot read it, and do not send it with a write. */
import { SESSION_COOKIE, SESSION_SECONDS } from '../../../auth/sessions.ts'
import { deviceCookie } from '../../../auth/known_origins.ts'
import type { Context } from '../../../context.ts'

/** The `Set-Cookie` headers of who has signed in: the session's, and the one that makes the browser known. */
export function signedInCookies(ctx: Context, token: string, device: string): Record<string, string | string[]> {
  return { 'set-cookie': [sessionCookie(ctx, token)['set-cookie'] as string, deviceCookie(ctx.caller.base_url, device)] }
}

/** The `Set-Cookie` header of a session's token; null takes the cookie away. Over https it is sent over https only. */
export function sessionCookie(ctx: Context, token: string | null): Record<string, string> {
  const secure = ctx.caller.base_url.startsWith('https:') ? '; Secure' : ''
  return {
    'set-cookie': `${SESSION_COOKIE}=${token ?? ''}; Path=/; Max-Age=${token === null ? 0 : SESSION_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
  }
}
