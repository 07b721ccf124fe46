/** Reads and ends sessions: one's own, or any user's for administrators. @source docs/reference/authentication.md §7 */
import { ensureDefined } from '#lib/defined.ts'
import { can } from '#permissions/permissions.ts'
import { credentialsTopic } from '#auth/credentials.ts'
import { closeSessions } from '#auth/sessions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden } from '#core/errors.ts'
import { auditSessionsEnded } from '#modules/people/users/signed_out.ts'
import { getUser } from '#modules/people/users/store.ts'
import { deleteSession, getSession, type SessionRow, signOutSession } from './store.ts'

/** @throws Forbidden when the caller may not manage this user's sessions @throws NotFound when there is no such user */
export async function requireSessionsOf(ctx: Context, userId: number): Promise<void> {
  if (userId === ctx.actor.id) return
  if (!can(ctx, 'user.manage_staff')) throw new Forbidden()
  await getUser(ctx, userId)
}

/** One session. @throws Forbidden @throws NotFound */
export async function readSession(ctx: Context, userId: number, id: number): Promise<SessionRow> {
  await requireSessionsOf(ctx, userId)
  return getSession(ctx, userId, id)
}

/**
 * Ends one session. Jobs it started can no longer run. If it is the session of this request, this is a sign-out and its jobs continue.
 * @throws Forbidden @throws NotFound
 */
export async function endSession(ctx: Context, userId: number, id: number): Promise<void> {
  await readSession(ctx, userId, id)
  await inTransaction(ctx, async (tx) => {
    if (tx.auth.kind === 'session' && tx.auth.credential_id === id) await signOutSession(tx, id)
    else await deleteSession(tx, userId, id)
    await auditSessionsEnded(tx, { id: userId })
    await tx.services.cache.invalidate(tx.db, credentialsTopic(ctx.account.id))
  })
}

/** Ends all sessions of a user. @throws Forbidden @throws NotFound */
export async function endSessionsOf(ctx: Context, userId: number): Promise<void> {
  await requireSessionsOf(ctx, userId)
  await inTransaction(ctx, async (tx) => {
    await closeSessions(tx, userId)
    await auditSessionsEnded(tx, { id: userId })
  })
}

/** Ends the session of this request; does nothing for callers without one. */
export async function signOut(ctx: Context): Promise<void> {
  if (ctx.auth.kind === 'session') await endSession(ctx, ctx.actor.id, ensureDefined(ctx.auth.credential_id))
}
