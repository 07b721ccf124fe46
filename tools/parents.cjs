'use strict'
// NOTICES THAT NPM IS GONE. npm hands a SIGTERM to the shell it has started us in; the shell dies of it and tells nobody, and a
// SIGKILL to npm reaches only npm. Without this a killed `npm start` would leave its server behind, on its port.
const { readFileSync } = require('node:fs')

const POLL = 250

/** Calls back once when the npm that has started us is gone. Without npm, never: who runs us by hand may leave us running. Returns a way to end the watch. */
function whenAbandoned(callback) {
  if (process.env.npm_lifecycle_event === undefined) return () => undefined
  const before = lineage()
  const timer = setInterval(() => {
    if (lineage() === before) return
    clearInterval(timer)
    callback()
  }, POLL).unref()
  return () => clearInterval(timer)
}

/** The pids from us up to npm, as far as the system tells: our parent is npm itself, or the shell between us and it. */
function lineage() {
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
