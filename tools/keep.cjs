'use strict'
// KEEPS A SERVER RUNNING in the foreground: starts it again when it has failed, and ends as it ended when it was asked to stop.
const { spawn } = require('node:child_process')
const { join } = require('node:path')
const { handOn } = require('./child.cjs')

const ROOT = join(__dirname, '..')
/** Milliseconds to wait before the next start, after so many failures in a row; longer than the last after that. */
const BACK_OFF = [500, 1000, 2000, 5000, 10_000, 30_000]
/** A server that has run this long, in milliseconds, has not failed "in a row". */
const STABLE = 60_000
/** Exit codes that say it would end again: it was stopped, or its environment is wrong. */
const FINAL = [0, 2]

/**
 * Runs a program of Node that says 'ready' to us once it is up; it notices when we are gone, because the channel between us closes.
 * It is started again when it ends though nobody has asked it to: by a signal (out of memory) or with a code other than 0 and 2. One
 * that has never been ready is not: what it cannot do once it cannot do twice.
 * @returns its end: { code, signal }
 */
async function keep([file, ...args], env, cwd = ROOT) {
  const children = []
  const asking = new AbortController()
  const stopListening = handOn(children, () => asking.abort())
  process.stderr.on('error', () => undefined) // who reads our lines may go; nowhere is left to say it
  try {
    for (let failures = 0, hasBeenReady = false; ; failures += 1) {
      const begun = performance.now()
      const { end, isReady } = await oneRun(
        () => spawn(file, args, { cwd, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }),
        children,
      )
      hasBeenReady ||= isReady
      if (asking.signal.aborted || !hasBeenReady || FINAL.includes(end.code)) return end
      if (performance.now() - begun > STABLE) failures = 0
      const pause = BACK_OFF[Math.min(failures, BACK_OFF.length - 1)]
      const how = end.signal ? `by ${end.signal}` : `with code ${end.code}`
      process.stderr.write(`deskhand: the server ended ${how}; it is started again in ${pause / 1000} s\n`)
      await rest(pause, asking.signal)
      if (asking.signal.aborted) return end
    }
  } finally {
    stopListening()
  }
}

function oneRun(start, children) {
  return new Promise((resolve, reject) => {
    const child = start()
    children.splice(0, children.length, child)
    let isReady = false
    child.on('message', (message) => (isReady ||= message === 'ready'))
    child.once('error', reject).once('exit', (code, signal) => resolve({ end: { code, signal }, isReady }))
  })
}

function rest(milliseconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}

module.exports = { keep }
