/** The acts on passwords. @source users_orgs.md §3 */
import { checkPassword } from '../../auth/authenticate.ts'
import { actorsTopic } from '../../auth/actors.ts'
import { hashPassword, PASSWORD_REQUIREMENTS, passwordProblems } from '../../auth/passwords.ts'
import { closeSessions } from '../../auth/sessions.ts'
import { can } from '../../access/permissions.ts'
import { type Context, inTransaction } from '../../context.ts'
import { Forbidden, RecordInvalid, refuseInvalid } from '../../errors.ts'
import { recordAudit } from '../audit_logs/record_store.ts'
import { getVisibleUser } from './list_store.ts'
import { getUser, updatePasswordHash, type UserRow } from './store.ts'

const invalid = (sentences: readonly string[]) =>
  sentences.length === 0 ? {} : { password: sentences.map((sentence) => ({ description: `Password: ${sentence}`, error: 'InvalidValue' })) }

/** What is wrong with a password that is to be a user's. */
export function checkNewPassword(password: string | null | undefined, email: string | null) {
  return invalid(passwordProblems(password ?? '', email))
}

/** @throws Forbidden unless the caller is an admin of an instance that lets admins set passwords */
export function requirePasswordSetting(ctx: Context): void {
  if (!can(ctx, 'user.manage_staff') || !ctx.account.settings.users.admins_set_passwords) throw new Forbidden()
}

/** Sets the password of another user; an API token's word is not enough, and the owner's is his own matter. All his sessions end. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function setPassword(ctx: Context, id: number, password: string | null | undefined): Promise<void> {
  refuseApiToken(ctx)
  requirePasswordSetting(ctx)
  if (id === ctx.account.owner_id && !ctx.actor.is_owner) throw new Forbidden()
  await writePassword(ctx, await getUser(ctx, id), password)
}

/** Changes the caller's own password, who must know the old one. His other sessions end. @throws Forbidden @throws RecordInvalid @throws EndpointLimitExceeded */
export async function changeOwnPassword(
  ctx: Context,
  id: number,
  input: { password?: string | null; previous_password?: string | null },
): Promise<void> {
  refuseApiToken(ctx)
  if (id !== ctx.actor.id) throw new Forbidden()
  const user = await getUser(ctx, id)
  const at = { services: ctx.services, account: ctx.account, address: ctx.caller.ip_address }
  const known = user.email === null ? undefined : await checkPassword(at, user.email, input.previous_password ?? '')
  if (known?.actor.id !== id)
    throw new RecordInvalid({ previous_password: [{ description: 'Previous password: does not match', error: 'InvalidValue' }] })
  await writePassword(ctx, user, input.password)
}

async function writePassword(ctx: Context, user: UserRow, password: string | null | undefined): Promise<void> {
  if (!user.active) throw new Forbidden()
  refuseInvalid(checkNewPassword(password, user.email))
  const hash = await hashPassword(password as string)
  await inTransaction(ctx, async (tx) => {
    await updatePasswordHash(tx, user.id, hash)
    await closeSessions(tx, user.id, ctx.auth.kind === 'session' ? ctx.auth.credential_id : null)
    await tx.services.memory.forget(tx.db, actorsTopic(ctx.account.id))
    await recordAudit(tx, {
      action: 'update',
      source_type: 'user',
      source_id: user.id,
      source_label: user.name,
      change_description: 'Password changed',
    })
  })
}

/** What a password must be, as sentences. @throws Forbidden @throws NotFound */
export async function passwordRequirements(ctx: Context, id: number): Promise<string[]> {
  if (id !== ctx.actor.id && !can(ctx, 'user.list')) throw new Forbidden()
  await getVisibleUser(ctx, id)
  return PASSWORD_REQUIREMENTS.map((requirement) => requirement.sentence)
}

function refuseApiToken(ctx: Context): void {
  if (ctx.auth.kind === 'api_token') throw new Forbidden('Passwords cannot be set with an API token')
}
