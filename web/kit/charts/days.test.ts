import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyDay } from './days.ts'

test('a span contains every day, including those without calls', () => {
  const given = [{ day: '2026-03-01', calls: 3, errors: 1, limited: 0 }]
  assert.deepEqual(
    everyDay('2026-02-27', '2026-03-02', given).map(({ day, calls }) => [day, calls]),
    [
      ['2026-02-27', 0],
      ['2026-02-28', 0],
      ['2026-03-01', 3],
      ['2026-03-02', 0],
    ],
  )
  assert.deepEqual(everyDay('2026-03-02', '2026-03-01', []), [])
})
