/**
 * Links to choose a password, sent by mail: for the first password of an invited user, or a new one. The link carries its own proof, sealed
 * with the server's pepper; nothing of it is stored except in the mail.
 */
import { hash } from 'node:crypto'
import { parseOwn } from '#lib/json.ts'
import { requireInPerson } from '#auth/in_person.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { baseUrlOf } from '#accounts/address.ts'
import { accountZone } from '#accounts/zone.ts'
import { CannotOpen, open, seal } from '#auth/cipher.ts'
import { sameHash } from '#core/secrets.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden, Gone, RecordInvalid } from '#core/errors.ts'
import { addSeconds } from '#lib/clock.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { sendMail } from '#modules/common/mails/send.ts'
import { getMail, type MailRow } from '#modules/common/mails/store.ts'
import { writeMail } from '#modules/common/mails/templates/layout.ts'
import { passwordForgotten, passwordInvitation, passwordLink } from '#modules/common/mails/templates/passwords.ts'
import { getIdentity, lockIdentityOwner, refreshUser, updateIdentity } from '#modules/people/user_identities/store.ts'
import { auditIdentity } from '#modules/people/user_identities/write.ts'
import { getVisibleUser } from '#modules/people/users/list_store.ts'
import { requirementSentences, writePassword } from '#modules/people/users/passwords.ts'
import { writeAndPublishUser } from '#modules/people/user_events/publishing.ts'
import { getUser } from '#modules/people/users/store.ts'
import { findPasswordHolder, type PasswordHolder } from './store.ts'

const DAY_SECONDS = 86_400
/** An invitation may reach a user who is away; a new password is requested by one who is present. */
const FIRST_DAYS = 7

/** Why no link is mailed to an address. */
export const UNCONFIRMED =
  'a program has set the address. It is confirmed when an administrator mails a link to it, or its user makes it the primary one, in person'

/** What a link proves: that its holder reads mail to this address, while its user has this password or none. */
interface Proof {
  readonly user_id: number
  readonly email: string
  /** Derived from the current password: a link works once, and not after the password was changed otherwise. */
  readonly password: string
  readonly expires_at: string
}

/** A link that was mailed, or is kept in the outbox where there is no mail server. */
export interface SentLink {
  readonly email: string
  readonly is_first: boolean
  readonly expires_at: string
  readonly mail: Pick<MailRow, 'id' | 'state'>
}

const placeOf = (ctx: Context) => `password_link:${ctx.account.id}`
const markOf = ({ password_hash }: PasswordHolder) => hash('sha256', password_hash ?? '', 'base64url')
const isSame = (mark: string, other: string) => sameHash(Buffer.from(mark), Buffer.from(other))
const makeGoneError = () =>
  new Gone('This link no longer works: it was used, its time has passed, or the account was changed. Ask for a new one.')

/** Staff with an identity provider need no password, except the owner, who signs in with one when the provider fails. */
function needsNoPassword({ account }: Context, { id, role }: Pick<PasswordHolder, 'id' | 'role'>): boolean {
  return account.settings.security.sso_only && role !== 'end-user' && id !== account.owner_id
}

/**
 * Mails another user a link to choose their password. Their current one works until they do. `address`: where the caller means it to go; naming it
 * confirms an address that a program alone has set.
 * @throws Forbidden for anyone but administrators in person, and for the owner and oneself, who know their own password @throws NotFound
 * @throws RecordInvalid for a user who cannot sign in with a password, for an address that a program alone has set and
 * that is not named, and for one that is named and is not, or no longer, that of the user
 */
export async function sendPasswordLink(ctx: Context, userId: number, address?: string): Promise<SentLink> {
  requirePermission(ctx, 'user.manage_staff')
  requireInPerson(ctx)
  await getVisibleUser(ctx, userId)
  if (userId === ctx.actor.id || userId === ctx.account.owner_id) throw new Forbidden()
  return inTransaction(ctx, async (tx) => {
    await lockIdentityOwner(tx, userId)
    const holder = await findPasswordHolder(tx, userId)
    if (holder === undefined) throw makeRecordInvalid('Whoever is suspended, deleted or without an e-mail address cannot sign in')
    if (needsNoPassword(tx, holder))
      throw makeRecordInvalid('Agents and administrators sign in with an identity provider here, so they need no password')
    if (address !== undefined && address !== holder.email.toLowerCase())
      throw new RecordInvalid({ address: [{ description: `Address: that of ${holder.name} is ${holder.email}`, error: 'InvalidValue' }] })
    if (!holder.is_confirmed && address === undefined) throw makeRecordInvalid(`No link can be mailed to ${holder.email}: ${UNCONFIRMED}`)
    if (!holder.is_confirmed) await verifyAddress(tx, holder, `${holder.email} is confirmed: a link to choose a password is mailed to it`)
    const sent = await mailPasswordLink(tx, holder)
    const change_description = `${sent.is_first ? 'Invitation' : 'Link to choose a new password'} ${deliveryOf(sent)}`
    await recordAudit(tx, { action: 'update', source_type: 'user', source_id: userId, source_label: holder.name, change_description })
    return sent
  })
}

/** What was done with the mail of a link, for the audit log. */
export function deliveryOf({ email, mail }: SentLink): string {
  if (mail.state === 'kept') return `to ${email} kept in the outbox: there is no mail server`
  return mail.state === 'failed' ? `to ${email} not sent: this is no e-mail address` : `mailed to ${email}`
}

const makeRecordInvalid = (description: string) => new RecordInvalid({ base: [{ description, error: 'InvalidValue' }] })

/**
 * Mails the link, in the caller's transaction. A user without a password is invited; one who needs none is mailed where to sign in.
 * `isForgotten`: requested on the sign-in page, by an unknown person.
 */
export async function mailPasswordLink(tx: Context, holder: PasswordHolder, isForgotten = false): Promise<SentLink> {
  const { account, now, services } = tx
  const { id, email, name } = holder
  const is_first = holder.password_hash === null
  const expires_at = addSeconds(now, is_first ? FIRST_DAYS * DAY_SECONDS : DAY_SECONDS).toISOString()
  const proof: Proof = { user_id: id, email, password: markOf(holder), expires_at }
  const base = baseUrlOf(account, services.config)
  const url = `${base}/set_password#${seal(services.pepper, JSON.stringify(proof), placeOf(tx)).toString('base64url')}`
  const link = needsNoPassword(tx, holder) ? null : { url, expires_at }
  const time_zone = accountZone(tx)
  const reader = { name, email, instance: account.name, sign_in_url: `${base}/sign-in`, link, time_zone, is_first }
  const actor = tx.actor.name
  const mail = isForgotten
    ? writeMail(passwordForgotten, reader)
    : link === null || is_first
      ? writeMail(passwordInvitation, { ...reader, actor })
      : writeMail(passwordLink, { name, instance: account.name, ...link, time_zone, actor })
  const written = await getMail(tx, await sendMail(tx, { user_id: id, to: email, ...mail }))
  return { email, is_first, expires_at, mail: { id: written.id, state: written.state } }
}

/** The user of a link, and the requirements of their password. @throws Gone */
export async function readPasswordLink(
  ctx: Context,
  token: string,
): Promise<{ name: string; email: string; is_first: boolean; requirements: string[] }> {
  const { name, email, password_hash } = await holderOf(ctx, token)
  return { name, email, is_first: password_hash === null, requirements: requirementSentences(ctx) }
}

/**
 * Sets the password chosen by the user of a link; this also verifies their address, since they read mail sent there. All their sessions
 * end, and a second factor stays.
 * @throws Gone when the link is none of this instance, has expired or been used, or the user, address or password was changed since
 * @throws RecordInvalid for a password the instance does not allow
 */
export async function setPasswordByLink(ctx: Context, token: string, password: string): Promise<string> {
  const { user_id } = proofOf(ctx, token)
  return inTransaction(ctx, async (tx) => {
    await lockIdentityOwner(tx, user_id)
    const holder = await holderOf(tx, token)
    const { email } = holder
    if (needsNoPassword(tx, holder)) throw makeRecordInvalid('Agents and administrators sign in with an identity provider here')
    const change_description = `Password set by the link that was mailed to ${email}`
    await writePassword(tx, await getUser(tx, user_id), password, { change_description, by: 'the link that was mailed to you' })
    if (!holder.verified) await verifyAddress(tx, holder, `${email} is verified: the link that was mailed to it was followed`)
    return email
  })
}

/** Marks the primary address as verified, which confirms it where the caller acts in person. The caller has locked the user. */
async function verifyAddress(tx: Context, holder: PasswordHolder, change_description: string): Promise<void> {
  const { id, identity_id } = holder
  const identity = await writeAndPublishUser(tx, id, async () => {
    const verified = await updateIdentity(tx, { ...(await getIdentity(tx, id, identity_id)), verified: true })
    await refreshUser(tx, id)
    return verified
  })
  await auditIdentity(tx, { ...holder, organization_id: null }, identity, change_description)
}

/** The user of a valid link. @throws Gone */
async function holderOf(ctx: Context, token: string): Promise<PasswordHolder> {
  const proof = proofOf(ctx, token)
  const holder = await findPasswordHolder(ctx, proof.user_id)
  if (holder === undefined || holder.email !== proof.email || !isSame(markOf(holder), proof.password)) throw makeGoneError()
  return holder
}

/** @throws Gone */
function proofOf(ctx: Context, token: string): Proof {
  try {
    const proof = parseOwn<Proof>(open(ctx.services.pepper, Buffer.from(token, 'base64url'), placeOf(ctx)))
    if (proof.expires_at > ctx.now.toISOString()) return proof
  } catch (error) {
    // forged, incomplete, or of another instance: handled alike
    if (!(error instanceof CannotOpen)) throw error
  }
  throw makeGoneError()
}
