/** The acts on one's own second factor, and the reset by an administrator for a user who has lost the phone. */
import { requireSession } from '#auth/in_person.ts'
import { ensureDefined } from '#lib/defined.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { baseUrlOf } from '#accounts/address.ts'
import { accountZone } from '#accounts/zone.ts'
import { actorsTopic } from '#auth/actors.ts'
import { checkOwnPassword } from '#auth/authenticate.ts'
import { seal } from '#auth/cipher.ts'
import { closeSessions, markSession } from '#auth/sessions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden, NotFound, RecordInvalid } from '#core/errors.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { notifyUser } from '#modules/common/mails/notify.ts'
import { writeMail } from '#modules/common/mails/templates/layout.ts'
import { secondFactorChanged } from '#modules/common/mails/templates/sign_ins.ts'
import { getUser } from '#modules/people/users/store.ts'
import { mustHaveSecondFactor } from './present.ts'
import { newRecoveryCodes, recoveryHash } from './recovery.ts'
import type { SecondFactorInput } from './schema.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  deleteSecondFactor,
  findSecondFactor,
  markSecondFactor,
  replaceRecoveryCodes,
} from './store.ts'
import { sealContext, stepOf } from './take_code.ts'
import { newTotpSecret, totpUrl } from './totp.ts'

const makeRecordInvalid = (member: string, description: string) => new RecordInvalid({ [member]: [{ description, error: 'InvalidValue' }] })

/** @throws RecordInvalid unless the password is the caller's own @throws EndpointLimitExceeded after too many wrong ones */
async function requireOwnPassword(ctx: Context, password: string | null | undefined): Promise<void> {
  const known = await checkOwnPassword(ctx, ctx.actor.email?.toLowerCase() ?? null, password ?? '')
  if (known === undefined) throw makeRecordInvalid('password', 'Password: does not match')
}

/** Records and mails a change of a user's second factor. */
async function recordAndNotify(tx: Context, user: { id: number; name: string }, what: string, topic: string): Promise<void> {
  await recordAudit(tx, { action: 'update', source_type: 'user', source_id: user.id, source_label: user.name, change_description: what })
  const url = `${baseUrlOf(tx.account, tx.services.config)}/account`
  const when = { at: tx.now.toISOString(), time_zone: accountZone(tx) }
  const input = { topic, change: what, instance: tx.account.name, actor: tx.actor.name, ...when, url }
  await notifyUser(tx, user.id, writeMail(secondFactorChanged, input))
}

/**
 * Creates a secret that takes effect when it is confirmed with a code; an earlier unconfirmed one is dropped.
 * @throws Forbidden @throws RecordInvalid
 */
export async function startEnrolment(ctx: Context, input: SecondFactorInput): Promise<{ secret: string; otpauth_url: string }> {
  requireSession(ctx)
  if (ctx.account.settings.security.second_factor === 'off')
    throw new Forbidden('This instance does not let people set up a second factor.')
  await requireOwnPassword(ctx, input.password)
  const secret = newTotpSecret()
  const sealed = seal(ctx.services.pepper, secret, sealContext(ctx, ctx.actor.id))
  if (!(await beginSecondFactor(ctx, ctx.actor.id, sealed)))
    throw makeRecordInvalid('base', 'There is a second factor already: turn it off first')
  return { secret, otpauth_url: totpUrl(secret, ctx.account.name, ctx.actor.email ?? ctx.actor.name) }
}

/**
 * Turns the second factor on. All other sessions end, since they were opened without it. @returns recovery codes, to be shown once
 * @throws Forbidden @throws NotFound when no enrolment was started @throws RecordInvalid for a wrong code
 */
export async function confirmEnrolment(ctx: Context, input: SecondFactorInput): Promise<string[]> {
  requireSession(ctx)
  const { id } = ctx.actor
  const row = await findSecondFactor(ctx, id)
  if (row === undefined || row.confirmed_at !== null) throw new NotFound()
  const step = stepOf(ctx, row, input.code ?? '')
  if (step === undefined) throw makeRecordInvalid('code', 'Code: is not the one the app shows now')
  return inTransaction(ctx, async (tx) => {
    if (!(await confirmSecondFactor(tx, row, step))) throw new NotFound()
    await markSecondFactor(tx, id, true)
    const codes = await newCodes(tx)
    await recordAndNotify(tx, tx.actor, 'Second factor turned on', 'second_factor.on')
    await closeSessions(tx, id, ctx.auth.credential_id)
    await markSession(tx, ensureDefined(ctx.auth.credential_id), { second_factor: true, must_enrol: false })
    await tx.services.cache.invalidate(tx.db, actorsTopic(ctx.account.id))
    return codes
  })
}

async function newCodes(tx: Context): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(
    tx,
    tx.actor.id,
    codes.map((code) => recoveryHash(tx, tx.actor.id, code)),
  )
  return codes
}

/** Creates new recovery codes; the old ones no longer work. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function renewRecoveryCodes(ctx: Context, input: SecondFactorInput): Promise<string[]> {
  requireSession(ctx)
  await requireOwnPassword(ctx, input.password)
  return inTransaction(ctx, async (tx) => {
    if ((await findSecondFactor(tx, tx.actor.id))?.confirmed_at == null) throw new NotFound()
    await recordAndNotify(tx, tx.actor, 'Recovery codes renewed', 'second_factor.codes_renewed')
    return newCodes(tx)
  })
}

/**
 * Turns one's own second factor off. A user who must have one can then only set up another.
 * @throws Forbidden @throws NotFound @throws RecordInvalid
 */
export async function turnOff(ctx: Context, input: SecondFactorInput): Promise<void> {
  requireSession(ctx)
  await requireOwnPassword(ctx, input.password)
  await inTransaction(ctx, async (tx) => {
    if (!(await deleteSecondFactor(tx, tx.actor.id))) throw new NotFound()
    await markSecondFactor(tx, tx.actor.id, false)
    await recordAndNotify(tx, tx.actor, 'Second factor turned off', 'second_factor.off')
    await closeSessions(tx, tx.actor.id, ctx.auth.credential_id)
    await markSession(tx, ensureDefined(ctx.auth.credential_id), { second_factor: false, must_enrol: mustHaveSecondFactor(tx) })
    await tx.services.cache.invalidate(tx.db, actorsTopic(ctx.account.id))
  })
}

/**
 * Removes the second factor of a user who has lost it, and ends their sessions. Others cannot remove the owner's.
 * @throws Forbidden @throws NotFound
 */
export async function resetSecondFactor(ctx: Context, userId: number): Promise<void> {
  requireSession(ctx)
  requirePermission(ctx, 'user.manage_staff')
  const user = await getUser(ctx, userId)
  if (user.id === ctx.account.owner_id || user.id === ctx.actor.id) throw new Forbidden()
  await inTransaction(ctx, async (tx) => {
    if (!(await deleteSecondFactor(tx, user.id))) throw new NotFound()
    await markSecondFactor(tx, user.id, false)
    await recordAndNotify(tx, user, 'Second factor reset', 'second_factor.reset')
    await closeSessions(tx, user.id)
    await tx.services.cache.invalidate(tx.db, actorsTopic(ctx.account.id))
  })
}
