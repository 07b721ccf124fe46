/** FROM WHERE one may call: the allowed addresses of the instance and of single credentials. Not here: who calls. */
import type { Account } from '#accounts/account.ts'
import type { Role } from '#core/context.ts'
import { Forbidden } from '#core/errors.ts'
import { isInNetworks, isLoopback } from '#lib/networks.ts'

/** The limits of a credential besides its scopes: addresses, and calls a minute. Null = no limit of its own. */
export interface CredentialBounds {
  /** `api_token:7` or `oauth_client:7`: the owner of the bounds. */
  readonly owner: string
  readonly allowed_ips: readonly string[] | null
  readonly per_minute: number | null
}

/** The part of a caller that the address checks need. */
export interface AddressedCaller {
  readonly role: Role
  /** An API token or an access token, whichever user it acts as. */
  readonly is_credential: boolean
  readonly bounds: CredentialBounds | null
}

/** The bounds of a credential; null when it has none, so that most calls skip the checks. */
export function boundsOf(
  owner: string,
  { allowed_ips, per_minute }: { allowed_ips: readonly string[] | null; per_minute: number | null },
): CredentialBounds | null {
  return allowed_ips === null && per_minute === null ? null : { owner, allowed_ips, per_minute }
}

/**
 * True when the instance's list allows an address. It applies to staff and to every API and access token; end users may call from
 * everywhere. Loopback is always allowed: anyone on the machine can stop the server anyway, and it is the way back in for an administrator
 * whose address has changed. @source docs/reference/access_governance.md §14.1
 */
function isAllowedByAccount(account: Account, caller: Pick<AddressedCaller, 'role' | 'is_credential'>, address: string): boolean {
  const { allowed_ips } = account.settings.security
  if (allowed_ips.length === 0 || (caller.role === 'end-user' && !caller.is_credential)) return true
  return isInNetworks(address, allowed_ips) || isLoopback(address)
}

/**
 * Refuses a call from an address that its credential or the instance does not allow. The credential itself is valid, so the answer says
 * what is wrong. @throws Forbidden
 */
export function requireAllowedAddress(account: Account, caller: AddressedCaller, address: string): void {
  const { bounds } = caller
  if (bounds !== null && bounds.allowed_ips !== null && !isInNetworks(address, bounds.allowed_ips))
    throw new Forbidden(`This credential may not be used from the address ${address}.`)
  if (!isAllowedByAccount(account, caller, address)) throw new Forbidden(`This instance may not be used from the address ${address}.`)
}
