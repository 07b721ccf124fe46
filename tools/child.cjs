'use strict'
// RUNS PROGRAMS in the foreground: hands signals on exactly once, waits for a clean stop, ends as they ended.
const { spawn } = require('node:child_process')
const { join } = require('node:path')
const { whenAbandoned } = require('./parents.cjs')

const ROOT = join(__dirname, '..')
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** Milliseconds: how long a signal takes to reach a whole process group, and how late npm repeats it to us. */
const SPREAD = 60
const ECHO = 1000

/**
 * Runs the programs side by side until one of them ends; then the others are asked to end too.
 * @param programs [[file, ...arguments], …]
 * @param cwd their working directory, by default that of the project
 * @returns the first one's end: { code, signal }
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
 * Hands signals on. The terminal's Ctrl-C reaches our whole process group, the children included, while `kill` and npm reach us
 * alone, and nothing tells us which it was. So a witness stands in the group: a `cat`, which dies of a signal sent to all, and at
 * the latest when we are gone. If it lives, the signal was for us alone and is handed on.
 * @param children who runs at the moment; the list may change
 * @param noticed is called at every signal, also at those that are not handed on
 * @returns ends the handing on
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
      // a witness called after the end would wait for ever, and we for it
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
