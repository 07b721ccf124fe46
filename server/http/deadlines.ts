/**
 * When requests have had their time. One timer of the process looks at all of them a few times a second: a timer of its own for each
 * request costs more than all else that is done about its end.
 */
import { stopwatch } from '../lib/clock.ts'

const LOOK_MS = 200

/** What ends at a moment, unless it is removed before. */
export interface Deadline {
  /** By the {@link stopwatch}, in milliseconds. */
  readonly ends_at: number
  /** Called once when the moment has come; must not throw. */
  readonly expire: () => void
}

const open = new Set<Deadline>()
let timer: NodeJS.Timeout | undefined

/** Has a deadline looked at until it is over or removed. It does not keep the process running. */
export function addDeadline(deadline: Deadline): void {
  timer ??= setInterval(look, LOOK_MS).unref()
  open.add(deadline)
}

/** Nothing happens any more when it comes. */
export function removeDeadline(deadline: Deadline): void {
  open.delete(deadline)
}

function look(): void {
  const now = stopwatch()
  for (const deadline of open) {
    if (deadline.ends_at > now) continue
    open.delete(deadline)
    deadline.expire()
  }
}
