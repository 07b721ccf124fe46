import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const path = '/api/v2/security_settings'
const put = (security: unknown) => app.api.put('/api/v2/deskhand/settings', { settings: { security } })

// @source docs/reference/account.md §9
test('the security settings are shown in the public form', async () => {
  const { status, body } = await app.api.get(`${path}.json`)
  assert.equal(status, 200)
  const { authentication, ip, maximum_session_duration, admins_can_set_user_passwords } = body.security_settings
  assert.deepEqual([admins_can_set_user_passwords, maximum_session_duration], [true, 720])
  assert.deepEqual(
    [authentication.agent.enforce_sso, authentication.agent.two_factor_enforce, authentication.agent.security_policy_name],
    [false, false, 'recommended'],
  )
  assert.deepEqual(authentication.agent.password, {
    disallow_local_part_from_email: false,
    failed_attempts_allowed: 10,
    is_available: true,
    max_sequence: null,
    password_complexity: 0,
    password_duration: null,
    password_history_length: null,
    password_in_mixed_case: false,
    password_length: 8,
  })
  assert.deepEqual(ip, { enable_agent_ip_restrictions: false, ip_ranges: '', ip_restriction_enabled: false })
})

test('changed settings are shown there', async () => {
  const password = { min_length: 14, mixed_case: true, complexity: 2, max_sequence: 4, forbid_email_parts: true, history: 5 }
  await put({ second_factor: 'staff', password, allowed_ips: ['127.0.0.0/8', '192.0.2.7'] })
  try {
    const { authentication, ip } = (await app.api.get(path)).body.security_settings
    assert.deepEqual([authentication.agent.two_factor_enforce, authentication.agent.security_policy_name], [true, 'custom'])
    const shown = authentication.agent.password
    assert.deepEqual(
      [shown.password_length, shown.password_in_mixed_case, shown.password_complexity, shown.max_sequence, shown.password_history_length],
      [14, true, 2, 4, 5],
    )
    assert.equal(shown.disallow_local_part_from_email, true)
    assert.deepEqual(ip, { enable_agent_ip_restrictions: true, ip_ranges: '127.0.0.0/8 192.0.2.7/32', ip_restriction_enabled: true })
  } finally {
    const plain = { min_length: 8, mixed_case: false, complexity: 0, max_sequence: null, forbid_email_parts: false, history: 0 }
    assert.equal((await put({ second_factor: 'optional', password: plain, allowed_ips: [] })).status, 200)
  }
})

test('invalid values are refused, and reported by their path', async () => {
  const wrong = await put({
    second_factor: 'always',
    sso_only: true,
    password: { min_length: 7, complexity: 3, max_sequence: 1, history: 25 },
    allowed_ips: ['10.0.0.0/33', 'example.com'],
  })
  assert.deepEqual(
    [wrong.status, Object.keys(wrong.body.details)],
    [
      422,
      [
        'security.second_factor',
        'security.sso_only',
        'security.password.min_length',
        'security.password.complexity',
        'security.password.max_sequence',
        'security.password.history',
        'security.allowed_ips',
      ],
    ],
  )
})

test('admins see them, for existing brands', async () => {
  assert.equal((await app.as({}).get(path)).status, 401)
  assert.equal((await (await putPerson(app, { role: 'agent' })).api.get(path)).status, 403)
  assert.equal((await app.api.get(`${path}?brand_id=99999999`)).status, 404)
  const [brand] = (await app.api.get('/api/v2/brands')).body.brands
  assert.equal((await app.api.get(`${path}?brand_id=${brand.id}`)).status, 200)
  assert.equal((await app.api.get(`${path}?brand_id=x`)).status, 400)
})
