/** Throttles repeated messages to one a second: an outage affects every request, and one line is as informative as thousands. */
import { readStopwatch } from './clock.ts'
import { ensureDefined } from './defined.ts'

const EVERY_MS = 1000
/** With more kinds the one reported first is removed, so that memory is bounded whatever names them. */
const MAX_KINDS = 1000
const MAX_KIND_LENGTH = 500

/**
 * Calls `say`, unless it was called for this kind within the last second: then the last `say` is called at the end of that second. `times`
 * counts the calls left out since then, and this one.
 */
export type OnceASecond = (kind: string, say: (times: number) => void) => void

/** Creates a throttle. There should be few kinds; beyond a thousand the oldest are removed. */
export function onceASecond(now: () => number = readStopwatch): OnceASecond {
  const kinds = new Map<string, Kind>()
  return (name, say) => {
    const kind = name.slice(0, MAX_KIND_LENGTH)
    const known = kinds.get(kind) ?? { until: -Infinity, times: 0, say, timer: undefined }
    kinds.set(kind, known)
    if (kinds.size > MAX_KINDS) kinds.delete(ensureDefined(kinds.keys().next().value))
    known.times += 1
    known.say = say
    if (now() >= known.until) flush(known, now)
    else known.timer ??= setTimeout(flush, EVERY_MS, known, now).unref()
  }
}

interface Kind {
  until: number
  times: number
  say: (times: number) => void
  /** Set while calls were left out. */
  timer: NodeJS.Timeout | undefined
}

function flush(kind: Kind, now: () => number): void {
  clearTimeout(kind.timer)
  kind.timer = undefined
  const { times, say } = kind
  kind.until = now() + EVERY_MS
  kind.times = 0
  say(times)
}
