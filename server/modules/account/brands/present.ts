import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { urlOf } from '#http/envelope.ts'
import { wireTime } from '#lib/clock.ts'
import { presentPhoto } from '#modules/common/attachments/present.ts'
import type { BrandRow } from './store.ts'
import type { Brand } from './schema.ts'

/**
 * A brand as JSON. Every brand is served at the instance's own address, and none has a help center.
 * @source docs/reference/account.md §1
 */
export function presentBrand(ctx: Context, row: BrandRow): AnswerOf<typeof Brand> {
  return {
    url: urlOf(ctx.caller.base_url, `brands/${row.id}`),
    id: row.id,
    name: row.name,
    brand_url: ctx.caller.base_url,
    subdomain: row.subdomain,
    host_mapping: row.host_mapping,
    has_help_center: false,
    help_center_state: 'disabled',
    active: row.active,
    default: row.default,
    is_deleted: row.is_deleted,
    logo: presentPhoto(ctx, row.logo),
    ticket_form_ids: row.ticket_form_ids,
    signature_template: row.signature_template,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    // users belong to the account, not to one of its brands
    user_separation: 'account',
  }
}
