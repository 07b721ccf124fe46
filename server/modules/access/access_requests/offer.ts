/** Which kinds of access may be requested in this account now, and why the others may not. */
import { creationEndedAt } from '#auth/retirement.ts'
import type { Context } from '#core/context.ts'
import type { Details } from '#core/errors.ts'
import { formatDay } from '#lib/dates.ts'
import type { RequestKind } from './states.ts'

/**
 * Why no request of this kind can be filed, starting in lower case; undefined when one can. What could not be issued in the end is refused
 * at filing, not after three people have agreed to it.
 * @source docs/reference/specification.md §5.5.4; docs/reference/authentication.md §2.4
 */
export function kindRefusal(ctx: Context, kind: RequestKind): string | undefined {
  if (kind === 'integration')
    return ctx.account.deployment === 'government'
      ? 'requests for integrations are not supported on the government deployment at present, for security reasons'
      : undefined
  const ended = creationEndedAt(ctx.account, ctx)
  return ended === null ? undefined : `no API tokens are created any more since ${formatDay(ended)}: use an OAuth client`
}

/** Validates that a kind may be requested in this account now. */
export function checkOffered(ctx: Context, kind: string | null | undefined): Details {
  const refusal = kind === 'integration' || kind === 'api_token' ? kindRefusal(ctx, kind) : undefined
  return refusal === undefined ? {} : { kind: [{ description: `Kind: ${refusal}`, error: 'InvalidValue' }] }
}
