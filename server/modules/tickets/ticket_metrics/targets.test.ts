import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { businessHours, secondsBetween } from '#lib/business_time.ts'
import type { Clock } from './metric_clocks.ts'
import { markBreaches, firstBreaches, moveTarget, needsHistory, type SlaTarget, type Turn } from './targets.ts'

const METRIC = 'requester_wait_time'
const START = Date.parse('2026-03-27T08:00:00Z') / 1000
const OFFICE = businessHours({
  time_zone: 'Europe/Berlin',
  intervals: [0, 1, 3, 4].map((weekday) => ({ start_time: weekday * 1440 + 540, end_time: weekday * 1440 + 1020 })),
  holidays: [{ start_date: '2026-04-06', end_date: '2026-04-06' }],
})
const demandOf = (seconds: number, business: boolean) => ({ policy_id: 1, seconds, business })

/** Runs and pauses a clock at these moments, from the start on; returns it after each, with the spans in which it ran before. */
function paces(steps: readonly number[]) {
  let spans: [number, number][] = []
  let since: number | null = null
  let now = START
  return steps.map((step) => {
    now += step
    if (since !== null) spans = [...spans, [since, now]]
    since = since === null ? now : null
    const seconds = spans.reduce((sum, [from, to]) => sum + to - from, 0)
    return { now, spans, clock: [1, seconds, since, false] as Clock }
  })
}
const steps = fc.array(fc.integer({ min: 1, max: 3 * 86_400 }), { minLength: 1, maxLength: 8 })
const turnAt = (now: number, spans: readonly (readonly [number, number])[] = []): Turn => ({ now, hours: OFFICE, ranBefore: () => spans })

test('a target counts what its clock has run, in business hours or all hours', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 300_000 }), fc.boolean(), (given, seconds, business) => {
      let target: SlaTarget | undefined
      const demand = demandOf(seconds, business)
      const hours = business ? OFFICE : null
      for (const { now, spans, clock } of paces(given)) {
        target = moveTarget(METRIC, target, { demand, clock }, turnAt(now))
        assert.ok(target !== undefined)
        assert.equal(
          target.used,
          spans.reduce((sum, [from, to]) => sum + secondsBetween(hours, from, to), 0),
        )
        assert.equal(target.since, clock[2])
        assert.equal(target.breach_at === null, clock[2] === null)
        const left = Math.max(0, seconds - target.used)
        if (target.breach_at !== null) assert.equal(secondsBetween(hours, clock[2] as number, target.breach_at), left)
      }
    }),
  )
})

test('a policy that applies late counts as if it had applied from the beginning', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 300_000 }), fc.boolean(), (given, seconds, business) => {
      const demand = demandOf(seconds, business)
      let early: SlaTarget | undefined
      for (const { now, spans, clock } of paces(given)) {
        early = moveTarget(METRIC, early, { demand, clock }, turnAt(now))
        assert.deepEqual(moveTarget(METRIC, undefined, { demand, clock }, turnAt(now, spans)), early)
        const other = moveTarget(METRIC, undefined, { demand: demandOf(seconds, !business), clock }, turnAt(now, spans))
        assert.deepEqual(moveTarget(METRIC, other, { demand, clock }, turnAt(now, spans)), early)
        if (business) assert.equal(needsHistory(METRIC, undefined, demand, clock), spans.length > 0)
      }
    }),
  )
})

test('a breach is recorded once, stays while the target is not longer, and is due no more', () => {
  const clock: Clock = [1, 0, START, false]
  const target = moveTarget(METRIC, undefined, { demand: demandOf(60, false), clock }, turnAt(START)) as SlaTarget
  const before = { targets: { [METRIC]: target } }
  assert.deepEqual(firstBreaches(before), { next: START + 60, due: START + 60 })
  assert.deepEqual(markBreaches(before, START + 59).breached, [])
  const { sla, breached } = markBreaches(before, START + 60)
  assert.deepEqual([breached, firstBreaches(sla)], [[METRIC], { next: START + 60, due: null }])
  assert.deepEqual(markBreaches(sla, START + 900).breached, [])
  const moveAfter = (seconds: number) =>
    moveTarget(METRIC, sla.targets[METRIC], { demand: demandOf(seconds, false), clock }, turnAt(START + 90)) as SlaTarget
  assert.deepEqual([moveAfter(30).breach_at, moveAfter(30).breached_at], [START + 60, START + 60])
  assert.deepEqual([moveAfter(600).breach_at, moveAfter(600).breached_at], [START + 600, null])
})

test('a cycle that is over gets no target, and a done target stays as it was', () => {
  const demand = demandOf(60, false)
  const done: Clock = [1, 30, null, true]
  assert.equal(moveTarget(METRIC, undefined, { demand, clock: done }, turnAt(START)), undefined)
  const running = moveTarget(METRIC, undefined, { demand, clock: [1, 0, START, false] }, turnAt(START))
  const achieved = moveTarget(METRIC, running, { demand, clock: done }, turnAt(START + 30))
  assert.deepEqual([achieved?.done, achieved?.used, achieved?.breach_at], [true, 30, null])
  assert.equal(moveTarget(METRIC, achieved, { demand: demandOf(5, true), clock: done }, turnAt(START + 99)), achieved)
  assert.equal(moveTarget(METRIC, achieved, { demand: undefined, clock: done }, turnAt(START + 99)), undefined)
})
