import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitUntil } from '#test/crash/process.ts'
import type { Log } from '#core/context.ts'
import { DatabaseFault } from '#db/outage.ts'
import { throttleLog } from './throttled_log.ts'

/** A log with a clock of its own; `lines` are the lines written. */
function makePlace() {
  const place = { now: 0, lines: [] as string[] }
  const write = (level: string) => (data: object, text: string) => {
    const { times, job } = data as { times?: number; job?: number }
    place.lines.push([level, text, job, times].filter((part) => part !== undefined).join(' '))
  }
  const log: Log = { info: write('info'), warn: write('warn'), error: write('error') }
  return { place, log: throttleLog(log, () => place.now) }
}

test('the effects of an outage on a thousand jobs are one line a second, which counts them', () => {
  const { place, log } = makePlace()
  const fail = () => {
    for (let job = 0; job < 1000; job += 1) log.warn({ job, err: new DatabaseFault('ECONNREFUSED', `job ${job}`) }, 'a job failed')
  }
  fail()
  place.now = 1000
  fail()
  place.now = 2000
  log.warn({ job: 0, err: new DatabaseFault('ECONNREFUSED', 'once more') }, 'a job failed')
  assert.deepEqual(place.lines, ['warn a job failed 0', 'warn a job failed 0 1000', 'warn a job failed 0 1000'])
})

test('each outage is logged separately; our own bugs, lines without an error and information are logged each time', () => {
  const { place, log } = makePlace()
  const fault = new Error('a fault')
  for (let times = 0; times < 3; times += 1) {
    log.error({ err: new DatabaseFault('57P01', 'gone') }, 'a request failed')
    log.error({ err: new DatabaseFault('53300', 'full') }, 'a request failed')
    log.error({ err: Object.assign(new Error('gone'), { code: 'EIO', syscall: 'read' }) }, 'a file failed')
    log.error({ err: fault }, 'a fault of ours')
    log.error({}, 'without an error')
    log.info({}, 'done')
  }
  const countLines = (text: string) => place.lines.filter((line) => line.includes(text)).length
  assert.deepEqual(['a request failed', 'a file failed', 'a fault of ours', 'without an error', 'done'].map(countLines), [2, 1, 3, 3, 3])
})

test('what was left out is logged at the end of the second, though nothing more comes', async () => {
  const lines: object[] = []
  const log = throttleLog({ info: () => {}, warn: (data) => lines.push(data), error: () => {} })
  for (let job = 0; job < 5; job += 1) log.warn({ job, err: new DatabaseFault('57P01', 'gone') }, 'a job failed')
  await waitUntil('the others are said', async () => lines.length > 1)
  assert.deepEqual(
    lines.map((line) => ({ ...line, err: undefined })),
    [
      { job: 0, err: undefined },
      { job: 4, times: 4, err: undefined },
    ],
  )
})

test('memory is limited to a thousand kinds, whatever names them', () => {
  const { place, log } = makePlace()
  const say = (kind: number) => log.warn({ err: new DatabaseFault('57P01', 'gone') }, `kind ${kind} ${'x'.repeat(10_000)}`)
  for (let kind = 0; kind < 5000; kind += 1) say(kind)
  say(4999)
  assert.equal(place.lines.length, 5000)
  say(0)
  assert.equal(place.lines.length, 5001)
})
