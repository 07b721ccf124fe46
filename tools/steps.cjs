'use strict'
// THE STEPS OF `npm run ci`, in this order; the first failure ends it.
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const { build } = require('./build.cjs')
const { run } = require('./child.cjs')
const { sweepRun, testEnvironment, testRun } = require('./tests.cjs')

const ROOT = join(__dirname, '..')
const bin = (path, ...args) => [join(ROOT, 'node_modules', path), ...args]

/** A step has either a command for Node or a `check` that throws. */
const STEPS = [
  { name: 'the lock names no registry', check: lockNamesNoRegistry },
  { name: 'format', command: () => bin('oxfmt/bin/oxfmt', '--check', '.') },
  { name: 'lint', command: () => bin('oxlint/bin/oxlint', '--type-aware', '--deny-warnings') },
  { name: 'no unused files, exports or packages', command: () => bin('knip/bin/knip.js', '--no-progress') },
  { name: 'types of the server', command: () => bin('typescript/bin/tsc', '-p', 'tsconfig.json') },
  { name: 'types of the web', command: () => bin('typescript/bin/tsc', '-p', 'web/tsconfig.json') },
  { name: 'generated files are fresh', command: () => ['cli/deskhand.ts', 'generate', '--check'] },
  { name: 'the web and the server build', check: (node) => build(node, ['web', 'server']) },
  { name: 'tests', command: () => testRun([]).command, env: () => testEnvironment() },
  { name: 'the whole of the sweeps', command: () => sweepRun([]).command, env: () => testEnvironment({ whole: true }) },
]

/** Runs all steps. Returns the end of the last one that ran: { code, signal }. */
async function runSteps(node, env) {
  const begun = performance.now()
  for (const step of STEPS) {
    const stepBegun = performance.now()
    process.stdout.write(`\n▶ ${step.name}\n`)
    const end = step.check ? await check(step, node) : await run([[node, ...step.command()]], { ...env, ...step.env?.() })
    const failed = end.code !== 0 || end.signal
    process.stdout.write(`${failed ? '✖' : '✔'} ${step.name} (${seconds(stepBegun)})\n`)
    if (failed) return end
  }
  process.stdout.write(`\n✔ all of ci (${seconds(begun)})\n`)
  return { code: 0, signal: null }
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

function seconds(begun) {
  return `${((performance.now() - begun) / 1000).toFixed(1)} s`
}

module.exports = { runSteps }
