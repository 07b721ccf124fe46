import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { urlOf } from '#http/envelope.ts'
import { wireTime, wireTimeOrNull } from '#lib/clock.ts'
import type { IdentityRow } from './store.ts'
import type { Identity } from './schema.ts'

/** An identity as JSON. @source docs/reference/people.md §2 */
export function presentIdentity(ctx: Context, row: IdentityRow): AnswerOf<typeof Identity> {
  return {
    url: urlOf(ctx.caller.base_url, `users/${row.user_id}/identities/${row.id}`),
    id: row.id,
    user_id: row.user_id,
    type: row.type,
    value: row.value,
    verified: row.verified,
    primary: row.primary,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    undeliverable_count: 0,
    deliverable_state: 'deliverable',
    verified_at: wireTimeOrNull(row.verified_at),
    verification_method: row.verified ? 'full' : 'none',
  }
}
