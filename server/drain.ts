/** How the HTTP side of a process stops: clients and proxies learn of it, requests under way are finished, and then nobody holds it up. */
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { watchConnections } from './http/connections.ts'
import { stopwatch } from './lib/clock.ts'
import type { Stopping } from './stopping.ts'

const SWEEP_MS = 20
/** What is on its way when the port closes has so long to arrive as a whole. */
const ARRIVAL_MS = 1000
const QUIET_MS = 0.2
/** A process that is never quiet closes its port all the same. */
const MOST_TURNS = 20_000

/**
 * Prepares the stop of an application that does not listen yet; what it brings carries the stop out. As soon as a stop is asked for, every
 * answer ends its connection (`/readyz` says 503); the port stays open for the planned time, and calls are served as before. Then
 * the port and idle connections close, a moment later also those that have not sent a request as a whole, and when all requests under way
 * are answered it is done. At the limit of the stop every connection is cut. `portClosed`: where the port is another process's, waits until
 * that has closed it.
 */
export function prepareDrain(app: FastifyInstance, stopping: Stopping, portClosed?: () => Promise<void>): () => Promise<void> {
  const connections = watchConnections(app.server)
  stopping.asked.addEventListener('abort', () => connections.endEach(), { once: true })
  stopping.hurry.addEventListener('abort', () => connections.closeAll(), { once: true })
  return async () => {
    await (portClosed ?? (() => timeToClose(stopping)))()
    connections.refuse()
    for (let passed = 0; passed < ARRIVAL_MS && !connections.isEmpty() && !stopping.hurry.aborted; passed += SWEEP_MS) {
      connections.closeAnswered()
      await sleep(SWEEP_MS)
    }
    for (; !connections.isEmpty(); await sleep(SWEEP_MS)) {
      if (stopping.hurry.aborted) connections.closeAll()
      else connections.closeUnserved()
    }
    await app.close()
  }
}

/** Waits until the port may be closed: for the planned time, and for a quiet moment. */
export async function timeToClose({ plan, hurry }: Stopping): Promise<void> {
  // rejected by the signal only
  await sleep(plan.drain_seconds * 1000, undefined, { signal: hurry }).catch(() => {})
  await quietTurn(hurry)
}

/**
 * Connections that have come and were not accepted yet are reset when a port closes, and a proxy does not send a write elsewhere that it has
 * sent already (nginx answers 502). So the port is closed right after a turn of the event loop that was so short that hardly any can wait.
 */
async function quietTurn(hurry: AbortSignal): Promise<void> {
  for (let turns = 0; turns < MOST_TURNS && !hurry.aborted; turns += 1) {
    const begun = stopwatch()
    await immediate()
    if (stopwatch() - begun < QUIET_MS) return
  }
}
