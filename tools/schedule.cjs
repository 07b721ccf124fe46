'use strict'
// IN WHICH ORDER PROCESSES OF TESTS RUN. Which files share one does not belong here; it is in tests.cjs.

/** About how many seconds a test takes, by the kind of its process. */
const SECONDS = { browser: 4, alone: 4, shared: 0.5 }
const TEST = /\btest\(/g

/** About how many seconds a test file takes, by the number of its tests. */
function workOf(kind, text) {
  return SECONDS[kind] * (1 + (text.match(TEST)?.length ?? 0))
}

/**
 * Orders processes so that those of different kinds run beside each other: those with a process of their own mostly wait, those with a browser
 * compute in the browser, the others here. All kinds begin and end together, each with the longest process first.
 */
function inOrder(processes) {
  const placed = Object.keys(SECONDS).flatMap((kind) => {
    const ofKind = processes.filter((process) => process.kind === kind)
    const total = sumOf(ofKind.map(({ work }) => work))
    let before = 0
    return ofKind
      .toSorted((a, b) => b.work - a.work)
      .map((process) => {
        const place = before / total
        before += process.work
        return { process, place }
      })
  })
  return placed.toSorted((a, b) => a.place - b.place || b.process.work - a.process.work).map(({ process }) => process)
}

function sumOf(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0)
}

module.exports = { inOrder, sumOf, workOf }
