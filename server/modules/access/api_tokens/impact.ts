/** Reads the request log for a token: what breaks if it is revoked, and who still uses the old value of a rotated one. */
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import { addSeconds, machineNow, toDate, wireTime, wireTimeOrNull } from '#lib/clock.ts'
import { listTokenCalls, sumTokenCalls } from './impact_store.ts'
import { requireTokenReader } from './rights.ts'
import { getApiToken } from './store.ts'

const DAY_SECONDS = 86_400
const DAYS = 30
const MAX_DAYS = 365
const MAX_ROWS = 50
const MAX_LATE = 100

/**
 * Who called what with a token in the last days, which breaks if it is revoked. Uses the machine's clock, like the log.
 * @throws Forbidden @throws NotFound @throws RecordInvalid for an invalid number of days
 * @source docs/reference/access_governance.md §10
 */
export async function tokenImpact(ctx: Context, id: number, requestedDays: number | null | undefined) {
  requireTokenReader(ctx)
  return impactOf(ctx, id, requestedDays)
}

/** As {@link tokenImpact}, for callers that are already authorised. @throws NotFound @throws RecordInvalid for an invalid number of days */
export async function impactOf(ctx: Context, id: number, requestedDays: number | null | undefined) {
  const days = requestedDays ?? DAYS
  if (days < 1 || days > MAX_DAYS)
    refuseInvalid({ days: [{ description: `Days: must be a number from 1 to ${MAX_DAYS}`, error: 'InvalidValue' }] })
  await getApiToken(ctx, id)
  const now = machineNow()
  const found = await sumTokenCalls(ctx, id, addSeconds(now, -days * DAY_SECONDS), MAX_ROWS)
  const countQuietDays = (last: string) => Math.max(0, Math.floor((now.getTime() - toDate(last).getTime()) / (DAY_SECONDS * 1000)))
  return {
    days,
    ...found,
    first_at: wireTimeOrNull(found.first_at),
    last_at: wireTimeOrNull(found.last_at),
    quiet_days: found.last_at === null ? null : countQuietDays(found.last_at),
    callers: found.callers.map((caller) => ({ ...caller, last_at: wireTime(caller.last_at) })),
    endpoints: found.endpoints.map((endpoint) => ({ ...endpoint, last_at: wireTime(endpoint.last_at) })),
  }
}

/**
 * Who has called with a token since it was rotated; empty when it was not.
 * @throws Forbidden
 * @throws NotFound
 * @source docs/reference/access_governance.md §9
 */
export async function lateCallers(ctx: Context, id: number) {
  requirePermission(ctx, 'api_token.manage')
  const { replaced_logged_at } = await getApiToken(ctx, id)
  if (replaced_logged_at === null) return []
  const calls = await listTokenCalls(ctx, id, replaced_logged_at, MAX_LATE)
  return calls.map((call) => ({ ...call, last_at: wireTime(call.last_at) }))
}
