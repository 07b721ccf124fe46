'use strict'
// DETECTS THAT NPM HAS ENDED. npm forwards a SIGTERM to the shell in which it has started us; the shell ends without forwarding it, and
// a SIGKILL to npm reaches only npm. Without this a killed `npm start` would leave its server running on its port.
const { readFileSync } = require('node:fs')

const POLL = 250

/**
 * Calls back once when the npm that has started us has ended; never without npm, since a program run by hand may keep running. Returns a
 * function that ends the watch.
 */
function whenAbandoned(callback) {
  if (process.env.npm_lifecycle_event === undefined) return () => undefined
  const before = readLineage()
  const timer = setInterval(() => {
    if (readLineage() === before) return
    clearInterval(timer)
    callback()
  }, POLL).unref()
  return () => clearInterval(timer)
}

/** The pids of our parents up to npm, as far as the system shows them: our parent is npm itself, or the shell between. */
function readLineage() {
  const parent = process.ppid
  const { program, parent: grandparent } = look(parent)
  return /^(npm|node)/.test(program) ? `${parent}` : `${parent} ${grandparent}`
}

/** /proc/<pid>/stat is "pid (program) state parent …". Empty where there is no /proc. */
function look(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const end = stat.lastIndexOf(')')
    return { program: stat.slice(stat.indexOf('(') + 1, end), parent: stat.slice(end + 2).split(' ')[1] }
  } catch {
    return { program: '', parent: '' }
  }
}

module.exports = { whenAbandoned }
