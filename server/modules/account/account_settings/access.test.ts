import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suspend } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const path = '/api/v2/deskhand/settings'
const bot = await putPerson(app, { role: 'agent' })
const endUser = await putPerson(app, { role: 'end-user' })
const put = (access: unknown) => app.inPerson.put(path, { settings: { access } })

test('the rules of access governance have their defaults until the instance changes them', async () => {
  assert.deepEqual((await app.api.get(path)).body.settings.access, {
    tracker_urls: [],
    engineer_may_review: false,
    request_days: 14,
    approval_days: 7,
    integration_bot_id: null,
  })
})

test('each rule can be changed, is stored in one form, and the change is audited', async () => {
  const access = {
    tracker_urls: ['HTTPS://Issues.example.com/access/', 'https://issues.example.com/access/', 'http://10.0.0.5:8080/'],
    engineer_may_review: true,
    request_days: 30,
    approval_days: 1,
    integration_bot_id: bot.id,
  }
  const { status, body } = await put(access)
  assert.equal(status, 200)
  const kept = { ...access, tracker_urls: ['https://issues.example.com/access/', 'http://10.0.0.5:8080/'] }
  assert.deepEqual(body.settings.access, kept)
  assert.deepEqual((await app.api.get(path)).body.settings.access, kept)
  const { audit_logs } = (await app.api.get('/api/v2/audit_logs?filter[source_type]=account_setting')).body
  const labels = audit_logs.map((entry: { source_label: string }) => entry.source_label)
  assert.deepEqual(new Set(labels), new Set(Object.keys(access).map((member) => `access.${member}`)))
  assert.deepEqual((await put({ integration_bot_id: null, tracker_urls: [] })).body.settings.access.tracker_urls, [])
})

test('all invalid values are reported together, and nothing is changed', async () => {
  const before = (await app.api.get(path)).body
  const { status, body } = await put({ tracker_urls: ['x'], request_days: 0, approval_days: null, integration_bot_id: endUser.id })
  assert.equal(status, 422)
  assert.deepEqual(Object.keys(body.details), [
    'access.tracker_urls',
    'access.request_days',
    'access.approval_days',
    'access.integration_bot_id',
  ])
  const trackers = [
    'https://a.example',
    'ftp://a.example/',
    'javascript:alert(1)//',
    'https://u:p@a.example/',
    'https://a.example/?q=/',
    '/x/',
  ]
  for (const url of trackers) assert.equal((await put({ tracker_urls: [url] })).status, 422, url)
  const many = Array.from({ length: 21 }, (_, index) => `https://t${index}.example/`)
  assert.equal((await put({ tracker_urls: many })).status, 422)
  assert.equal((await put({ request_days: 366 })).status, 422)
  assert.equal((await put({ integration_bot_id: 999_999_999 })).status, 422)
  await suspend(app, bot.id)
  assert.equal((await put({ integration_bot_id: bot.id })).status, 422)
  assert.deepEqual((await app.api.get(path)).body, before)
})
