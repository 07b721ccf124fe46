import { baseUrlOf } from '#accounts/address.ts'
import { open } from '#auth/cipher.ts'
import type { Context } from '#core/context.ts'
import { machineNow } from '#lib/clock.ts'
import { notifyUser } from '#modules/common/mails/notify.ts'
import { writeMail } from '#modules/common/mails/templates/layout.ts'
import { recoveryCodeUsed } from '#modules/common/mails/templates/sign_ins.ts'
import { recoveryHash } from './recovery.ts'
import { findSecondFactor, type SecondFactorRow, useRecoveryCode, useStep } from './store.ts'
import { totpStep } from './totp.ts'

/** The context a secret is sealed with: it can be opened for this user of this account only. */
export const sealContext = (ctx: Context, userId: number) => `second_factor:${ctx.account.id}:${userId}`

/** The time step that a code of the app belongs to, by the machine's clock, as phones do not know an account's clock. */
export function stepOf(ctx: Context, row: SecondFactorRow, code: string): number | undefined {
  const bare = code.replace(/\s/g, '')
  return totpStep(open(ctx.services.pepper, row.secret_cipher, sealContext(ctx, row.user_id)), bare, machineNow())
}

/**
 * Consumes a code of a user's second factor: one of the app, once for each time step, or a recovery code. @returns the kind of code;
 * undefined when it is wrong or was used before
 * @source RFC 6238 §5.2
 */
export async function takeCode(tx: Context, userId: number, code: string): Promise<'app' | 'recovery_code' | undefined> {
  const row = await findSecondFactor(tx, userId)
  if (row?.confirmed_at == null) return undefined
  if (/^[\d\s]+$/.test(code)) {
    const step = stepOf(tx, row, code)
    return step !== undefined && (await useStep(tx, userId, step)) ? 'app' : undefined
  }
  if (!(await useRecoveryCode(tx, userId, recoveryHash(tx, userId, code)))) return undefined
  const url = `${baseUrlOf(tx.account, tx.services.config)}/account`
  await notifyUser(tx, userId, writeMail(recoveryCodeUsed, { left: row.recovery_codes_left - 1, url }))
  return 'recovery_code'
}
