/** Work that is broken off when it takes too long, whatever it is doing. */
import { Script } from 'node:vm'
import { memberOf } from '#lib/error_words.ts'

/** The work that a {@link SCRIPT} calls: a script reaches nothing but what is global. */
const WORK = Symbol.for('deskhand.interruptible_work')
const SCRIPT = new Script(`globalThis[Symbol.for('deskhand.interruptible_work')]()`)
/** Work that was given less than half of the processor is not to blame: it is begun once more, with this many times the limit. */
const SECOND_ATTEMPT = 2

/** The work took too long, and its result is lost. */
export class TookTooLong extends Error {}

/**
 * The result of synchronous work, which is broken off after some milliseconds, also within one regular expression. What it has changed
 * outside itself stays changed. A call costs a tenth of a millisecond. See docs/decisions/0040_text_within_time.md.
 * @throws TookTooLong
 */
export function runInterruptibly<Result>(milliseconds: number, work: () => Result): Result {
  const before = process.threadCpuUsage()
  try {
    return attempt(milliseconds, work)
  } catch (error) {
    const { user, system } = process.threadCpuUsage(before)
    if (!(error instanceof TookTooLong) || user + system > 500 * milliseconds) throw error
    return attempt(SECOND_ATTEMPT * milliseconds, work)
  }
}

function attempt<Result>(timeout: number, work: () => Result): Result {
  let result: { readonly value: Result } | undefined
  const around: unknown = Reflect.get(globalThis, WORK)
  Reflect.set(globalThis, WORK, () => {
    result = { value: work() }
  })
  try {
    SCRIPT.runInThisContext({ timeout })
  } catch (error) {
    if (memberOf(error, 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new TookTooLong(`The work took more than ${timeout} ms`)
    throw error
  } finally {
    Reflect.set(globalThis, WORK, around)
  }
  if (result === undefined) throw new Error('The work has not run')
  return result.value
}
