/** The acts on passwords. @source docs/reference/people.md §3 */
import { baseUrlOf } from '#accounts/address.ts'
import { accountZone } from '#accounts/zone.ts'
import { checkOwnPassword } from '#auth/authenticate.ts'
import { actorsTopic } from '#auth/actors.ts'
import { historySentence, passwordProblems, passwordRequirements as requirementsOf } from '#auth/password_policy.ts'
import { deleteOrigins, deleteOtherOrigins } from '#auth/known_origins.ts'
import { hashPassword, verifyPassword } from '#auth/passwords.ts'
import { requireEveryScope } from '#auth/scopes.ts'
import { closeSessions } from '#auth/sessions.ts'
import { ensureDefined } from '#lib/defined.ts'
import { requireInPerson } from '#auth/in_person.ts'
import { can } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { type Details, Forbidden, RecordInvalid, refuseInvalid } from '#core/errors.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { notifyUser } from '#modules/common/mails/notify.ts'
import { writeMail } from '#modules/common/mails/templates/layout.ts'
import { passwordChanged } from '#modules/common/mails/templates/sign_ins.ts'
import { draftIdentities } from './addresses.ts'
import { getVisibleUser } from './list_store.ts'
import { keepPasswordHash, lastPasswordHashes } from './password_store.ts'
import { writeAndPublishUser } from '../user_events/publishing.ts'
import type { UserInput } from './schema.ts'
import { getUser, updatePasswordHash, type UserRow } from './store.ts'

const makeInvalidDetails = (sentences: readonly string[]) =>
  sentences.length === 0 ? {} : { password: sentences.map((sentence) => ({ description: `Password: ${sentence}`, error: 'InvalidValue' })) }

/** The problems of a user's new password. */
function checkNewPassword(ctx: Context, password: string | null | undefined, email: string | null) {
  return makeInvalidDetails(passwordProblems(ctx.account.settings.security.password, password ?? '', email))
}

/** The problem of a password that the user had before. Each earlier one is verified as in signing in, which takes time. */
async function checkHistory(ctx: Context, userId: number, password: string) {
  const policy = ctx.account.settings.security.password
  const sentence = historySentence(policy)
  if (sentence === null) return {}
  for (const hash of await lastPasswordHashes(ctx, userId, policy.history))
    if (await verifyPassword(hash, password)) return makeInvalidDetails([sentence])
  return {}
}

/** The password of a user to be created, for the queue: hashed, since queued jobs can be read. */
export interface NewPassword {
  readonly hash: string | null
  readonly problems: Details
}

/** Extracts the password from an input. @throws Forbidden @throws MissingScope when the caller may not set one */
export async function draftPassword(ctx: Context, input: UserInput): Promise<NewPassword> {
  if (!input.password) return { hash: null, problems: {} }
  requirePasswordSetting(ctx)
  const email = draftIdentities(input, []).find((one) => one.type === 'email' && one.primary)
  const problems = checkNewPassword(ctx, input.password, email?.value ?? null)
  return { hash: Object.keys(problems).length === 0 ? await hashPassword(input.password) : null, problems }
}

/** @throws Forbidden unless the caller is an admin of an instance that lets admins set passwords @throws MissingScope for a token that can do less than a password */
function requirePasswordSetting(ctx: Context): void {
  requireEveryScope(ctx.auth)
  if (!can(ctx, 'user.manage_staff') || !ctx.account.settings.users.admins_set_passwords) throw new Forbidden()
}

/**
 * Sets the password of another user, in person, since the one who sets a password can sign in with it. API tokens and OAuth tokens of
 * programs are refused, and so is the password of the owner, who alone changes it. To change one's own takes the old one. All sessions of
 * the user end.
 * @throws Forbidden @throws MissingScope @throws NotFound @throws RecordInvalid
 */
export async function setPassword(ctx: Context, id: number, password: string | null | undefined): Promise<void> {
  refuseApiToken(ctx)
  requirePasswordSetting(ctx)
  requireInPerson(ctx)
  if (id === ctx.actor.id || id === ctx.account.owner_id) throw new Forbidden()
  await writePassword(ctx, await getUser(ctx, id), password)
}

/**
 * Changes the caller's own password; requires the old one. Their other sessions end, and other browsers are no longer known. Returns the
 * token that makes the browser of this session known; undefined for a call without one.
 * @throws Forbidden @throws MissingScope @throws RecordInvalid @throws EndpointLimitExceeded
 */
export async function changeOwnPassword(
  ctx: Context,
  id: number,
  input: { password?: string | null; previous_password?: string | null },
): Promise<string | undefined> {
  refuseApiToken(ctx)
  requireEveryScope(ctx.auth)
  if (id !== ctx.actor.id) throw new Forbidden()
  const user = await getUser(ctx, id)
  if ((await checkOwnPassword(ctx, user.email, input.previous_password ?? '')) === undefined)
    throw new RecordInvalid({ previous_password: [{ description: 'Previous password: does not match', error: 'InvalidValue' }] })
  return writePassword(ctx, user, input.password)
}

/** How a password was changed, other than by the caller in the usual way. */
export interface PasswordChange {
  /** The description in the audit log. */
  readonly change_description?: string
  /** Who or what changed it, as named in the mail about it. */
  readonly by?: string
}

/**
 * Writes a password that the instance allows; the caller is already authorised. All sessions of the user end but the caller's own. Returns
 * the token that makes the caller's browser known if they changed their own password in a session.
 * @throws Forbidden for a user who is no longer active @throws RecordInvalid
 */
export async function writePassword(
  ctx: Context,
  user: UserRow,
  password: string | null | undefined,
  { change_description = 'Password changed', by }: PasswordChange = {},
): Promise<string | undefined> {
  if (!user.active) throw new Forbidden()
  refuseInvalid(checkNewPassword(ctx, password, user.email))
  refuseInvalid(await checkHistory(ctx, user.id, ensureDefined(password)))
  const hash = await hashPassword(ensureDefined(password))
  return inTransaction(ctx, async (tx) => {
    await keepPasswordHash(tx, user.id, ctx.account.settings.security.password.history)
    const changed = { type: 'user.password_changed', event: {} }
    await writeAndPublishUser(tx, user.id, () => updatePasswordHash(tx, user.id, hash), [changed])
    const isOwn = ctx.auth.kind === 'session' && user.id === ctx.actor.id
    const device = isOwn ? await deleteOtherOrigins(tx, user.id) : await deleteOrigins(tx, user.id)
    await closeSessions(tx, user.id, ctx.auth.kind === 'session' ? ctx.auth.credential_id : null)
    await recordAudit(tx, {
      action: 'update',
      source_type: 'user',
      source_id: user.id,
      source_label: user.name,
      change_description,
    })
    await notifyOfPassword(tx, user.id, by)
    await tx.services.cache.invalidate(tx.db, actorsTopic(ctx.account.id))
    return device
  })
}

/** Notifies the user, who may not have made the change. @source NIST SP 800-63B-4 §4.6 */
async function notifyOfPassword(tx: Context, userId: number, by = (tx.auth.impersonator ?? tx.actor).name): Promise<void> {
  const { account, now, services } = tx
  const url = `${baseUrlOf(account, services.config)}/account`
  const when = { at: now.toISOString(), time_zone: accountZone(tx) }
  await notifyUser(tx, userId, writeMail(passwordChanged, { instance: account.name, actor: by, ...when, url }))
}

/** The requirements of a user's password, as sentences. @throws Forbidden @throws NotFound */
export async function passwordRequirements(ctx: Context, id: number): Promise<string[]> {
  if (id !== ctx.actor.id && !can(ctx, 'user.list')) throw new Forbidden()
  await getVisibleUser(ctx, id)
  return requirementSentences(ctx)
}

/** The requirements of passwords at this instance, for any user. */
export function requirementSentences(ctx: Context): string[] {
  const policy = ctx.account.settings.security.password
  const sentences = requirementsOf(policy).map((requirement) => requirement.sentence)
  return [...sentences, historySentence(policy)].filter((sentence) => sentence !== null)
}

function refuseApiToken(ctx: Context): void {
  if (ctx.auth.kind === 'api_token') throw new Forbidden('Passwords cannot be set with an API token')
}
