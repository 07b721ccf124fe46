// An advance that cannot arrive within its request: it says so, and goes on when it is sent again.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { useApp } from '../../../../test/app.ts'
import { waitFor } from '../../../../test/jobs.ts'
import { MAY_CALL_RECEIVER, useReceiver } from '../../../../test/receiver.ts'

// the shorter, the sooner an advance gives up waiting for a job; a call of a webhook may last longer than that
const app = await useApp({ ...MAY_CALL_RECEIVER, DESKHAND_ANSWER_SECONDS: '8' })
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
  const receiver = await useReceiver()
  const held: ServerResponse[] = []
  receiver.answer((_call, response) => void held.push(response))
  const webhook = { name: 'Slow', status: 'active', http_method: 'POST', request_format: 'json', endpoint: receiver.url }
  const { id } = (await api.post('/api/v2/webhooks', { webhook })).body.webhook
  const trigger = {
    title: 'Call',
    conditions: { all: [{ field: 'update_type', operator: 'is', value: 'Create' }] },
    actions: [{ field: 'notification_webhook', value: [id, '{}'] }],
  }
  assert.equal((await api.post('/api/v2/triggers', { trigger })).status, 201)
  assert.equal((await api.post('/api/v2/tickets', { ticket: { subject: 'x', comment: { body: 'x' } } })).status, 201)
  await waitFor(async () => held.length, 1)

  const { is_complete, reason, now, to } = await advance()
  assert.deepEqual([is_complete, now, to], [false, FROM, TO])
  assert.match(reason ?? '', /^Jobs of this instance still run or wait for a worker/)
  assert.deepEqual(await clockOf(), { mode: 'frozen', at: FROM }, 'it is held by nobody')

  receiver.answer((_call, response) => void response.writeHead(200).end())
  for (const response of held) response.writeHead(200).end()
  // a slow machine may need several requests for the rest
  let last = await advance()
  while (!last.is_complete) last = await advance()
  assert.deepEqual([last.reason, last.now], [null, TO])
  assert.deepEqual(await clockOf(), { mode: 'frozen', at: TO })
})
