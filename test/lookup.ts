/** Names below `localhost` are this machine, also where the system's resolver does not know them. @source RFC 6761 §6.3 */
import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'

const LOOPBACK = '127.0.0.1'

/** For connections of tests: the names of instances (`file1.localhost`), and all others as usual. */
export const lookupName: LookupFunction = (hostname, options, callback) => {
  if (!hostname.endsWith('.localhost')) return lookup(hostname, options, callback)
  return options.all === true ? callback(null, [{ address: LOOPBACK, family: 4 }]) : callback(null, LOOPBACK, 4)
}
