import { requireAllowedAddress } from '#auth/addresses.ts'
import type { KnownActor } from '#auth/actors.ts'
import { isHeldByUserOnly } from '#auth/in_person.ts'
import { keepDevice } from '#auth/known_origins.ts'
import { hashSecret } from '#core/secrets.ts'
import { authenticityToken, openSession, type SignInMethod } from '#auth/sessions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { mustHaveSecondFactor } from '../second_factors/present.ts'
import { presentCurrentUser } from '#modules/people/users/present.ts'
import type { CurrentUser } from '#modules/people/users/schema.ts'
import { writeAndPublishUser } from '#modules/people/user_events/publishing.ts'
import { markSignedIn } from '#modules/people/users/store.ts'

/** The result of signing in: the token for the cookie, and the user as they see themselves. */
export interface SignedIn {
  readonly token: string
  /** The token that makes the browser a known device. */
  readonly device: string
  readonly user: AnswerOf<typeof CurrentUser>
}

/**
 * Opens a session for an authenticated user, and audits how they signed in. Users who must have a second factor and gave none can only set
 * one up in this session; for single sign-on that is the identity provider's responsibility.
 * `device` is the browser's token, if it has one.
 * @throws Forbidden where staff may not call from this address
 */
export async function openSessionFor(
  ctx: Context,
  { actor }: KnownActor,
  by: Omit<SignInMethod, 'must_enrol'>,
  change_description: string,
  device?: string,
): Promise<SignedIn> {
  const { services, account, caller } = ctx
  requireAllowedAddress(account, { role: actor.role, is_credential: false, bounds: null }, caller.proven_address ?? '')
  return inTransaction({ ...ctx, actor }, async (tx) => {
    const must_enrol = by.method === 'password' && !by.second_factor && mustHaveSecondFactor(tx)
    const { id, token } = await openSession(tx, services.pepper, actor.id, { ...by, must_enrol })
    const known = await keepDevice(tx, actor.id, device)
    const row = await writeAndPublishUser(tx, actor.id, () => markSignedIn(tx, actor.id))
    await recordAudit(tx, { action: 'login', source_type: 'user', source_id: row.id, source_label: row.name, change_description })
    const auth = {
      kind: 'session',
      credential_id: id,
      client_id: null,
      scopes: null,
      is_personal: isHeldByUserOnly({ kind: 'session' }),
      ...(must_enrol ? { must_enrol } : {}),
    } as const
    const csrf = authenticityToken(services.pepper, hashSecret(services.pepper, token))
    return { token, device: known, user: await presentCurrentUser({ ...tx, auth }, row, csrf) }
  })
}
