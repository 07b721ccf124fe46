import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import type { Agreement } from './schema.ts'
import type { AgreementRow } from './store.ts'

/** A sharing agreement as JSON. @source docs/reference/other.md §5 */
export function presentAgreement(ctx: Context, row: AgreementRow): AnswerOf<typeof Agreement> {
  return {
    url: urlOf(ctx.caller.base_url, `sharing_agreements/${row.id}`),
    id: row.id,
    name: row.name,
    type: row.type,
    status: row.status,
    partner_name: row.partner_name,
    remote_subdomain: row.remote_subdomain,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
  }
}
