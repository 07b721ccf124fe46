/** The graceful shutdown of the HTTP side: clients and proxies are notified, requests in progress finish, and nothing exceeds the limit. */
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { watchConnections } from '#http/connections.ts'
import { readStopwatch } from '#lib/clock.ts'
import type { Stopping } from '#core/stopping.ts'

const SWEEP_MS = 20
/** The time in which requests being received when the port closes must arrive completely. */
const ARRIVAL_MS = 1000
const QUIET_MS = 0.2
/** A process that is never idle closes its port all the same. */
const MAX_TURNS = 20_000

/**
 * Prepares the shutdown of an application that does not listen yet; the returned function carries it out. As soon as a stop is requested,
 * every answer ends its connection (`/readyz` says 503); the port stays open for the planned time, and calls are served as before. Then the
 * port and idle connections close, a moment later also those that have not sent a complete request; it is done when all requests in
 * progress are answered. At the time limit every connection is cut. `portClosed`: where another process owns the port, waits until that has
 * closed it.
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

/** Waits until the port may be closed: for the planned time, then for an idle moment. */
export async function timeToClose({ plan, hurry }: Stopping): Promise<void> {
  // rejected by the signal only
  await sleep(plan.drain_seconds * 1000, undefined, { signal: hurry }).catch(() => {})
  await idleTurn(hurry)
}

/**
 * Connections established but not yet accepted are reset when a port closes, and a proxy does not repeat a write elsewhere that it has
 * already sent (nginx answers 502). So the port is closed right after a turn of the event loop so short that hardly any connection can be
 * pending.
 */
async function idleTurn(hurry: AbortSignal): Promise<void> {
  for (let turns = 0; turns < MAX_TURNS && !hurry.aborted; turns += 1) {
    const begun = readStopwatch()
    await immediate()
    if (readStopwatch() - begun < QUIET_MS) return
  }
}
