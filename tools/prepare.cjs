'use strict'
// PREPARES: after it, the right Node and the packages are there. Some milliseconds when they are already.
const { join } = require('node:path')
const { handOn } = require('./child.cjs')
const { install, isInstalled } = require('./install.cjs')
const { canInstall, environmentOf, findNode, installNode } = require('./node.cjs')

const ROOT = join(__dirname, '..')
const WHAT = { start: 'the packages that a start needs', all: 'the packages' }

/**
 * Returns the Node to use and the environment to use it in. Throws when something cannot be had.
 * @param extent of the packages: 'start' for what a start needs, 'all' with what tests and checks need
 */
async function prepare(extent = 'all') {
  const lacks = { node: findNode() === undefined, packages: !isInstalled(ROOT, extent) }
  if (lacks.node || lacks.packages) await installWhat(lacks, extent)
  const node = findNode()
  return { node, env: environmentOf(node) }
}

/** Both side by side, because npm needs no more than one core; where npm wants a newer Node for the packages, one after the other. */
async function installWhat(lacks, extent) {
  const children = []
  let isStopped = false
  const stopListening = handOn(children, () => {
    isStopped = true
    // asked kindly, npm waits for what it is fetching; what it leaves is thrown away in any case
    for (const child of children) child.kill('SIGKILL')
  })
  const packages = () => install(ROOT, extent, findNode() ?? process.execPath, WHAT[extent], children)
  const isBeside = lacks.packages && (!lacks.node || canInstall(process.versions.node))
  try {
    const both = await Promise.allSettled([lacks.node && installNode(children), isBeside && packages()])
    const failed = both.find(({ status }) => status === 'rejected')
    if (failed && !isStopped) throw failed.reason
    if (lacks.packages && !isBeside && !isStopped) await packages()
    if (isStopped) throw new Error('the installation was stopped')
  } finally {
    stopListening()
  }
}

/** Ends this process as the program ended. */
function endAs({ code, signal }) {
  if (signal) process.kill(process.pid, signal)
  else process.exitCode = code ?? 1
}

/** Runs `work` and says in one line what went wrong, if anything. */
async function main(work) {
  try {
    endAs(await work())
  } catch (error) {
    process.stderr.write(`deskhand: ${error.message}\n`)
    process.exitCode = 1
  }
}

module.exports = { prepare, main }
