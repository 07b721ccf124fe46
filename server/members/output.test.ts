/** Many members that write to one output that is read slowly. Complete lines from real processes: test/crash/access_log.test.ts. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { ROOT } from '#lib/root.ts'

/** A leader whose output is full from the first line on, and drains when all members have written theirs. */
const LEADER = `
import { PassThrough } from 'node:stream'
import { takeOutputs } from ${JSON.stringify(join(ROOT, 'server/members/output.ts'))}
const { stdout } = process
const turn = () => new Promise(setImmediate)
const write = stdout.write.bind(stdout)
let lines = 0
stdout.write = (line) => (lines += 1, write(line), false)
const outputs = takeOutputs()
const streams = Array.from({ length: 30 }, () => new PassThrough())
for (const stdout of streams) outputs.take({ process: { stdout } })
for (const [at, stream] of streams.entries()) stream.write('line ' + at + '\\n')
while (lines < streams.length) await turn()
await turn()
console.error(JSON.stringify([stdout.listenerCount('drain'), stdout.listenerCount('close')]))
for (const stream of streams) stream.end('last\\n')
while (lines < 2 * streams.length) {
  stdout.emit('drain')
  await turn()
}
stdout.emit('drain')
await outputs.ended()
`

test('however many members wait for their output to drain, there is one listener for it', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', LEADER], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, said] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const [drain = 0, close = 0] = JSON.parse(said.split('\n')[0] ?? '') as number[]
  assert.ok(drain === 1 && close <= 5, said)
  assert.doesNotMatch(said, /Warning/)
  const lines = output.trimEnd().split('\n')
  assert.deepEqual([lines.length, lines.filter((line) => line === 'last').length], [60, 30])
})
