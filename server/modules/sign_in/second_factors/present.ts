import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { wireTimeOrNull } from '#lib/clock.ts'
import type { SecondFactor } from './schema.ts'
import type { SecondFactorRow } from './store.ts'

/** The state of a user's second factor: whether it is enabled, required and allowed. */
export function presentSecondFactor(ctx: Context, row: SecondFactorRow | undefined): AnswerOf<typeof SecondFactor> {
  const { second_factor } = ctx.account.settings.security
  const enabled_at = row?.confirmed_at ?? null
  return {
    enabled: enabled_at !== null,
    pending: row !== undefined && enabled_at === null,
    required: mustHaveSecondFactor(ctx),
    allowed: second_factor !== 'off',
    enabled_at: wireTimeOrNull(enabled_at),
    recovery_codes_left: row?.recovery_codes_left ?? 0,
  }
}

/** True when the instance requires a second factor of the acting user. */
export function mustHaveSecondFactor(ctx: Context): boolean {
  return ctx.account.settings.security.second_factor === 'staff' && ctx.actor.role !== 'end-user'
}
