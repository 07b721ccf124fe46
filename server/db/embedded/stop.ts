import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { getProgramPath } from './binaries.ts'
import { systemCode } from './error.ts'
import { hasExited } from './find.ts'
import type { Server } from './find.ts'
import type { Site } from './launch.ts'

/** The signals that end a server, from gentle to forceful, and the time each gets, in milliseconds. Committed data survives all of them. */
const STOP_SIGNALS: readonly { signal: NodeJS.Signals; grace: number }[] = [
  { signal: 'SIGINT', grace: 30_000 }, // closes the connections and writes everything to disk
  { signal: 'SIGQUIT', grace: 5_000 }, // at once; the next start recovers from the WAL
  { signal: 'SIGKILL', grace: 5_000 },
]

/** The most each signal gets when `hurry` is aborted. */
const HURRIED_GRACE = 2000

/**
 * Ends a server and waits until its process is gone.
 * @param hurry when aborted, before or during the wait, the next signal is sent sooner
 */
export async function stopServer(server: Server, site: Site, hurry?: AbortSignal, ways = STOP_SIGNALS): Promise<void> {
  for (const { signal, grace } of ways) {
    const graceNow = () => (hurry?.aborted === true ? Math.min(grace, HURRIED_GRACE) : grace)
    if (signal !== 'SIGINT') site.log(`PostgreSQL (process ${server.pid}) has not stopped yet; sending ${signal}`)
    send(server, site, signal)
    const begun = performance.now()
    while (!hasExited(server) && performance.now() - begun < graceNow()) await sleep(5)
    if (hasExited(server)) return
  }
  site.log(`PostgreSQL (process ${server.pid}) cannot be stopped`)
}

function send(server: Server, site: Site, signal: NodeJS.Signals): void {
  if (process.platform === 'win32' && signal === 'SIGINT') {
    // On Windows any signal kills the process; pg_ctl requests a regular shutdown.
    spawnSync(getProgramPath(site.binaries, 'pg_ctl'), ['stop', '-D', site.place.cluster, '-m', 'fast', '-W'], { stdio: 'ignore' })
    return
  }
  try {
    process.kill(server.pid, signal)
  } catch (error) {
    if (systemCode(error) !== 'ESRCH') throw error
  }
}
