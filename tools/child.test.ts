import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { test } from '#test/processes.ts'

const CHILD = JSON.stringify(join(import.meta.dirname, 'child.cjs'))
const PREPARE = JSON.stringify(join(import.meta.dirname, 'prepare.cjs'))

const NEEDS_UNIX = process.platform === 'win32' ? 'needs Unix signals' : false

/** A server with a clean stop of half a second that says how many signals it got. */
const SERVER = `
let got = []
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => {
  got.push(name)
  if (got.length === 1) setTimeout(() => { console.log(got.join()); process.exit(7) }, 500)
})
setInterval(() => {}, 1000)
console.log('up')`

/** A script that runs the programs as tools/run.cjs does. */
function runnerScript(programs: string[]): string {
  const list = programs.map((program) => `[process.execPath, '-e', ${JSON.stringify(program)}]`).join()
  return `require(${PREPARE}).main(() => require(${CHILD}).run([${list}], process.env))`
}

/** Runs it in a process group of its own, as a terminal has it. */
function startRunner(programs: string[]): ChildProcess {
  return spawn(process.execPath, ['-e', runnerScript(programs)], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Waits until the server is up, runs `act`, and returns the server's output and the runner's exit code. */
async function signalRunner(
  act: (pid: number) => void | Promise<void>,
  runner = startRunner([SERVER]),
): Promise<{ said: string; code: number | null }> {
  let said = ''
  const isUp = new Promise<void>((resolve) => {
    runner.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.startsWith('up')) resolve()
    })
  })
  await isUp
  await act(runner.pid ?? 0)
  const [code] = await once(runner, 'close')
  return { said: said.trim().split('\n').at(-1) ?? '', code }
}

const cases: { name: string; act: (pid: number) => void | Promise<void>; got: string }[] = [
  { name: 'a signal to the runner alone is handed on', act: (pid) => void process.kill(pid, 'SIGTERM'), got: 'SIGTERM' },
  { name: 'Ctrl-C, which reaches the whole group, is not handed on again', act: (pid) => void process.kill(-pid, 'SIGINT'), got: 'SIGINT' },
  { name: 'a closed terminal (SIGHUP to the group) likewise', act: (pid) => void process.kill(-pid, 'SIGHUP'), got: 'SIGHUP' },
  {
    name: 'Ctrl-C that npm repeats to the runner still counts once',
    act: async (pid) => {
      process.kill(-pid, 'SIGINT')
      await sleep(150)
      process.kill(pid, 'SIGINT')
    },
    got: 'SIGINT',
  },
]

for (const { name, act, got } of cases) {
  test(`${name}, and the clean stop is waited for`, { skip: NEEDS_UNIX }, async () => {
    assert.deepEqual(await signalRunner(act), { said: got, code: 7 })
  })
}

test('a program that ends at once on Ctrl-C does not keep the runner waiting', { skip: NEEDS_UNIX, timeout: 10_000 }, async () => {
  const hasty = `process.on('SIGINT', () => process.exit(7)); setInterval(() => {}, 1000); console.log('up')`
  const { code } = await signalRunner((pid) => void process.kill(-pid, 'SIGINT'), startRunner([hasty]))
  assert.equal(code, 7)
})

test('a server does not outlive the npm process that started it through a shell', { skip: NEEDS_UNIX }, async () => {
  const env = { ...process.env, npm_lifecycle_event: 'start' }
  // Without its last command the shell would be replaced by the runner.
  const shell = spawn('sh', ['-c', '"$0" -e "$1"; true', process.execPath, runnerScript([SERVER])], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { said } = await signalRunner((pid) => void process.kill(pid, 'SIGTERM'), shell)
  assert.equal(said, 'SIGTERM')
})

test('the runner ends as its program ended, by code or by signal', async () => {
  const ends = await Promise.all(
    [`process.exit(3)`, `process.kill(process.pid, 'SIGKILL')`].map((program) => once(startRunner([program]), 'exit')),
  )
  assert.deepEqual(ends, [
    [3, null],
    [null, 'SIGKILL'],
  ])
})

test('when one of several programs ends, the others are ended too', async () => {
  const runner = startRunner(['setInterval(() => {}, 1000)', 'setTimeout(() => process.exit(4), 100)'])
  assert.deepEqual(await once(runner, 'exit'), [4, null])
})
