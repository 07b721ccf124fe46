import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { readFamilyTime } from './meter.ts'

/** Uses this many milliseconds of processor time, however busy the machine is. */
const BURN_MS = 200
const BURN = `const readTime = () => { const { user, system } = process.cpuUsage(); return user + system }
  const begun = readTime(); while (readTime() - begun < ${BURN_MS * 1000}) {}`
const skip = process.platform === 'linux' ? false : 'only Linux tells the processor time of other processes'

test('the time of a child that runs and of one that has ended is counted, once each', { skip }, async () => {
  const before = readFamilyTime(process.pid)
  execFileSync(process.execPath, ['-e', BURN])
  const ended = readFamilyTime(process.pid)
  assert.ok(ended - before >= BURN_MS, `${ended - before} ms`)
  const child = spawn(process.execPath, ['-e', `${BURN}; process.stdout.write('.'); process.stdin.resume()`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const running = readFamilyTime(process.pid)
  assert.ok(running - ended >= BURN_MS, `${running - ended} ms`)
  child.stdin.end()
  await once(child, 'exit')
  // the end of a process takes some time itself, and much less than what it has used so far
  assert.ok(Math.abs(readFamilyTime(process.pid) - running) < BURN_MS)
})
