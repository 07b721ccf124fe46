/** Checks whether a customer's own host points to a brand. */
import { requirePermission } from '../../../permissions/permissions.ts'
import type { Context } from '../../../context.ts'
import { canonicalName } from '../../../outbound/names.ts'
import { isHostName } from './check.ts'

/**
 * The result of a lookup. `cname` is null when the host has none; `reason` says why it is not valid.
 * @source docs/reference/account.md §1
 */
export interface HostMappingAnswer {
  readonly is_valid: boolean
  readonly reason?: string
  readonly cname: string | null
  readonly expected_cnames: readonly string[]
}

/** Looks up the CNAME of `host` and compares it with the brand's own host. @throws Forbidden */
export async function checkHostMapping(ctx: Context, host: string, subdomain: string): Promise<HostMappingAnswer> {
  requirePermission(ctx, 'brand.manage')
  const expected_cnames = [`${subdomain.toLowerCase()}.${ctx.services.config.domain}`]
  if (!isHostName(host)) return { is_valid: false, reason: 'invalid_host', cname: null, expected_cnames }
  const cname = await canonicalName(host)
  if (cname === null) return { is_valid: false, reason: 'not_a_cname', cname, expected_cnames }
  return expected_cnames.includes(cname)
    ? { is_valid: true, cname, expected_cnames }
    : { is_valid: false, reason: 'wrong_cname', cname, expected_cnames }
}
