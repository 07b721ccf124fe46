/**
 * Which addresses may be given for an external service: one written as an address of this machine or of a private network is refused. What
 * a name resolves to is known only when a call is made, and must be checked then, too.
 */
import ipaddr from 'ipaddr.js'

/** Names for this machine or within a local network. @source RFC 6761 §6.3; RFC 6762; RFC 8375; ICANN resolution 2024.07.29.06 */
const LOCAL_NAMES = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa|localdomain)$/
/** IPv6 addresses allocated to the public internet. @source IANA IPv6 Global Unicast */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
const NAME = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** True for a public host: a name with a dot that is not local, or a literal address that is publicly routed. `host` as URL parses it. */
export function isPublicHost(host: string): boolean {
  const plain = host.toLowerCase().replace(/\.$/, '')
  const literal = plain.replace(/^\[(.*)\]$/, '$1')
  // ipaddr.process converts an IPv4-mapped IPv6 address to IPv4
  if (ipaddr.isValid(literal)) {
    const address = ipaddr.process(literal)
    return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST))
  }
  return NAME.test(plain) && !LOCAL_NAMES.test(plain)
}

/** True for an absolute HTTPS URL of a public host, without a user, a password or a fragment. */
export function isPublicUrl(text: string): boolean {
  if (/\s/.test(text) || !/^https:\/\//i.test(text) || !URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  return username === '' && password === '' && !text.includes('#') && isPublicHost(hostname)
}
