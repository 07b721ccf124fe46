import { baseUrlOf } from '#accounts/address.ts'
import { actorById, type KnownActor, readActor } from '#auth/actors.ts'
import { recordClosed } from '#auth/closed.ts'
import { throttleCode } from '#auth/throttle.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { ChallengeOver, SignInRefused } from '#core/errors.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { notifyUser } from '#modules/common/mails/notify.ts'
import { writeMail } from '#modules/common/mails/templates/layout.ts'
import { wrongCodes } from '#modules/common/mails/templates/sign_ins.ts'
import { takeCode } from '../second_factors/take_code.ts'
import { MAX_CODES_PER_CHALLENGE, countAttempt, deleteChallengesOf, spendChallenge } from './challenge_store.ts'
import { openSessionFor, type SignedIn } from './open.ts'
import { requirePasswordSignIn, signInAuditText } from './sign_in.ts'

const WORDS = { app: ' and a code of the app', recovery_code: ' and a recovery code' } as const

/**
 * Signs in with a challenge and a code of the app or for recovery. A challenge allows five codes, a user twenty wrong ones an hour.
 * @throws ChallengeOver when the challenge is unknown, expired or used up: begin again with the password @throws SignInRefused for a wrong
 * code @throws EndpointLimitExceeded @throws Forbidden
 * @source RFC 6238 §5.2, RFC 4226 §7.3
 */
export async function giveSecondFactor(
  ctx: Context,
  input: { challenge?: string | null; code?: string | null },
  device?: string,
): Promise<SignedIn> {
  const challenge = input.challenge ?? ''
  const attempt = await countAttempt(ctx, challenge)
  if (attempt === undefined) throw new ChallengeOver()
  const who = { account_id: ctx.account.id, user_id: attempt.user_id }
  const signedIn = await throttleCode(ctx.services.database, who, async (isLast) => {
    const found = await checkCode(ctx, attempt.user_id, challenge, input.code ?? '', device)
    if (isLast && found === undefined) await noteClosed(ctx, attempt.user_id)
    return found
  })
  if (signedIn !== undefined) return signedIn
  if (attempt.attempts < MAX_CODES_PER_CHALLENGE) throw new SignInRefused()
  await warn(ctx, attempt.user_id)
  throw new ChallengeOver()
}

/** Code, challenge and session in one transaction: none is consumed without the others. */
function checkCode(
  ctx: Context,
  userId: number,
  challenge: string,
  code: string,
  device: string | undefined,
): Promise<SignedIn | undefined> {
  return inTransaction(ctx, async (tx) => {
    const known = await readActor(tx, userId)
    if (known === undefined) throw new ChallengeOver()
    requirePasswordSignIn(tx, known)
    const proof = await takeCode({ ...tx, actor: known.actor }, userId, code)
    if (proof === undefined) return undefined
    if (!(await spendChallenge(tx, challenge))) throw new ChallengeOver()
    const by = { method: 'password', identity_provider_id: null, second_factor: true } as const
    return openSessionFor(tx, known, by, signInAuditText(tx, known, WORDS[proof]), device)
  })
}

/** Records in the audit log, as with passwords, that no more codes of this user are accepted for the rest of the hour. */
async function noteClosed({ services, account, caller }: Context, userId: number): Promise<void> {
  const known = await actorById(services, account, userId)
  if (known !== undefined) await recordClosed({ services, account, address: caller.ip_address }, known.actor, 'second factor')
}

/** Five failures mean that the password is known to the person who tries: notifies the user. */
async function warn(ctx: Context, userId: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await deleteChallengesOf(tx, userId)
    const known: KnownActor | undefined = await readActor(tx, userId)
    if (known === undefined) return
    const { actor } = known
    await recordAudit(
      { ...tx, actor },
      {
        action: 'login',
        source_type: 'user',
        source_id: userId,
        source_label: actor.name,
        change_description: `Not signed in: the password was right, ${MAX_CODES_PER_CHALLENGE} codes of the second factor were wrong`,
      },
    )
    const url = `${baseUrlOf(tx.account, tx.services.config)}/account`
    const input = { instance: tx.account.name, codes: MAX_CODES_PER_CHALLENGE, ip_address: tx.caller.ip_address, url }
    await notifyUser(tx, userId, writeMail(wrongCodes, input))
  })
}
