/**
 * Asking for a link to choose a new password by, for whoever cannot sign in. Whoever asks is answered the same, whatever the address: it is
 * looked up by a job, so not even the time that the answer takes says whether somebody is known by it.
 */
import { countedRequest } from '../../../auth/throttle.ts'
import { type Context, inTransaction } from '../../../context.ts'
import { refuseInvalid } from '../../../errors.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import { recordAudit } from '../../common/audit_logs/record_store.ts'
import { mailPasswordLink } from './link.ts'
import { findPasswordHolderByEmail } from './store.ts'

const ADDRESS = /^[^\s@]+@[^\s@]+$/

/** What the job is told. */
interface Asked {
  readonly email: string
}

/**
 * Has a link mailed to an address, if somebody signs in by it.
 * @throws RecordInvalid for what is no address @throws EndpointLimitExceeded after too many requests within an hour
 */
export async function askForPasswordLink(ctx: Context, given: string): Promise<void> {
  const email = given.trim().toLowerCase()
  if (!ADDRESS.test(email)) refuseInvalid({ email: [{ description: 'Email: must be an e-mail address', error: 'InvalidValue' }] })
  await countedRequest(ctx.db, { account_id: ctx.account.id, name: email, address: ctx.caller.ip_address })
  const asked: Asked = { email }
  await inTransaction(ctx, (tx) => enqueue(tx, 'mail_password_link', asked))
}

/**
 * The job: mails the link to whoever signs in by that address. Nobody is written to at an address that is not verified, unless they have no
 * password yet: then another may have mistyped it.
 */
export async function mailForgottenPassword(ctx: Context, { email }: Asked): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const holder = await findPasswordHolderByEmail(tx, email)
    if (holder === undefined || (!holder.verified && holder.password_hash !== null)) return
    await mailPasswordLink(tx, holder, true)
    const change_description = `Link to choose a password mailed to ${holder.email}: it was asked for on the page of signing in`
    await recordAudit(tx, { action: 'update', source_type: 'user', source_id: holder.id, source_label: holder.name, change_description })
  })
}
