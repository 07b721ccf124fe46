/** The address a request comes from. The only place that reads `X-Forwarded-For`; limits, allowed networks and logs all use its result. */
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { isInNetworks } from '#lib/networks.ts'

/** Longer lists are no chain of proxies; only the last hops matter. */
const MAX_CHAIN_LENGTH = 50
const UNKNOWN = 'unknown'

/** Where a request comes from. */
export interface ClientAddress {
  /** For limits and logs: in one form, so that nobody is counted or logged under a text of their own; `unknown` without a connection. */
  readonly address: string
  /** The same for comparing it with networks; `unknown` too where a proxy has passed on what is no address, so that it is in none. */
  readonly proven_address: string
}

/**
 * The address of the peer; where the peer is a trusted proxy, the last one of `X-Forwarded-For` that is not of a trusted proxy itself. What is
 * no address ends the chain there: the nearest proxy stands for the client.
 * @source RFC 7239 §5.2, §7.4
 */
export function clientAddress(request: IncomingMessage, trusted: readonly string[]): ClientAddress {
  let address = canonicalIp(request.socket.remoteAddress ?? '')
  if (address === undefined) return { address: UNKNOWN, proven_address: UNKNOWN }
  const { 'x-forwarded-for': forwarded } = request.headers
  const hops = forwarded === undefined ? [] : String(forwarded).split(',').slice(-MAX_CHAIN_LENGTH)
  while (hops.length > 0 && isInNetworks(address, trusted)) {
    const next = readForwardedAddress(hops.pop() ?? '')
    if (next === undefined) return { address, proven_address: UNKNOWN }
    address = next
  }
  return { address, proven_address: address }
}

/**
 * One item of `X-Forwarded-For`: an address, alone or with a port; an IPv6 address with a port stands in brackets. undefined for anything
 * else. @source RFC 7239 §6
 */
export function readForwardedAddress(item: string): string | undefined {
  const text = item.trim()
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1]
  if (bracketed !== undefined) return bracketed.includes(':') ? canonicalIp(bracketed) : undefined
  return canonicalIp(/^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text)
}

/** An address in its one form: IPv4 inside IPv6 as IPv4, no zone, IPv6 shortened. undefined for what is no address. */
function canonicalIp(text: string): string | undefined {
  const [bare = ''] = text.split('%', 1)
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare).toString()
  return bare.includes(':') && ipaddr.IPv6.isValid(bare) ? ipaddr.process(bare).toString() : undefined
}
