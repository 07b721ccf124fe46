/** Every statement on visits: attempts to sign in that wait for a provider's callback. They expire by the machine's clock. */
import { hashSecret } from '#core/secrets.ts'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { addSeconds, machineNow } from '#lib/clock.ts'

/** How long a visit is valid. */
export const VISIT_SECONDS = 600

/** What identifies a visit: `state` is sent to the provider and back, `browser` stays in the browser's cookie. */
export interface VisitTokens {
  readonly state: string
  readonly browser: string
}

const insert = defineStatement<unknown>(
  'insert into sso_visits (account_id, state_hash, browser_hash, identity_provider_id, return_to, expires_at) values ($1, $2, $3, $4, $5, $6)',
)
const take = defineStatement<{ identity_provider_id: number; return_to: string }>(`delete from sso_visits
  where account_id = $1 and state_hash = $2 and browser_hash = $3 and expires_at > $4 returning identity_provider_id, return_to`)

const hashes = ({ services }: Context, ties: VisitTokens) =>
  [hashSecret(services.pepper, ties.state), hashSecret(services.pepper, ties.browser)] as const

/** Records that a browser was sent to a provider. */
export async function insertVisit(ctx: Context, ties: VisitTokens, providerId: number, returnTo: string): Promise<void> {
  await ctx.db.run(insert(ctx.account.id, ...hashes(ctx, ties), providerId, returnTo, addSeconds(machineNow(), VISIT_SECONDS)))
}

/** Deletes a visit and returns it; undefined when it is unknown, expired, already used, or of another browser. */
export function takeVisit(ctx: Context, ties: VisitTokens): Promise<{ identity_provider_id: number; return_to: string } | undefined> {
  return ctx.db.first(take(ctx.account.id, ...hashes(ctx, ties), machineNow()))
}
