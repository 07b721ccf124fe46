/** Rounds of work that many callers share. */

/**
 * Lets callers share the runs of `act`, one at a time. Each caller waits for a run that begins after its call: all that come while one is under
 * way share the next one.
 * @throws whatever `act` throws, to those who share that run
 */
export function shareRounds(act: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined
  let next: Promise<void> | undefined
  const begin = () => (current = act().finally(() => (current = undefined)))
  const beginNext = () => {
    next = undefined
    return begin()
  }
  return () => {
    if (current === undefined) return next ?? begin()
    return (next ??= current.then(beginNext, beginNext))
  }
}
