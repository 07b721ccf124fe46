/**
 * Throttles the lines about an outage to one a second: it affects thousands of requests, jobs or connections alike, and each of them logs
 * it. `times` of the next line counts those it replaces. Done here and not by the callers, so that no caller can leave it out. Our own bugs are
 * logged each, with their request.
 */
import type { Log } from '#core/context.ts'
import { outageOf } from '#db/outage.ts'
import { memberOf } from '#lib/error_words.ts'
import { onceASecond } from '#lib/once_a_second.ts'

/** A log that writes to another one. */
export function throttleLog(log: Log, now?: () => number): Log {
  const logOnce = onceASecond(now)
  const logSparingly = (level: 'warn' | 'error') => (data: object, text: string) => {
    const code = outageCode((data as { err?: unknown }).err)
    if (code === undefined) log[level](data, text)
    else logOnce(`${text} ${code}`, (times) => log[level](times === 1 ? data : { ...data, times }, text))
  }
  return { info: (data, text) => log.info(data, text), warn: logSparingly('warn'), error: logSparingly('error') }
}

/** The code of an outage, of the database or of the system; undefined for our own bugs. */
function outageCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return outageOf(error)?.code ?? ('syscall' in error ? String(memberOf(error, 'code')) : undefined)
}
