import { hasDuty } from '#permissions/duties.ts'
import type { AnswerOf } from '#http/route.ts'
import { can } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import { wireTime, wireTimeOrNull } from '#lib/clock.ts'
import { valueRefusal } from '../access_requests/steps.ts'
import { getMakingDuty } from './check.ts'
import type { ApiTokenRow } from './store.ts'
import type { ApiToken } from './schema.ts'

/** The API URL of an API token. */
export const apiTokenUrl = (ctx: Context, id: number) => urlOf(ctx.caller.base_url, `api_tokens/${id}`)

/**
 * An API token as JSON. `with_user`: with the names of its creator and its assigned user, and the creator's e-mail address.
 * @source docs/reference/authentication.md §2.1
 */
export function presentApiToken(ctx: Context, row: ApiTokenRow, with_user: boolean): AnswerOf<typeof ApiToken> {
  return {
    id: row.id,
    url: apiTokenUrl(ctx, row.id),
    user_id: row.user_id,
    user_name: with_user ? row.user_name : null,
    user_email: with_user ? row.user_email : null,
    assigned_user_id: row.assigned_user_id,
    assigned_user_name: with_user ? row.assigned_user_name : null,
    stopped_because: whyStopped(ctx, row),
    description: row.description,
    active: row.active,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    last_used: wireTimeOrNull(row.last_used_at),
    visible_token: row.visible_token,
    expires_at: wireTimeOrNull(row.expires_at),
    exception: row.exception,
    reason: row.reason,
    access_request_id: row.access_request_id,
    integration_id: row.integration_id,
    allowed_ips: row.allowed_ips,
    per_minute: row.per_minute,
    replaced_by_id: row.replaced_by_id,
    replaced_at: wireTimeOrNull(row.replaced_at),
    silent_days: row.silent_days,
    deactivated_at: wireTimeOrNull(row.deactivated_at),
    deactivation_reason: row.deactivation_reason,
    allowed_acts: canRotate(ctx, row) ? ['rotate'] : [],
  }
}

/**
 * Why every call with a token is refused although it may be active; null when calls are not refused.
 * @source docs/reference/specification.md §5.4.1
 */
function whyStopped(ctx: Context, row: ApiTokenRow): string | null {
  const isBound = row.assigned_user_id !== null || ctx.account.settings.api.token_binding === 'user'
  if (!isBound) return null
  const role = row.assigned_user_id === null ? row.user_role : row.assigned_user_role
  return role === 'admin' ? null : 'The user it is bound to is not an administrator who may sign in'
}

/** True when the caller may rotate a token. The act checks the same rights. @source docs/reference/access_governance.md §3 */
function canRotate(ctx: Context, { active, exception, request }: ApiTokenRow): boolean {
  const { account, actor, auth } = ctx
  if (!active || !auth.is_personal || !can(ctx, 'api_token.manage')) return false
  if (!hasDuty(ctx, getMakingDuty(exception))) return false
  return request === null || valueRefusal(actor, account.settings.access, request) === undefined
}
