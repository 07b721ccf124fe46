import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import type { Address } from './schema.ts'
import type { AddressRow } from './store.ts'

/** A support address as JSON. @source docs/reference/account.md §4 */
export function presentAddress(ctx: Context, row: AddressRow): AnswerOf<typeof Address> {
  return {
    url: urlOf(ctx.caller.base_url, `recipient_addresses/${row.id}`),
    id: row.id,
    brand_id: row.brand_id,
    default: row.default,
    name: row.name,
    email: row.email,
    forwarding_status: row.forwarding_status,
    spf_status: row.spf_status,
    cname_status: row.cname_status,
    domain_verification_status: row.domain_verification_status,
    domain_verification_code: row.domain_verification_code,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
  }
}
