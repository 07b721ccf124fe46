/** Networks in CIDR notation: parsing them, and whether an address is in one of them. */
import ipaddr from 'ipaddr.js'
import { ensureDefined } from './defined.ts'

/** A network in the stored form, such as `192.0.2.0/24`; a single address is a network of one. undefined when the text is not a network. */
export function readNetwork(text: string): string | undefined {
  const whole = text.trim()
  if (/^[\d.]+$|:/.test(whole) && ipaddr.isValid(whole) && isFourPart(whole)) {
    const address = ipaddr.process(whole)
    return `${address.toString()}/${address.kind() === 'ipv4' ? 32 : 128}`
  }
  if (!ipaddr.isValidCIDR(whole) || !isFourPart(ensureDefined(whole.split('/')[0]))) return undefined
  const [address, bits] = ipaddr.parseCIDR(whole)
  // an IPv4-mapped client address is compared as IPv4, which `::ffff:192.0.2.0/120` would never match
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96)
    return `${address.toIPv4Address().toString()}/${bits - 96}`
  return `${address.toString()}/${bits}`
}

/** `10.1` and `0x7f.1` are addresses to some programs and something else to others. */
function isFourPart(address: string): boolean {
  return address.includes(':') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(address)
}

/** Caches parsed lists while they are in use: most are needed again with the next call. */
const parsed = new WeakMap<readonly string[], ReturnType<typeof ipaddr.parseCIDR>[]>()

function parse(networks: readonly string[]) {
  const known = parsed.get(networks)
  if (known !== undefined) return known
  const read = networks.map((network) => ipaddr.parseCIDR(network))
  parsed.set(networks, read)
  return read
}

/** True when an address is in one of the networks. IPv4 inside IPv6 counts as IPv4; an invalid address is in none. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const own = ipaddr.process(address)
  return parse(networks).some(([base, bits]) => base.kind() === own.kind() && own.match(base, bits))
}

/** True when each of these networks is within one of the others. All are in the form of {@link readNetwork}. */
export function areWithin(inner: readonly string[], outer: readonly string[]): boolean {
  return parse(inner).every(([base, bits]) =>
    parse(outer).some(([whole, its]) => whole.kind() === base.kind() && its <= bits && base.match(whole, its)),
  )
}

/** The bits of an IPv6 network that one customer or machine gets, with all addresses in it. @source RFC 6177 §2 */
const COUNTED_BITS = 64
/** The bits of one site's prefix, which may contain 65,536 of those networks. @source RFC 6177 §2 */
const SITE_BITS = 48
/** For an invalid address, which a proxy may forward. */
const MAX_UNKNOWN_LENGTH = 64

/**
 * The unit by which calls from an address are counted: an IPv4 address, also in the form `::ffff:192.0.2.1`, translated or tunnelled; or
 * the `/64` of an IPv6 address, whose owner has 2⁶⁴ addresses. An invalid address is returned as it is, cut short; null is `unknown`.
 */
export function networkOf(address: string | null): string {
  return withBits(address, COUNTED_BITS)
}

/** The site of an address: the `/48` of an IPv6 address; for IPv4, and for an invalid address, the same as networkOf. */
export function siteOf(address: string | null): string {
  return withBits(address, SITE_BITS)
}

/** The site of an address, where it is larger than the counted network: for IPv6 only. */
export function ownSiteOf(address: string | null): string | undefined {
  const site = siteOf(address)
  return site === networkOf(address) ? undefined : site
}

function withBits(address: string | null, bits: number): string {
  if (address === null) return 'unknown'
  if (!address.includes(':')) return address.slice(0, MAX_UNKNOWN_LENGTH)
  if (!ipaddr.isValid(address)) return address.slice(0, MAX_UNKNOWN_LENGTH)
  const own = ipaddr.process(address)
  if (!(own instanceof ipaddr.IPv6)) return own.toString()
  const inside = carriedBy(own)
  if (inside !== undefined) return inside
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${own.toNormalizedString().split('%', 1)[0]}/${bits}`)
  return `${network.toString()}/${bits}`
}

/** The IPv4 address of a client behind a translator (`64:ff9b::/96`) or a tunnel (`2002::/16`). @source RFC 6052 §2.1, RFC 3056 §2 */
function carriedBy(own: ipaddr.IPv6): string | undefined {
  const range = own.range()
  if (range !== 'rfc6052' && range !== '6to4') return undefined
  const bytes = own.toByteArray()
  return (range === '6to4' ? bytes.slice(2, 6) : bytes.slice(12)).join('.')
}

/** True for a loopback address. */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}
