'use strict'
// RUNS TESTS FOR CI: a file that failed is run once more, alone, after the others, and named if it passes then. See docs/decisions/0037_unstable_tests.md.
const { mkdtempSync, readFileSync, rmSync } = require('node:fs')
const { tmpdir } = require('node:os')
const { join } = require('node:path')
const { run } = require('./child.cjs')
const { aloneRun } = require('./tests.cjs')

/** More files than this have a cause that is no accident. */
const MAX_REPEATED = 5
const REPORTER = join(__dirname, 'failed_tests.cjs')

/**
 * Runs tests, and those files that failed a second time.
 * @param tests { files, command }, as the functions of tests.cjs return them
 * @returns the end { code, signal }, and `unstable`: a line for each test that failed and passed in the second run, "FILE: NAME"
 */
async function runRepeating(node, tests, env) {
  const first = await runOnce(node, tests, env)
  if (hasPassed(first.end) || first.end.signal) return { end: first.end, unstable: [] }
  const problem = whyNotRepeated(tests.files, first.report)
  if (problem !== undefined) {
    process.stderr.write(`\nNothing is run again: ${problem}\n`)
    return { end: first.end, unstable: [] }
  }
  const { failed } = first.report
  process.stdout.write(`\n▶ once more, alone: ${Object.keys(failed).join(', ')}\n`)
  const second = await runOnce(node, aloneRun(Object.keys(failed)), env)
  const lines = Object.entries(failed).flatMap(([file, names]) => names.map((name) => `${file}: ${name}`))
  return { end: second.end, unstable: hasPassed(second.end) ? lines : [] }
}

/** Undefined if each failure is that of a test file, and the files are few. */
function whyNotRepeated(files, report) {
  if (report === undefined) return 'the test runner itself failed'
  const failed = Object.keys(report.failed)
  const lost = files.filter((file) => !report.ended.includes(file))
  if (report.crashed.length > 0 || lost.length > 0) return `a process crashed (${[...report.crashed, ...lost].join(', ')})`
  if (failed.length === 0) return 'no test failed, but a process did'
  if (failed.length > MAX_REPEATED) return `${failed.length} files failed, and at most ${MAX_REPEATED} are run again`
  return undefined
}

/** Runs tests once. `report` is what failed_tests.cjs writes; undefined if it could not. */
async function runOnce(node, { command }, env) {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-tests-'))
  const path = join(folder, 'report.json')
  try {
    const [test, ...rest] = command
    const reporter = [`--test-reporter=${REPORTER}`, `--test-reporter-destination=${path}`]
    const end = await run([[node, test, ...reporter, ...rest]], env)
    return { end, report: readReport(path) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined // a runner that ended early has not written it
  }
}

function hasPassed({ code, signal }) {
  return code === 0 && !signal
}

module.exports = { runRepeating }
