/**
 * Requesting a link to choose a new password, for users who cannot sign in. Every address gets the same answer: a job looks it up, so that
 * not even the response time reveals whether a user has the address.
 */
import { countMailRequest } from '#auth/throttle.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import { enqueue } from '#queue/enqueue.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { deliveryOf, mailPasswordLink, UNCONFIRMED } from './link.ts'
import { findPasswordHolderByEmail } from './store.ts'
import { addressKey, isEmailAddress } from '#lib/text_forms.ts'

/** The job payload. */
interface LinkRequest {
  readonly email: string
}

/**
 * Queues a mail with a link to an address, which is sent if a user signs in with it.
 * @throws RecordInvalid for an invalid address @throws EndpointLimitExceeded after too many requests within an hour
 */
export async function askForPasswordLink(ctx: Context, given: string): Promise<void> {
  const email = addressKey(given)
  if (!isEmailAddress(email)) refuseInvalid({ email: [{ description: 'Email: must be an e-mail address', error: 'InvalidValue' }] })
  await countMailRequest(ctx.db, { account_id: ctx.account.id, name: email, address: ctx.caller.ip_address })
  const payload: LinkRequest = { email }
  await inTransaction(ctx, (tx) => enqueue(tx, 'mail_password_link', payload))
}

/**
 * The job: mails the link to the user who signs in with the address. An unverified address gets no mail once its user has a password:
 * someone else may have mistyped it. Nor does an address that a program alone has given to staff.
 */
export async function mailForgottenPassword(ctx: Context, { email }: LinkRequest): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const holder = await findPasswordHolderByEmail(tx, email)
    if (holder === undefined || (!holder.verified && holder.password_hash !== null)) return
    const what = 'Link to choose a password, requested on the sign-in page,'
    const change_description = holder.is_confirmed
      ? `${what} ${deliveryOf(await mailPasswordLink(tx, holder, true))}`
      : `${what} not sent: ${UNCONFIRMED}`
    await recordAudit(tx, { action: 'update', source_type: 'user', source_id: holder.id, source_label: holder.name, change_description })
  })
}
