/** Saying the same thing once a second and no more often: an outage concerns every request, and one line tells as much as thousands. */
import { stopwatch } from './clock.ts'

const EVERY_MS = 1000
/** Of more kinds the one that was said first is forgotten: whatever names them, they take no more memory. */
const MOST_KINDS = 1000
const LONGEST_KIND = 500

/**
 * Calls `say`, unless it was called for this kind within the last second: then the last `say` is called when the second is over. `times` counts
 * those that were left out since then, and this one.
 */
export type OnceASecond = (kind: string, say: (times: number) => void) => void

/** Makes one. There should be few kinds; beyond a thousand the oldest are forgotten. */
export function onceASecond(now: () => number = stopwatch): OnceASecond {
  const kinds = new Map<string, Kind>()
  return (name, say) => {
    const kind = name.slice(0, LONGEST_KIND)
    const known = kinds.get(kind) ?? { until: -Infinity, times: 0, say, timer: undefined }
    kinds.set(kind, known)
    if (kinds.size > MOST_KINDS) kinds.delete(kinds.keys().next().value as string)
    known.times += 1
    known.say = say
    if (now() >= known.until) speak(known, now)
    else known.timer ??= setTimeout(speak, EVERY_MS, known, now).unref()
  }
}

interface Kind {
  until: number
  times: number
  say: (times: number) => void
  /** Set while something was left out. */
  timer: NodeJS.Timeout | undefined
}

function speak(kind: Kind, now: () => number): void {
  clearTimeout(kind.timer)
  kind.timer = undefined
  const { times, say } = kind
  kind.until = now() + EVERY_MS
  kind.times = 0
  say(times)
}
