'use strict'
// IN WHICH ORDER PROCESSES OF TESTS RUN. Which files share one does not belong here; it is in tests.cjs.

/** About how many seconds a test takes, by the kind of its process. */
const SECONDS = { browser: 2, alone: 4, shared: 0.2 }
const TEST = /\btest\(/g

/** About how many seconds a test file takes, by the number of its tests. */
function workOf(kind, text) {
  return SECONDS[kind] * (1 + (text.match(TEST)?.length ?? 0))
}

/**
 * Orders processes for a runner that has `atOnce` of them run at a time. Those with a process of their own (`alone`) mostly wait: they run one after
 * the other beside those that compute. The longest begin first, so that all end at about the same time.
 */
function inOrder(processes, atOnce) {
  const longestFirst = processes.toSorted((a, b) => b.work - a.work)
  const waiting = longestFirst.filter(({ kind }) => kind === 'alone')
  const computing = longestFirst.filter(({ kind }) => kind !== 'alone')
  const first = atOnce - 1
  return [...computing.slice(0, first), ...waiting, ...computing.slice(first)]
}

function sumOf(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0)
}

module.exports = { inOrder, sumOf, workOf }
