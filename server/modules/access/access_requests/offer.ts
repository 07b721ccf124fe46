/** Which kinds of access this instance takes requests for now, and why not the others. */
import { creationEndedAt } from '../../../auth/retirement.ts'
import type { Context } from '../../../context.ts'
import type { Details } from '../../../errors.ts'
import { wireTime } from '../../../lib/clock.ts'
import type { RequestKind } from './states.ts'

/**
 * Why no request for this kind can be filed, without a capital; undefined when one can. What could not be made in the end is refused at the
 * beginning, not after three people have agreed to it.
 * @source docs/reference/specification.md §5.5.4; docs/reference/authentication.md §2.4
 */
export function kindRefusal(ctx: Context, kind: RequestKind): string | undefined {
  if (kind === 'integration')
    return ctx.account.deployment === 'government'
      ? 'requests for integrations are not supported on the government deployment at present, for security reasons'
      : undefined
  const ended = creationEndedAt(ctx.account, ctx)
  return ended === null ? undefined : `no API tokens are created any more since ${wireTime(ended).slice(0, 10)}: use an OAuth client`
}

/** What is wrong with asking for a kind here and now. */
export function checkOffered(ctx: Context, kind: string | null | undefined): Details {
  const refusal = kind === 'integration' || kind === 'api_token' ? kindRefusal(ctx, kind) : undefined
  return refusal === undefined ? {} : { kind: [{ description: `Kind: ${refusal}`, error: 'InvalidValue' }] }
}
