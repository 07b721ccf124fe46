/**
 * Says of an outage the same thing once a second: what it does to one request, job or connection it does to thousands, and each of them logs
 * it. The next line says in `times` how many it stands for. Here, and not where lines are written: no place can be forgotten. Faults of
 * ours are written each, with the request that met them.
 */
import type { Log } from './context.ts'
import { outageOf } from './db/outage.ts'
import { onceASecond } from './lib/once_a_second.ts'

/** A log that writes to another one. */
export function throttled(log: Log, now?: () => number): Log {
  const once = onceASecond(now)
  const spared = (level: 'warn' | 'error') => (data: object, text: string) => {
    const code = outageCode((data as { err?: unknown }).err)
    if (code === undefined) log[level](data, text)
    else once(`${text} ${code}`, (times) => log[level](times === 1 ? data : { ...data, times }, text))
  }
  return { info: (data, text) => log.info(data, text), warn: spared('warn'), error: spared('error') }
}

/** The code of what passes: of the database, or of the system; undefined for faults of ours. */
function outageCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return outageOf(error)?.code ?? ('syscall' in error ? String((error as { code?: unknown }).code) : undefined)
}
