'use strict'
// THE STEPS OF `npm run ci`, in this order; the first failure ends it.
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const { build } = require('./build.cjs')
const { run } = require('./child.cjs')
const { runRepeating } = require('./repeat.cjs')
const { sweepRun, testEnvironment, unsweptRun } = require('./tests.cjs')

const ROOT = join(__dirname, '..')
const makeCommand = (path, ...args) => [join(ROOT, 'node_modules', path), ...args]

/** A step has a command for Node, or a `check` that throws, or `tests` with their environment. */
const STEPS = [
  { name: 'the lock names no registry', check: lockNamesNoRegistry },
  { name: 'format', command: () => makeCommand('oxfmt/bin/oxfmt', '--check', '.') },
  { name: 'lint', command: () => makeCommand('oxlint/bin/oxlint', '--type-aware', '--deny-warnings') },
  { name: 'no unused files, exports or packages', command: () => makeCommand('knip/bin/knip.js', '--no-progress') },
  { name: 'types of the server', command: () => makeCommand('typescript/bin/tsc', '-p', 'tsconfig.json') },
  { name: 'types of the web', command: () => makeCommand('typescript/bin/tsc', '-p', 'web/tsconfig.json') },
  { name: 'generated files are fresh', command: () => ['cli/deskhand.ts', 'generate', '--check'] },
  { name: 'the web and the server build', check: (node) => build(node, ['web', 'server']) },
  { name: 'tests', tests: () => unsweptRun(), env: () => testEnvironment() },
  { name: 'the sweeps, whole', tests: () => sweepRun([]), env: () => testEnvironment({ whole: true }) },
]

/** Runs all steps. Returns the end of the last one that ran: { code, signal }. */
async function runSteps(node, env) {
  const unstable = []
  const end = await runEach(node, env, unstable)
  for (const line of unstable) process.stdout.write(`unstable: passed only when run again: ${line}\n`)
  return end
}

/** @param unstable receives a line for each test that passed only when run again */
async function runEach(node, env, unstable) {
  const begun = performance.now()
  for (const step of STEPS) {
    const stepBegun = performance.now()
    process.stdout.write(`\n▶ ${step.name}\n`)
    const end = await runStep(step, node, env, unstable)
    const failed = end.code !== 0 || end.signal
    process.stdout.write(`${failed ? '✖' : '✔'} ${step.name} (${formatDuration(stepBegun)})\n`)
    if (failed) return end
  }
  process.stdout.write(`\n✔ all of ci (${formatDuration(begun)})\n`)
  return { code: 0, signal: null }
}

async function runStep(step, node, env, unstable) {
  if (step.check) return check(step, node)
  if (!step.tests) return run([[node, ...step.command()]], env)
  const tests = await runRepeating(node, step.tests(), { ...env, ...step.env() })
  unstable.push(...tests.unstable)
  return tests.end
}

async function check(step, node) {
  try {
    await step.check(node)
    return { code: 0, signal: null }
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    return { code: 1, signal: null }
  }
}

/** A lock that names no host can be installed from any mirror (.npmrc: omit-lockfile-registry-resolved). */
function lockNamesNoRegistry() {
  for (const file of ['package-lock.json', 'tools/node/package-lock.json']) {
    if (readFileSync(join(ROOT, file), 'utf8').match(/"resolved": "[a-z+]+:/))
      throw new Error(`${file} has "resolved" addresses: make it again with the .npmrc of this project`)
  }
}

function formatDuration(begun) {
  return `${((performance.now() - begun) / 1000).toFixed(1)} s`
}

module.exports = { runSteps }
