/** Is the port free? Asked before anything is made, so that a first start that cannot listen has not made a password nobody was shown. */
import { createServer } from 'node:net'

/** @throws the system's error (EADDRINUSE, EACCES, EADDRNOTAVAIL) when nobody could listen there now */
export async function requireFreePort(port: number, host: string): Promise<void> {
  const probe = createServer()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  probe.once('error', reject)
  probe.listen(port, host, () => probe.close(() => resolve()))
  await promise
}
