/** The address a server listens on. @throws TypeError when it listens on no port */
export function getListeningAddress<Address extends object>(server: { address(): Address | string | null }): Address {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('The server listens on no port')
  return address
}
