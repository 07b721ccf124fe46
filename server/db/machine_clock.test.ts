import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { readStopwatch } from '#lib/clock.ts'
import { ROOT } from '#lib/root.ts'
import { fromMachineStopwatch, toMachineStopwatch } from './machine_clock.ts'

/** A part of a millisecond that is lost in large numbers. */
const ROUNDING_MS = 0.001
const PROGRAM = `
import { toMachineStopwatch } from ${JSON.stringify(join(ROOT, 'server/db/machine_clock.ts'))}
console.log(toMachineStopwatch(performance.now()))
`

test('a moment of another process is known on the stopwatch of this one', () => {
  const before = readStopwatch()
  const text = execFileSync(process.execPath, ['--input-type=module-typescript', '-e', PROGRAM], { encoding: 'utf8' })
  const moment = fromMachineStopwatch(Number(text))
  const after = readStopwatch()
  assert.ok(before < moment && moment < after, `${before} ${moment} ${after}`)
})

test('a moment that is handed on is never a later one', () => {
  for (let times = 0; times < 100; times += 1) {
    const moment = readStopwatch()
    assert.ok(fromMachineStopwatch(toMachineStopwatch(moment)) <= moment + ROUNDING_MS)
  }
})
