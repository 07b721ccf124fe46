'use strict'
// A REPORTER of Node's test runner: writes which test files ended and which of their tests failed, as JSON. Who reads it is repeat.cjs.

/**
 * `ended`: the files that ended; `failed`: for each file that failed, the names of its tests that did; `crashed`: processes that did not end
 * as one does whose tests have failed. A process reports each of its files as a suite (tests.cjs), after the tests in it, and processes are
 * reported one after the other, also where they ran at once.
 */
module.exports = async function* report(events) {
  const found = { ended: [], failed: {}, names: [], summarised: new Set(), unsuccessful: [] }
  for await (const { type, data } of events) {
    if (type === 'test:pass' || type === 'test:fail') take(found, data, type === 'test:fail')
    if (type === 'test:summary' && data.entryFile !== undefined) found.summarised.add(data.entryFile)
    // without an entry file, the "test" is a whole process
    if (type === 'test:complete' && data.entryFile === undefined && !data.details.passed) found.unsuccessful.push(data)
  }
  const crashed = found.unsuccessful.filter(({ file, details }) => details.error?.exitCode !== 1 || !found.summarised.has(file))
  yield `${JSON.stringify({ ended: found.ended, failed: found.failed, crashed: crashed.map(({ file }) => file) })}\n`
}

function take(found, { nesting, name, details }, isFailure) {
  // a test that failed only because one in it did is named by that one
  const isItself = isFailure && details.error?.failureType !== 'subtestsFailed'
  if (nesting > 0) {
    if (isItself) found.names.push(name)
    return
  }
  found.ended.push(name)
  if (isFailure) found.failed[name] = found.names.length > 0 ? found.names : ['the file itself']
  found.names = []
}
