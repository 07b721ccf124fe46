// OUTBOUND ADDRESSES: requests to URLs that users entered must not reach our own network.
// Not here: the requests themselves (modules/), mail (mail/).
import ipaddr from 'ipaddr.js'

/**
 * IPv6 addresses of the public internet; everything else is local, reserved or an embedded IPv4 address.
 * @source IANA IPv6 Global Unicast
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Returns whether an IP address may be reached. */
export type MayReach = (address: string) => boolean

/**
 * The addresses that may be reached: the public internet, and the operator's exceptions. Local, private, shared, reserved and translated
 * addresses may not, in any notation.
 * @param allowed networks in CIDR notation
 * @source docs/attacks.md
 */
export function makeReachCheck(allowed: readonly string[]): MayReach {
  const exceptions = allowed.map((network) => ipaddr.parseCIDR(network))
  return (address) => {
    // a zone id refers to an interface of this machine
    if (address.includes('%') || !ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    if (exceptions.some((network) => parsed.kind() === network[0].kind() && parsed.match(network))) return true
    return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST))
  }
}

/** The IP address that a URL's host is, without the brackets of IPv6; undefined for a name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return ipaddr.isValid(bare) ? bare : undefined
}
