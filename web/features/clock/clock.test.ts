import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockOf, draftOf, advanceClock, settingOf, getShownTime } from './clock.ts'

const now = Date.parse('2026-11-23T10:20:30Z')

test('a clock is shown in the fields and sent back unchanged', () => {
  for (const clock of [
    { mode: 'real' },
    { mode: 'frozen', at: '2027-05-01T00:00:00Z' },
    { mode: 'shifted', offset_seconds: 172_800 },
    { mode: 'shifted', offset_seconds: -86_400 },
  ] as const) {
    assert.deepEqual(settingOf(clock), clock)
    assert.deepEqual(clockOf(draftOf(clock, now)), clock)
  }
})

test('an invalid moment or number is left for the server to refuse', () => {
  assert.deepEqual(clockOf({ mode: 'frozen', at: '', days: '1' }), { mode: 'frozen' })
  assert.deepEqual(clockOf({ mode: 'shifted', at: '', days: 'soon' }), { mode: 'shifted' })
  assert.deepEqual(clockOf({ mode: 'shifted', at: '', days: '0,5' }), { mode: 'shifted', offset_seconds: 43_200 })
})

test('a clock is advanced from its current time', () => {
  const day = 86_400
  assert.deepEqual(advanceClock({ mode: 'real' }, day), { mode: 'shifted', offset_seconds: day })
  assert.deepEqual(advanceClock({ mode: 'shifted', offset_seconds: day }, day), { mode: 'shifted', offset_seconds: 2 * day })
  const moved = advanceClock({ mode: 'frozen', at: '2027-05-01T00:00:00Z' }, day)
  assert.equal(getShownTime(moved, now), Date.parse('2027-05-02T00:00:00Z'))
  assert.equal(getShownTime({ mode: 'shifted', offset_seconds: 60 }, now), now + 60_000)
})
