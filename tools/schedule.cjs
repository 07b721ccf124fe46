'use strict'
// IN WHICH ORDER PROCESSES OF TESTS RUN. Which files share one does not belong here; it is in tests.cjs.

/** About how many seconds a test takes, by the kind of its process. */
const SECONDS = { browser: 2, alone: 4, shared: 0.2 }
const TEST = /\btest\(/g
const SMOKE_TEST = /\bsmokeTest\(/g

/** About how many seconds a test file takes, by the number of its tests; `onlySmoke`: of those that `npm test` runs of it. */
function workOf(kind, text, onlySmoke = false) {
  const smoke = text.match(SMOKE_TEST)?.length ?? 0
  const others = onlySmoke && smoke > 0 ? 0 : (text.match(TEST)?.length ?? 0)
  return SECONDS[kind] * (1 + smoke + others)
}

/**
 * Orders processes for a runner that has `atOnce` of them run at a time, and takes the next one when one has ended. Those with a process of their own
 * (`alone`) mostly wait: as long as there are others, one of them runs at a time, beside those that compute. The longest of both begin first, so that
 * all end at about the same time.
 */
function inOrder(processes, atOnce) {
  const longestFirst = processes.toSorted((a, b) => b.work - a.work)
  const waiting = longestFirst.filter(({ kind }) => kind === 'alone')
  const computing = longestFirst.filter(({ kind }) => kind !== 'alone')
  const running = Array.from({ length: atOnce }, () => ({ kind: null, end: 0 }))
  const order = []
  while (order.length < processes.length) {
    const ended = running.reduce((first, one) => (one.end < first.end ? one : first))
    const waits = running.some((one) => one !== ended && one.kind === 'alone' && one.end > ended.end)
    const next = waiting.length === 0 || (waits && computing.length > 0) ? computing.shift() : waiting.shift()
    order.push(next)
    Object.assign(ended, { kind: next.kind, end: ended.end + next.work })
  }
  return order
}

function sumOf(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0)
}

module.exports = { inOrder, sumOf, workOf }
