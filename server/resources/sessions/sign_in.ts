import { checkPassword } from '../../auth/authenticate.ts'
import { hashSecret } from '../../auth/secrets.ts'
import { authenticityToken, openSession } from '../../auth/sessions.ts'
import { type Context, inTransaction } from '../../context.ts'
import { SignInRefused } from '../../errors.ts'
import { recordAudit } from '../audit_logs/record_store.ts'
import { presentCurrentUser } from '../users/present.ts'
import { markSignedIn } from '../users/store.ts'

/** Somebody who has just signed in: the token for his cookie, and he himself as he sees himself. */
export interface SignedIn {
  readonly token: string
  readonly user: Record<string, unknown>
}

/**
 * Opens a session for whoever knows e-mail and password, on instances of every kind: this is a person at a browser, not a
 * program with Basic authentication.
 * @throws SignInRefused when either is wrong @throws EndpointLimitExceeded after too many failures
 * @source auth.md §1 Session, §7
 */
export async function signIn(ctx: Context, input: { email?: string | null; password?: string | null }): Promise<SignedIn> {
  const { services, account, caller } = ctx
  const email = (input.email ?? '').trim().toLowerCase()
  const known = await checkPassword({ services, account, address: caller.ip_address }, email, input.password ?? '')
  if (known === undefined) throw new SignInRefused()
  return inTransaction({ ...ctx, actor: known.actor }, async (tx) => {
    const { token } = await openSession(tx, services.pepper, known.actor.id)
    const row = await markSignedIn(tx, known.actor.id)
    await recordAudit(tx, {
      action: 'login',
      source_type: 'user',
      source_id: row.id,
      source_label: row.name,
      change_description: 'Signed in with a password',
    })
    return { token, user: presentCurrentUser(tx, row, authenticityToken(services.pepper, hashSecret(services.pepper, token))) }
  })
}
