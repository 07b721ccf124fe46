/** Networks in CIDR notation: reading them, and whether an address lies in one of them. */
import ipaddr from 'ipaddr.js'

/** A network as it is stored, such as `192.0.2.0/24`; an address alone is the network of that one address. undefined for what is none. */
export function readNetwork(text: string): string | undefined {
  const whole = text.trim()
  if (/^[\d.]+$|:/.test(whole) && ipaddr.isValid(whole) && isFourPart(whole)) {
    const address = ipaddr.process(whole)
    return `${address.toString()}/${address.kind() === 'ipv4' ? 32 : 128}`
  }
  if (!ipaddr.isValidCIDR(whole) || !isFourPart(whole.split('/')[0] as string)) return undefined
  const [address, bits] = ipaddr.parseCIDR(whole)
  // what an IPv4 client is seen as is IPv4: `::ffff:192.0.2.0/120` would let nobody through
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96)
    return `${address.toIPv4Address().toString()}/${bits - 96}`
  return `${address.toString()}/${bits}`
}

/** `10.1` and `0x7f.1` are addresses to some programs and something else to others. */
function isFourPart(address: string): boolean {
  return address.includes(':') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(address)
}

/** Lists that have been read, as long as somebody holds them: most are asked again with the next call. */
const parsed = new WeakMap<readonly string[], ReturnType<typeof ipaddr.parseCIDR>[]>()

function parse(networks: readonly string[]) {
  const known = parsed.get(networks)
  if (known !== undefined) return known
  const read = networks.map((network) => ipaddr.parseCIDR(network))
  parsed.set(networks, read)
  return read
}

/** True when an address lies in one of the networks. IPv4 inside IPv6 counts as IPv4; what is no address lies nowhere. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const own = ipaddr.process(address)
  return parse(networks).some(([base, bits]) => base.kind() === own.kind() && own.match(base, bits))
}

/** True for an address of the machine itself. */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}
