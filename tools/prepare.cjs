'use strict'
// PREPARES: ensures that the right Node and the packages are installed. Takes some milliseconds if they are already.
const { join } = require('node:path')
const { handOn } = require('./child.cjs')
const { install, isInstalled } = require('./install.cjs')
const { canInstall, environmentOf, findNode, installNode } = require('./node.cjs')

const ROOT = join(__dirname, '..')
const WHAT = { start: 'the packages that a start needs', all: 'the packages' }

/**
 * Returns the Node to use and the environment for it. @throws Error if something cannot be installed
 * @param extent of the packages: 'start' for those that a start needs, 'all' to include those of tests and checks
 */
async function prepare(extent = 'all') {
  const lacks = { node: findNode() === undefined, packages: !isInstalled(ROOT, extent) }
  if (lacks.node || lacks.packages) await installWhat(lacks, extent)
  const node = findNode()
  return { node, env: environmentOf(node) }
}

/** Installs both in parallel, because npm uses one core; one after the other if npm needs a newer Node for the packages. */
async function installWhat(lacks, extent) {
  const children = []
  let isStopped = false
  const stopListening = handOn(children, () => {
    isStopped = true
    // after a SIGTERM npm waits for its downloads; what it leaves is discarded in any case
    for (const child of children) child.kill('SIGKILL')
  })
  const installPackages = () => install(ROOT, extent, findNode() ?? process.execPath, WHAT[extent], children)
  const isBeside = lacks.packages && (!lacks.node || canInstall(process.versions.node))
  try {
    const both = await Promise.allSettled([lacks.node && installNode(children), isBeside && installPackages()])
    const failed = both.find(({ status }) => status === 'rejected')
    if (failed && !isStopped) throw failed.reason
    if (lacks.packages && !isBeside && !isStopped) await installPackages()
    if (isStopped) throw new Error('the installation was stopped')
  } finally {
    stopListening()
  }
}

/** Ends this process with the exit code or signal of the program. */
function endAs({ code, signal }) {
  if (signal) process.kill(process.pid, signal)
  else process.exitCode = code ?? 1
}

/** Runs `work` and prints an error as one line. */
async function main(work) {
  try {
    endAs(await work())
  } catch (error) {
    process.stderr.write(`deskhand: ${error.message}\n`)
    process.exitCode = 1
  }
}

module.exports = { prepare, main }
