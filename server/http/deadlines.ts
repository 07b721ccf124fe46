/**
 * The time limits of requests. One timer of the process checks all of them a few times a second: a timer for each request costs more than
 * everything else done at its end.
 */
import { readStopwatch } from '#lib/clock.ts'

const LOOK_MS = 200

/** Something that expires unless it is removed before. */
export interface Deadline {
  /** By the {@link readStopwatch}, in milliseconds. */
  readonly ends_at: number
  /** Called once on expiry; must not throw. */
  readonly expire: () => void
}

const open = new Set<Deadline>()
let timer: NodeJS.Timeout | undefined

/** Adds a deadline, which is checked until it expires or is removed. It does not keep the process running. */
export function addDeadline(deadline: Deadline): void {
  timer ??= setInterval(look, LOOK_MS).unref()
  open.add(deadline)
}

/** Removes a deadline, so that it never expires. */
export function removeDeadline(deadline: Deadline): void {
  open.delete(deadline)
}

function look(): void {
  const now = readStopwatch()
  for (const deadline of open) {
    if (deadline.ends_at > now) continue
    open.delete(deadline)
    deadline.expire()
  }
}
