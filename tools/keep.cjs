'use strict'
// KEEPS A SERVER RUNNING in the foreground: restarts it when it has failed, and ends with its exit code or signal when it was stopped.
const { spawn } = require('node:child_process')
const { join } = require('node:path')
const { handOn } = require('./child.cjs')

const ROOT = join(__dirname, '..')
/** Milliseconds to wait before the next start, by the number of failures in a row; the last value applies to all further ones. */
const BACK_OFF = [500, 1000, 2000, 5000, 10_000, 30_000]
/** After a run of this many milliseconds the count of failures in a row starts again. */
const STABLE = 60_000
/** Exit codes after which a restart is pointless: it was stopped, or its environment is wrong. */
const FINAL = [0, 2]

/**
 * Runs a Node program that sends 'ready' once it is up; it notices when we have ended, because the channel between us closes.
 * It is restarted when it ends unexpectedly: by a signal (out of memory) or with a code other than 0 and 2. It is not restarted if it
 * was never ready, since a second start would fail too.
 * @returns its end: { code, signal }
 */
async function keep([file, ...args], env, cwd = ROOT) {
  const children = []
  const asking = new AbortController()
  const stopListening = handOn(children, () => asking.abort())
  process.stderr.on('error', () => undefined) // the reader of our output may close it; the error cannot be reported anywhere
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
