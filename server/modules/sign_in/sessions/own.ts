/** The session of a request. @source docs/reference/authentication.md §7 */
import type { Context } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { machineNow } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'
import { CALL_METHODS } from './schema.ts'
import { getSession, nextSessionId, type SessionRow } from './store.ts'

/** A session, or a call that is described as one. */
export type OwnSession = Omit<SessionRow, 'method'> & { readonly method: SessionRow['method'] | (typeof CALL_METHODS)[number] }

/**
 * The session of this request. Other credentials get a description of the call: nothing is stored, and its id is that of no session. A session
 * acts in person, so a token must not be able to get one. @throws NotFound for an actor that is no caller
 */
export async function readOwnSession(ctx: Context): Promise<OwnSession> {
  const { auth, actor, caller } = ctx
  if (auth.kind === 'session') return getSession(ctx, actor.id, ensureDefined(auth.credential_id))
  const method = CALL_METHODS.find((kind) => kind === auth.kind)
  if (method === undefined) throw new NotFound()
  const now = machineNow().toISOString()
  return {
    id: await nextSessionId(ctx),
    user_id: actor.id,
    authenticated_at: now,
    last_seen_at: now,
    ip_address: caller.ip_address,
    user_agent: caller.user_agent?.slice(0, 500) ?? null,
    method,
    second_factor: false,
  }
}
