/** What a process has opened, and how it is closed: the last first. */
import type { Log } from '#core/context.ts'
import { type Stopping, waitWithin } from '#core/stopping.ts'

/** Something to be closed. Past the limit of a stop it has `grace_ms` to close, by default {@link LAST_MS}. */
export interface Opened {
  readonly close: () => Promise<unknown>
  readonly grace_ms?: number
}

/** In milliseconds. */
const LAST_MS = 500

/** Closes all, and ends the stop. One that cannot be closed is logged and keeps no other open. */
export async function closeAll(opened: Opened[], stopping: Stopping, log: Log): Promise<void> {
  for (const { close, grace_ms = LAST_MS } of opened.splice(0).reverse()) {
    try {
      await waitWithin(stopping.hurry, grace_ms, close())
    } catch (error) {
      log.error({ err: error }, 'something could not be closed')
    }
  }
  stopping.done()
}
