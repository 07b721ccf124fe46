import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeMedian, computeSpread, isLevel, judgeRounds } from './statistics.ts'

test('the median is the value in the middle, whatever the order and however far out others are', () => {
  assert.equal(computeMedian([3, 1, 1000]), 3)
  assert.equal(computeMedian([4, 1, 2, 3]), 2.5)
  assert.equal(computeMedian([7]), 7)
  assert.throws(() => computeMedian([]), RangeError)
})

test('values are compared as numbers, and left in their order', () => {
  const values = [10, 9, 100]
  assert.equal(computeMedian(values), 10)
  assert.deepEqual(values, [10, 9, 100])
})

test('the spread is the distance between the quartiles as a share of the median', () => {
  assert.equal(computeSpread([5, 5, 5]), 0)
  assert.equal(computeSpread([80, 90, 100, 110, 120]), 0.2)
  // between two values: quartiles at 1.75 and 3.25
  assert.equal(computeSpread([1, 2, 3, 4]), 1.5 / 2.5)
  assert.equal(computeSpread([90, 100, 100, 100, 5000]), 0, 'a single disturbed round does not widen it')
})

test('rates are level when two rounds are within 5 % of the two before them, upwards and downwards', () => {
  assert.equal(isLevel([]), false)
  assert.equal(isLevel([100, 100, 100]), false, 'too few')
  assert.equal(isLevel([100, 100, 100, 100]), true)
  assert.equal(isLevel([100, 100, 104, 104]), true)
  assert.equal(isLevel([100, 100, 106, 106]), false)
  assert.equal(isLevel([100, 100, 94, 94]), false)
  assert.equal(isLevel([10, 50, 100, 102, 101, 103]), true, 'only the last four count')
  assert.equal(isLevel([100, 100, 100, 100, 150, 150]), false)
})

test('a bound is judged by the median, not by the mean or by single rounds', () => {
  assert.equal(judgeRounds([0.1, 0.8, 0.81], { least: 0.8 }).isMissed, false)
  assert.equal(judgeRounds([0.79, 0.79, 5], { least: 0.8 }).isMissed, true)
  assert.equal(judgeRounds([3.4, 3.5, 90], { most: 3.5 }).isMissed, false)
  assert.equal(judgeRounds([1, 3.6, 3.6], { most: 3.5 }).isMissed, true)
})

test('a bound is missed by what was not measured', () => {
  for (const bound of [{ least: 0.8 }, { most: 3.5 }]) {
    const { isMissed, remarks } = judgeRounds([Number.NaN, Number.NaN, Number.NaN], bound)
    assert.deepEqual([isMissed, remarks], [true, ['not measured']])
  }
})

test('a spread above 15 % is reported beside a bound that is met, and beside one that is missed', () => {
  const WIDE = 'spread above 15 %, measure again on an idle machine'
  assert.deepEqual(judgeRounds([0.9, 0.93, 0.96], { least: 0.8 }).remarks, [])
  assert.deepEqual(judgeRounds([0.8, 1, 1.2], { least: 0.8 }).remarks, [WIDE])
  assert.deepEqual(judgeRounds([0.8, 1, 1.2], { least: 1.1 }).remarks, ['missed', WIDE])
  assert.deepEqual(judgeRounds([1, 1, 1], { least: 1.1 }).remarks, ['missed'])
})
