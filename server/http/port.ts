/** Checks that the port is free before anything is created: a failed first start would generate a password that is never shown. */
import { createServer } from 'node:net'
import { getListeningAddress } from '#lib/listening.ts'

/** Given the name `localhost`, Fastify opens a second server for its other address, which the shutdown would not know. */
const LOOPBACK = '127.0.0.1'

/** The address to listen on for `HOST`. */
export function hostOf(host: string): string {
  return host === 'localhost' ? LOOPBACK : host
}

/** @throws the system's error (EADDRINUSE, EACCES, EADDRNOTAVAIL, ENOTFOUND) when listening fails, with the name of the variable */
export async function requireFreePort(port: number, host: string, variable = 'PORT'): Promise<void> {
  await withVariableName(variable, probe(port, host))
}

/** A port that is free at the moment. */
export function freePort(host: string): Promise<number> {
  return probe(0, host)
}

/** Adds to errors of listening the name of the variable that defines the port, so that the operator knows which one to change. */
export async function withVariableName<Result>(variable: string, listening: Promise<Result>): Promise<Result> {
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
    const { port: taken } = getListeningAddress(server)
    server.close(() => resolve(taken))
  })
  return promise
}
