import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextSentence, nextStepSentence } from './next_words.ts'

const makePerson = (id: number) => ({ id, name: `Person ${id}` })
const makeStep = (people: { id: number; name: string }[], count = people.length) => ({
  step: 'review' as const,
  people,
  count,
  problem: null,
})
const ACT = 'to review the business reason and the use case.'

test('the people who can take the next step are named, the reader first as "you", and the rest are counted', () => {
  assert.equal(nextSentence(makeStep([makePerson(1)]), null), `Waits for Person 1 ${ACT}`)
  assert.equal(nextSentence(makeStep([makePerson(1), makePerson(2), makePerson(3)]), 3), `Waits for you, Person 1 or Person 2 ${ACT}`)
  assert.equal(nextSentence(makeStep([makePerson(1), makePerson(2)], 3), 7), `Waits for Person 1, Person 2 or one more ${ACT}`)
  assert.equal(nextSentence(makeStep([makePerson(1)], 5), 1), `Waits for you or 4 more ${ACT}`)
  assert.equal(nextSentence(makeStep([]), 1), undefined)
})

test('an issued request shows what its credential waits for', () => {
  const open = { ...makeStep([makePerson(1)]), step: 'open' as const }
  assert.equal(nextStepSentence({ state: 'issued', next_steps: [open] }).label, 'Waiting to be opened')
  assert.equal(nextStepSentence({ state: 'issued', next_steps: [] }).label, 'Issued')
  assert.equal(nextStepSentence({ state: 'handed_over', next_steps: [{ ...open, step: 'use' as const }] }).label, 'Handed over')
})
