import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { urlOf } from '#http/envelope.ts'
import { wireTime } from '#lib/clock.ts'
import type { SessionRow } from './store.ts'
import type { OwnSession } from './own.ts'
import type { OwnSession as OwnSessionAnswer, Session } from './schema.ts'

/**
 * A session as JSON; IP address, browser and sign-in method are additions of Deskhand.
 * @source docs/reference/authentication.md §7
 */
export function presentSession(ctx: Context, row: SessionRow): AnswerOf<typeof Session> {
  return { ...presentOwnSession(ctx, row), method: row.method }
}

/** The session of a request, or the call that is described as one. */
export function presentOwnSession(ctx: Context, row: OwnSession): AnswerOf<typeof OwnSessionAnswer>['session'] {
  return {
    id: row.id,
    url: urlOf(ctx.caller.base_url, `users/${row.user_id}/sessions/${row.id}`),
    user_id: row.user_id,
    authenticated_at: wireTime(row.authenticated_at),
    last_seen_at: wireTime(row.last_seen_at),
    ip_address: row.ip_address,
    user_agent: row.user_agent,
    method: row.method,
    second_factor: row.second_factor,
  }
}
