import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from './error.ts'
import { hasExited } from './find.ts'
import type { Server } from './find.ts'
import { bringUp } from './launch.ts'
import type { Site } from './launch.ts'

/** Keeps a server running until stopped. */
export interface Supervision {
  /** Stops watching and returns the server in its current state; undefined when none runs. */
  end(): Promise<Server | undefined>
}

const POLL = 200
/** Milliseconds to wait before the next try, by the number of consecutive ends. */
const BACK_OFF = [0, 250, 500, 1000, 2000, 5000, 10_000]
/** An end after this many milliseconds of running starts a new count. */
const STABLE = 60_000

/** Watches the server and restarts it whenever it ends, so that the application recovers by reconnecting. Never gives up. */
export function supervise(site: Site, first: Server): Supervision {
  const ended = new AbortController()
  let server: Server | undefined = first
  const watching = watch()

  async function watch(): Promise<void> {
    for (let ends = 0; !ended.signal.aborted; ends++) {
      if (server) {
        const begun = performance.now()
        await exitOf(server, ended.signal)
        if (ended.signal.aborted) return
        if (performance.now() - begun > STABLE) ends = 0
        site.log(`PostgreSQL (process ${server.pid}) ended unexpectedly${howOf(server)}; starting it again`)
        // The process that started it acts first, so that others find its new one instead of racing for the lock.
        if (!server.child) await pause(POLL, ended.signal)
      }
      await pause(BACK_OFF[Math.min(ends, BACK_OFF.length - 1)] ?? 0, ended.signal)
      server = ended.signal.aborted ? undefined : await tryAgain()
    }
  }

  async function tryAgain(): Promise<Server | undefined> {
    try {
      const again = await bringUp(site, 'refuse', ended.signal)
      site.log(`PostgreSQL is running again (process ${again.pid})`)
      return again
    } catch (error) {
      site.log(messageOf(error))
      return undefined
    }
  }

  async function end(): Promise<Server | undefined> {
    ended.abort()
    await watching
    return server && !hasExited(server) ? server : undefined
  }

  return { end }
}

/** Settles when the server's process ends or the signal is aborted. Does not keep our process alive. */
async function exitOf(server: Server, signal: AbortSignal): Promise<void> {
  if (!server.child) {
    while (!signal.aborted && !hasExited(server)) await pause(POLL, signal)
  } else if (!hasExited(server)) {
    // Rejected by the signal only.
    await once(server.child, 'exit', { signal }).catch(() => undefined)
  }
}

function howOf(server: Server): string {
  if (!server.child) return ''
  return server.child.signalCode ? ` by ${server.child.signalCode}` : ` with code ${server.child.exitCode}`
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  // Rejected by the signal only.
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined)
}
