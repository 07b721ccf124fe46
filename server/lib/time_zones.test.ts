import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ianaTimeZone, isSameZone, TIME_ZONES, timeZoneNamed } from './time_zones.ts'

test('every named time zone maps to one the runtime supports', () => {
  for (const [name, iana] of TIME_ZONES) assert.doesNotThrow(() => new Intl.DateTimeFormat('en', { timeZone: iana }), name)
})

test('a zone is found by its name or its IANA name, whatever the case, and by nothing else', () => {
  assert.equal(timeZoneNamed(' pacific time (us & canada)'), 'Pacific Time (US & Canada)')
  assert.equal(timeZoneNamed('america/new_york'), 'America/New_York')
  assert.equal(timeZoneNamed('Atlantis'), undefined)
  assert.equal(ianaTimeZone('Berlin'), 'Europe/Berlin')
  assert.equal(ianaTimeZone('America/New_York'), 'America/New_York')
})

test('two names of one zone are the same zone', () => {
  assert.ok(isSameZone('Europe/Kyiv', ianaTimeZone('Kyiv')))
  assert.ok(!isSameZone('Europe/Kyiv', 'Europe/Warsaw'))
})
