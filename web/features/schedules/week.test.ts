import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choicesAt, type Hours, intervalsOf, timeText, weekOf, weekText, withEnd, withMoreHours, withStart } from './week.ts'

const makeInterval = (day: number, start: number, end: number) => ({ start_time: day * 1440 + start * 60, end_time: day * 1440 + end * 60 })
const usual = [1, 2, 3, 4, 5].map((day) => makeInterval(day, 9, 17))
const simplifyHours = (hours: readonly Hours[] | undefined) => hours?.map(({ start, end }) => [start / 60, end / 60])
const makeDay = (...hours: readonly (readonly [number, number])[]): Hours[] =>
  hours.map(([start, end], key) => ({ key, start: start * 60, end: end * 60 }))

test('a week comes back as it was, by day', () => {
  assert.deepEqual(intervalsOf(weekOf(usual)), usual)
  assert.deepEqual(weekOf(usual).map(simplifyHours), [[], [[9, 17]], [[9, 17]], [[9, 17]], [[9, 17]], [[9, 17]], []])
})

test('an interval that goes past midnight becomes hours of both days', () => {
  assert.deepEqual(intervalsOf(weekOf([{ start_time: 1440 + 1320, end_time: 2 * 1440 + 120 }])), [
    makeInterval(1, 22, 24),
    makeInterval(2, 0, 2),
  ])
  assert.deepEqual(
    weekOf([{ start_time: 0, end_time: 10_080 }]).map(simplifyHours),
    Array.from({ length: 7 }, () => [[0, 24]]),
  )
})

test('hours are added where there is room', () => {
  assert.deepEqual(simplifyHours(withMoreHours([])), [[9, 17]])
  assert.deepEqual(simplifyHours(withMoreHours(makeDay([9, 12]))), [
    [9, 12],
    [13, 17],
  ])
  assert.deepEqual(simplifyHours(withMoreHours(makeDay([9, 24]))), [
    [0, 4],
    [9, 24],
  ])
  assert.deepEqual(simplifyHours(withMoreHours(makeDay([0, 23]))), [
    [0, 23],
    [23, 24],
  ])
  assert.equal(withMoreHours(makeDay([0, 24])), undefined)
})

test('no choice of a beginning or an end makes hours overlap', () => {
  const hours = makeDay([6, 8], [9, 12], [13, 17])
  for (const [index] of hours.entries()) {
    const { starts, ends } = choicesAt(hours, index)
    assert.ok(starts.includes(hours[index]!.start) && ends.includes(hours[index]!.end))
    for (const changed of [...starts.map((start) => withStart(hours, index, start)), ...ends.map((end) => withEnd(hours, index, end))])
      for (const [place, { start, end }] of changed.entries())
        assert.ok(start < end && start >= (changed[place - 1]?.end ?? 0) && end <= 1440)
  }
  assert.deepEqual(choicesAt([{ key: 1, start: 547, end: 1440 }], 0).starts.slice(36, 38), [540, 547])
})

test('a week in a line', () => {
  assert.equal(weekText(usual), 'Mon–Fri 09:00–17:00')
  assert.equal(weekText([...usual, makeInterval(0, 10, 14)]), 'Mon–Fri 09:00–17:00; Sun 10:00–14:00')
  assert.equal(
    weekText([makeInterval(1, 9, 12), makeInterval(1, 13, 17), makeInterval(3, 9, 12)]),
    'Mon 09:00–12:00, 13:00–17:00; Wed 09:00–12:00',
  )
  assert.equal(weekText([{ start_time: 0, end_time: 10_080 }]), 'Mon–Sun 00:00–24:00')
  assert.equal(weekText([]), 'No hours')
  assert.equal(timeText(570), '09:30')
})
