// WHAT WE MAY REACH OUTSIDE: requests to addresses that people typed in, kept away from the network we stand in.
// Not here: what is asked there (modules/), mail (mail/).
import ipaddr from 'ipaddr.js'

/** IPv6 addresses given to the public internet; everything else is local, reserved or a way of writing IPv4. @source IANA IPv6 Global Unicast */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Says of an address in numbers whether it may be reached. */
export type MayReach = (address: string) => boolean

/**
 * What may be reached: the public internet, and the operator's exceptions. Local, private, shared, reserved and translated
 * addresses may not, however they are written.
 * @param allowed networks in CIDR notation
 * @source docs/attacks.md
 */
export function reachable(allowed: readonly string[]): MayReach {
  const exceptions = allowed.map((network) => ipaddr.parseCIDR(network))
  return (address) => {
    // a zone names an interface of this machine
    if (address.includes('%') || !ipaddr.isValid(address)) return false
    const known = ipaddr.process(address)
    if (exceptions.some((network) => known.kind() === network[0].kind() && known.match(network))) return true
    return known.range() === 'unicast' && (known.kind() === 'ipv4' || known.match(GLOBAL_UNICAST))
  }
}

/** The address in numbers that a URL's host is, without the brackets of IPv6; undefined for a name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return ipaddr.isValid(bare) ? bare : undefined
}
