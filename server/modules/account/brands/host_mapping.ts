/** Checks whether a customer's own host points to a brand. */
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { canonicalName } from '#outbound/names.ts'
import { isHostName } from './check.ts'
import type { HostMapping } from './schema.ts'

/** Asks the name servers where `host` points and compares that with the brand's own host. @throws Forbidden @source docs/reference/account.md §1 */
export async function checkHostMapping(ctx: Context, host: string, subdomain: string): Promise<AnswerOf<typeof HostMapping>> {
  requirePermission(ctx, 'brand.manage')
  const expected_cnames = [`${subdomain.toLowerCase()}.${ctx.services.config.domain}`]
  if (!isHostName(host)) return { is_valid: false, reason: 'invalid_host', cname: null, expected_cnames }
  const cname = await canonicalName(host)
  if (cname === null) return { is_valid: false, reason: 'not_a_cname', cname, expected_cnames }
  return expected_cnames.includes(cname)
    ? { is_valid: true, cname, expected_cnames }
    : { is_valid: false, reason: 'wrong_cname', cname, expected_cnames }
}
