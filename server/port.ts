/** Is the port free? Asked before anything is made, so that a first start that cannot listen has not made a password nobody was shown. */
import { type AddressInfo, createServer } from 'node:net'

/** By the name two servers would listen, of which one is known to nobody who stops them. */
const LOOPBACK = '127.0.0.1'

/** The address that `HOST` means. */
export function hostOf(host: string): string {
  return host === 'localhost' ? LOOPBACK : host
}

/** @throws the system's error (EADDRINUSE, EACCES, EADDRNOTAVAIL, ENOTFOUND) when nobody could listen there now, with the name of the variable */
export async function requireFreePort(port: number, host: string, variable = 'PORT'): Promise<void> {
  await named(variable, probe(port, host))
}

/** A port that is free at the moment. */
export function freePort(host: string): Promise<number> {
  return probe(0, host)
}

/** What the system says of listening gets the name of the variable that has named the port: the operator is told which one to change. */
export async function named<Result>(variable: string, listening: Promise<Result>): Promise<Result> {
  try {
    return await listening
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { variable }) : error
  }
}

async function probe(port: number, host: string): Promise<number> {
  const server = createServer()
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  server.once('error', reject)
  server.listen(port, host, () => {
    const { port: taken } = server.address() as AddressInfo
    server.close(() => resolve(taken))
  })
  return promise
}
