// An advance that cannot arrive within its request: it says so, and goes on when it is sent again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putRunningJob } from '#test/queue.ts'
import { openHeartbeat } from '#jobs/heartbeat.ts'

// the shorter, the sooner an advance gives up waiting for a job
const app = await useApp({ DESKHAND_ANSWER_SECONDS: '8' })
const { api } = app
const PATH = '/api/v2/deskhand/clock/advance'
const SETTINGS = '/api/v2/deskhand/settings'
const FROM = '2027-03-01T08:00:00Z'
const TO = '2027-03-03T08:00:00Z'

async function advance(): Promise<{ is_complete: boolean; reason: string | null; now: string; to: string }> {
  const { status, body } = await api.post(PATH, { clock: { to: TO } })
  assert.equal(status, 200, JSON.stringify(body))
  return body.clock_advance
}
const clockOf = async () => (await api.get(SETTINGS)).body.settings.clock

test('an advance that waits for a job in vain is not complete, stays where it is, and goes on when it is sent again', async () => {
  assert.equal((await api.put(SETTINGS, { settings: { clock: { mode: 'frozen', at: FROM } } })).status, 200)
  // a worker elsewhere that lives, so that its job stays its own
  const { database, address } = app.database
  const elsewhere = await openHeartbeat(address)
  await elsewhere.announce('elsewhere')
  const finish = await putRunningJob(database.driver, 'elsewhere', 1)

  const { is_complete, reason, now, to } = await advance()
  assert.deepEqual([is_complete, now, to], [false, FROM, TO])
  assert.match(reason ?? '', /^Jobs of this instance still run or wait for a worker/)
  assert.deepEqual(await clockOf(), { mode: 'frozen', at: FROM }, 'it is held by nobody')

  await finish()
  await elsewhere.close()
  // a slow machine may need several requests for the rest
  let last = await advance()
  while (!last.is_complete) last = await advance()
  assert.deepEqual([last.reason, last.now], [null, TO])
  assert.deepEqual(await clockOf(), { mode: 'frozen', at: TO })
})
