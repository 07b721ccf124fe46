/**
 * Verifies an address by a link that is mailed to it: a user who follows it can read mail sent there. The link carries its own proof,
 * sealed with the server's pepper; nothing of it is stored except in the mail.
 */
import { baseUrlOf } from '#accounts/address.ts'
import { accountZone } from '#accounts/zone.ts'
import { CannotOpen, open, seal } from '#auth/cipher.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Gone, NotFound, RecordInvalid } from '#core/errors.ts'
import { addSeconds } from '#lib/clock.ts'
import { parseOwn } from '#lib/json.ts'
import { sendMail } from '#modules/common/mails/send.ts'
import { identityVerification } from '#modules/common/mails/templates/addresses.ts'
import { writeMail } from '#modules/common/mails/templates/layout.ts'
import { requireIdentityWrite } from './rights.ts'
import { getIdentity, getIdentityOwner, type IdentityOwner, type IdentityRow, refreshUser, updateIdentity } from './store.ts'
import { auditIdentity, writeIdentity } from './write.ts'

const LINK_SECONDS = 86_400

/** What a link proves: that its holder reads mail to this address, unchanged since the link was made. */
interface Proof {
  readonly id: number
  readonly user_id: number
  readonly value: string
  /** Every change of the identity changes it, so a link works once. */
  readonly updated_at: string
  readonly expires_at: string
}

const placeOf = (ctx: Context) => `identity_verification:${ctx.account.id}`

/**
 * Mails a link that verifies an address; does nothing if it is verified.
 * @throws Forbidden @throws NotFound @throws RecordInvalid for an identity that is not an e-mail address
 * @source docs/reference/people.md §2
 */
export async function requestVerification(ctx: Context, userId: number, id: number): Promise<void> {
  const owner = await getIdentityOwner(ctx, userId)
  requireIdentityWrite(ctx, owner)
  const row = await getIdentity(ctx, userId, id)
  if (row.type !== 'email')
    throw new RecordInvalid({ base: [{ description: 'Only an e-mail address can be verified by a mail', error: 'InvalidValue' }] })
  if (!row.verified) await inTransaction(ctx, (tx) => mailVerification(tx, owner, row))
}

/** Mails the link to the address itself, which may differ from the one the user is notified at. */
export async function mailVerification(tx: Context, owner: IdentityOwner, row: IdentityRow): Promise<void> {
  const { account, now, services } = tx
  const expires_at = addSeconds(now, LINK_SECONDS).toISOString()
  const proof: Proof = { id: row.id, user_id: row.user_id, value: row.value, updated_at: row.updated_at, expires_at }
  const token = seal(services.pepper, JSON.stringify(proof), placeOf(tx)).toString('base64url')
  const url = `${baseUrlOf(account, services.config)}/verify_address#${token}`
  const link = { url, expires_at, time_zone: accountZone(tx) }
  const mail = writeMail(identityVerification, { name: owner.name, email: row.value, instance: account.name, ...link })
  await sendMail(tx, { user_id: owner.id, to: row.value, ...mail })
}

/**
 * Verifies the address that a link was mailed to. No session is needed, since users cannot sign in with an unverified address.
 * @throws Gone when the link is none of this instance, has expired or been used, or the address was changed, verified or removed since
 * @source docs/reference/people.md §2
 */
export async function verifyByLink(ctx: Context, token: string): Promise<IdentityRow> {
  const proof = readProof(ctx, token)
  if (proof === undefined || proof.expires_at <= ctx.now.toISOString()) throw makeGoneError()
  const { id, user_id, value } = proof
  return writeIdentity(ctx, { userId: user_id, value }, async (tx) => {
    const owner = await goneIfMissing(getIdentityOwner(tx, user_id))
    const row = await goneIfMissing(getIdentity(tx, user_id, id))
    if (row.verified || row.value !== value || row.updated_at !== proof.updated_at) throw makeGoneError()
    const after = await updateIdentity(tx, { ...row, verified: true })
    await refreshUser(tx, user_id)
    await auditIdentity(tx, owner, after, `${value} is verified: the link that was mailed to it was followed`)
    return after
  })
}

const makeGoneError = () =>
  new Gone('This link is no longer valid: it was used, a day has passed, or the address was changed. Ask for another one.')

function readProof(ctx: Context, token: string): Proof | undefined {
  try {
    return parseOwn<Proof>(open(ctx.services.pepper, Buffer.from(token, 'base64url'), placeOf(ctx)))
  } catch (error) {
    // forged, incomplete, or of another instance: handled alike
    if (error instanceof CannotOpen) return undefined
    throw error
  }
}

/** The answer must not reveal whether the user or the identity still exists. */
async function goneIfMissing<Found>(reading: Promise<Found>): Promise<Found> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof NotFound) throw makeGoneError()
    throw error
  }
}
