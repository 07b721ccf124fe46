import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resultWords, roundWords, describeSeenValue } from './trace_words.ts'

const quoteValue = (value: unknown) => `<${String(value)}>`

test('what a condition saw is said as one value, as a change, or not at all', () => {
  assert.equal(describeSeenValue('high', false, quoteValue), '<high>')
  assert.equal(describeSeenValue(null, false, quoteValue), '<null>')
  assert.equal(describeSeenValue({ previous: 'low', current: 'high' }, false, quoteValue), '<low> before, <high> now')
  assert.equal(describeSeenValue(null, true, quoteValue), 'Hidden from you')
})

test('what came of an action is said, and the rounds of a trigger', () => {
  assert.equal(resultWords({ field: 'notification_group', result: 'effect', effect: 'mail_group' }), 'caused a mail to a group')
  assert.match(resultWords({ field: 'priority', result: 'no_change', effect: null }), /^changed nothing/)
  assert.match(resultWords({ field: 'notification_user', result: 'no_change', effect: null }), /nobody to send it to$/)
  assert.deepEqual([[], [1], [1, 2], [1, 2, 4]].map(roundWords), ['', 'in round 1', 'in rounds 1 and 2', 'in rounds 1, 2 and 4'])
})
