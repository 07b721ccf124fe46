import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp, useApp } from '#test/app.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const path = '/api/v2/deskhand/settings'
const agent = await putPerson(app, { role: 'agent' })
const put = (settings: unknown) => app.api.put(path, { settings })

test('the settings that Zendesk does not have are shown to administrators', async () => {
  const { status, body } = await app.api.get(path)
  assert.equal(status, 200)
  assert.deepEqual(body.settings, {
    rate_limit: { plan: 'unlimited', per_minute: null, endpoints: false },
    clock: { mode: 'real' },
    api: {
      token_sunset: '2027-04-30T00:00:00Z',
      token_after_sunset: 'header',
      token_binding: 'any',
      token_creation_ends: null,
      token_idle_days: null,
      token_idle_from: null,
      token_idle_delete_days: 60,
      retired_endpoints: [],
      rehearsal: { at: null, whole_instance: false, api_token_ids: [], user_ids: [], oauth_client_ids: [] },
    },
    oauth: { refresh_reuse: 'refuse' },
    access: { tracker_urls: [], engineer_may_review: false, request_days: 14, approval_days: 7, integration_bot_id: null },
    security: {
      second_factor: 'optional',
      sso_only: false,
      password: { min_length: 8, mixed_case: false, complexity: 0, max_sequence: null, forbid_email_parts: false, history: 0 },
      allowed_ips: [],
    },
    users: { admins_set_passwords: true },
    end_users: { anonymous_requests: true, must_sign_up: false, blocklist: [], allowlist: [] },
    assignment: { method: 'off', capacity: 20, only_available: false },
    satisfaction: { enabled: true },
    time_zone: 'Eastern Time (US & Canada)',
    locale: 'en-US',
  })
})

test('tokens are refused after their sunset when the policy says so, and the change is audited', async () => {
  await put({ api: { token_sunset: '2020-01-01', token_binding: 'any' } })
  const calling = await app.api.get(path)
  assert.equal(calling.headers.get('sunset'), 'Wed, 01 Jan 2020 00:00:00 GMT')
  const { body } = await app.api.get('/api/v2/audit_logs?sort=-created_at')
  assert.equal(body.audit_logs[0].source_label, 'api.token_sunset')
  assert.equal(body.audit_logs[0].change_description, 'Changed from 30 April 2027, 00:00 (UTC) to 1 January 2020, 00:00 (UTC)')
  await put({ api: { token_after_sunset: 'refuse' } })
  assert.equal((await app.api.get(path)).status, 401)
  const byPassword = app.as({ email: app.admin.email, password: app.admin.password })
  assert.equal((await byPassword.put(path, { settings: { api: { token_sunset: null } } })).body.settings.api.token_sunset, null)
  assert.equal((await app.api.get(path)).status, 200)
})

test('a plan limits the requests per minute', async () => {
  assert.deepEqual((await put({ rate_limit: { plan: 'team', endpoints: true } })).body.settings.rate_limit, {
    plan: 'team',
    per_minute: null,
    endpoints: true,
  })
  assert.equal((await app.api.get(path)).headers.get('x-rate-limit'), '200')
  await put({ rate_limit: { per_minute: 5000 } })
  assert.equal((await app.api.get(path)).headers.get('x-rate-limit'), '5000')
  await put({ rate_limit: { plan: 'unlimited', per_minute: null, endpoints: false } })
})

test('the handling of a reused refresh token is a setting', async () => {
  for (const refresh_reuse of ['revoke', 'refuse'])
    assert.deepEqual((await put({ oauth: { refresh_reuse } })).body.settings.oauth, { refresh_reuse })
})

test('all invalid values are reported together, and nothing is changed', async () => {
  const before = (await app.api.get(path)).body
  const wrong = await put({
    rate_limit: { plan: 'huge', per_minute: 0 },
    clock: { mode: 'frozen' },
    oauth: { refresh_reuse: 'sometimes' },
    api: { token_after_sunset: 'explode', token_binding: null, token_idle_days: -1 },
    time_zone: 'Mars',
    locale: 'xx',
  })
  assert.equal(wrong.status, 422)
  assert.deepEqual(Object.keys(wrong.body.details), [
    'rate_limit.plan',
    'rate_limit.per_minute',
    'clock',
    'api.token_after_sunset',
    'api.token_binding',
    'api.token_idle_days',
    'oauth.refresh_reuse',
    'time_zone',
    'locale',
  ])
  assert.equal((await put({ clock: { mode: 'shifted', offset_seconds: 2_000_000_000 } })).status, 422)
  assert.equal((await put({ clock: { mode: 'frozen', at: 'soon' } })).status, 400)
  for (const at of ['9000-01-01T00:00:00Z', '1899-12-31T23:59:59Z', '0001-01-01T00:00:00Z'])
    assert.equal((await put({ clock: { mode: 'frozen', at } })).status, 422, at)
  assert.equal((await app.api.put(path, {})).status, 400)
  assert.deepEqual((await app.api.get(path)).body, before)
})

test('a frozen clock stands still for the whole instance, a shifted one is ahead', async () => {
  const frozen = await put({ clock: { mode: 'frozen', at: '2027-05-01T10:00:00Z' } })
  assert.deepEqual([frozen.status, frozen.body.settings.clock], [200, { mode: 'frozen', at: '2027-05-01T10:00:00Z' }])
  const { group } = (await app.api.post('/api/v2/groups', { group: { name: 'Of tomorrow' } })).body
  assert.equal(group.created_at, '2027-05-01T10:00:00Z')
  assert.deepEqual((await put({ clock: { mode: 'shifted', offset_seconds: 3600 } })).body.settings.clock, {
    mode: 'shifted',
    offset_seconds: 3600,
  })
  assert.deepEqual((await put({ clock: { mode: 'real' } })).body.settings.clock, { mode: 'real' })
})

test('a production instance keeps the real clock, and allows no API access with passwords', async () => {
  const production = await startTestApp({ DESKHAND_INSTANCE_KIND: 'production' })
  try {
    const frozen = await production.api.put(path, { settings: { clock: { mode: 'shifted', offset_seconds: 1 } } })
    assert.deepEqual([frozen.status, Object.keys(frozen.body.details)], [422, ['clock.mode']])
    assert.equal((await production.api.put('/api/v2/account/settings', { settings: { api: { api_password_access: 'true' } } })).status, 422)
    assert.equal((await production.api.get('/api/v2/account/settings')).body.settings.api.api_password_access, 'false')
  } finally {
    await production.stop()
  }
})

test('only administrators read and change them', async () => {
  assert.equal((await app.as({}).get(path)).status, 401)
  assert.equal((await agent.api.get(path)).status, 403)
  assert.equal((await agent.api.put(path, { settings: { locale: 'de' } })).status, 403)
})
