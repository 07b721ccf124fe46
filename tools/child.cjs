'use strict'
// RUNS PROGRAMS in the foreground: forwards signals exactly once, waits for a clean stop, and ends with their exit code or signal.
const { spawn } = require('node:child_process')
const { join } = require('node:path')
const { whenAbandoned } = require('./parents.cjs')

const ROOT = join(__dirname, '..')
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** Milliseconds: how long a signal takes to reach a whole process group, and how late npm repeats it to us. */
const SPREAD = 60
const ECHO = 1000

/**
 * Runs the programs in parallel until one of them ends; then sends SIGTERM to the others.
 * @param programs [[file, ...arguments], …]
 * @param cwd their working directory, by default that of the project
 * @returns the end of the first one: { code, signal }
 */
async function run(programs, env, cwd = ROOT) {
  const children = programs.map(([file, ...args]) => spawn(file, args, { cwd, env, stdio: 'inherit' }))
  const ends = children.map(
    (child) => new Promise((resolve, reject) => child.once('error', reject).once('exit', (code, signal) => resolve({ code, signal }))),
  )
  const stopListening = handOn(children)
  try {
    const first = await Promise.race(ends)
    for (const child of children) if (isRunning(child)) child.kill('SIGTERM')
    await Promise.all(ends)
    return first
  } finally {
    stopListening()
  }
}

/**
 * Forwards signals. The terminal's Ctrl-C reaches our whole process group, including the children, while `kill` and npm reach only
 * us, and a signal does not show which it was. So a witness process runs in the group: a `cat`, which ends by a signal sent to all,
 * and at the latest when we end. If it is still alive, the signal was sent only to us and is forwarded.
 * @param children the running processes; the list may change
 * @param noticed is called at every signal, also for those that are not forwarded
 * @returns a function that ends the forwarding
 */
function handOn(children, noticed = () => undefined) {
  let witness = call()
  let stopped = false
  const seen = new Map()
  const handlers = SIGNALS.map((signal) => [signal, () => receive(signal)])
  for (const [signal, handler] of handlers) process.on(signal, handler)
  const stopWatching = whenAbandoned(() => {
    noticed()
    if (seen.size === 0) send('SIGTERM')
  })

  function receive(signal) {
    noticed()
    if (performance.now() - (seen.get(signal) ?? -ECHO) < ECHO) return
    seen.set(signal, performance.now())
    setTimeout(() => {
      // a witness started after the end would never exit, and we would wait for it
      if (stopped) return
      const wasForAll = process.platform === 'win32' || !isRunning(witness)
      if (!isRunning(witness)) witness = call()
      if (!wasForAll) send(signal)
    }, SPREAD)
  }

  function send(signal) {
    for (const child of children) if (isRunning(child)) child.kill(signal)
  }

  return () => {
    stopped = true
    for (const [signal, handler] of handlers) process.off(signal, handler)
    stopWatching()
    witness.stdin?.destroy()
  }
}

function call() {
  const [file, args] = process.platform === 'win32' ? [process.execPath, ['-v']] : ['cat', []]
  return spawn(file, args, { stdio: ['pipe', 'ignore', 'ignore'] }).on('error', () => undefined)
}

function isRunning(child) {
  return child.exitCode === null && child.signalCode === null
}

module.exports = { run, handOn, isRunning }
