/** The origin of an address, which decides who receives a credential that was given for it. */

/** The origin of an address; undefined for what is no address. `noop://…` and its like have none and are compared as they are. */
export function originOf(address: string): string | undefined {
  const url = URL.parse(address)
  if (url === null) return undefined
  return url.origin === 'null' ? `${url.protocol}//${url.host}` : url.origin
}

/** True when what was given for one address would be sent to another host, port or scheme. */
export function isMoved(before: string, after: string): boolean {
  return originOf(before) !== originOf(after)
}
