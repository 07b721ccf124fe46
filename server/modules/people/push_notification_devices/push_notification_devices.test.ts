import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { EXAMPLE } from '#test/recording.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const PATH = '/api/v2/push_notification_devices/destroy_many'
const send = (push_notification_devices: unknown, as = api) => as.post(PATH, { push_notification_devices })

test('devices are unregistered with no content, as often as it is asked', async () => {
  for (const headers of [{ [EXAMPLE]: 'yes' }, {}]) {
    const answer = await api.post(PATH, { push_notification_devices: ['token1', 'token2'] }, headers)
    assert.deepEqual([answer.status, answer.body], [200, undefined])
  }
  assert.equal((await send([])).status, 200)
})

test('401 without credentials, 403 for agents, 400 for what is no list of tokens, or too many or too long', async () => {
  assert.equal((await send(['token'], app.as({}))).status, 401)
  assert.equal((await send(['token'], (await putPerson(app, { role: 'agent' })).api)).status, 403)
  const tooMany = Array.from({ length: 101 }, (_none, index) => `token${index}`)
  for (const wrong of ['token', 7, [{}], ['x'.repeat(4097)], tooMany, undefined])
    assert.equal((await send(wrong)).status, 400, JSON.stringify(wrong)?.slice(0, 40))
})
