'use strict'
// PREPARES: after it, the right Node and all dependencies are there. Some milliseconds when they are already.
const { join } = require('node:path')
const { install, isInstalled } = require('./install.cjs')
const { environmentOf, pickNode } = require('./node.cjs')

const ROOT = join(__dirname, '..')

/** Returns the Node to use and the environment to use it in. Throws when something cannot be had. */
function prepare() {
  const node = pickNode()
  if (!isInstalled(ROOT)) install(ROOT, node, 'the dependencies')
  return { node, env: environmentOf(node) }
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
