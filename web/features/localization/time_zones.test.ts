import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeZoneChoices } from './time_zones.ts'

test('zones are offered once, under their present names, and the current one as it was given', () => {
  const values = timeZoneChoices('Pacific Time (US & Canada)').map(({ value }) => value)
  assert.equal(values[0], 'Pacific Time (US & Canada)')
  assert.equal(new Set(values).size, values.length)
  for (const name of ['Europe/Kyiv', 'Asia/Kolkata', 'America/Nuuk', 'Asia/Ho_Chi_Minh', 'UTC']) assert.ok(values.includes(name), name)
  for (const name of ['Europe/Kiev', 'Asia/Calcutta', 'America/Godthab', 'Asia/Saigon']) assert.ok(!values.includes(name), name)
  assert.equal(timeZoneChoices('Europe/Kiev')[0]?.value, 'Europe/Kiev')
  const resolved = values.slice(1).map((zone) => new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone)
  assert.equal(new Set(resolved).size, resolved.length, 'no zone is offered under two names')
})
