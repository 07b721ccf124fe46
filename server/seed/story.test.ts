import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COLLEAGUES, FIRMS, TEAMS } from './company.ts'
import { writeStory } from './story.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const steps = writeStory(1, NOW, 300)

test('the same seed and moment give the same story, and another seed another one', () => {
  assert.deepEqual(writeStory(1, NOW, 300), steps)
  assert.notDeepEqual(writeStory(2, NOW, 300), steps)
})

test('the company has four teams, eight colleagues and forty customers in twelve organizations', () => {
  assert.deepEqual([TEAMS.length, COLLEAGUES.length, FIRMS.length, FIRMS.flatMap((firm) => firm.people).length], [4, 8, 12, 40])
})

test('acts are in chronological order within the last 90 days, and each ticket begins with its creation', () => {
  assert.ok(steps.every((step, index) => index === 0 || (steps[index - 1]?.at ?? NOW) <= step.at))
  const [first] = steps
  assert.ok(first !== undefined && NOW.getTime() - first.at.getTime() <= 91 * 24 * 3_600_000)
  const tickets = Map.groupBy(steps, (step) => step.ticket)
  assert.equal(tickets.size, 300)
  for (const [beginning, ...rest] of tickets.values()) {
    assert.match(beginning?.kind ?? '', /^(?:ask|call)$/)
    assert.ok(rest.every((step) => step.kind !== 'ask' && step.kind !== 'call'))
  }
})

test('colleagues work on working days from eight to six only, customers less on Sundays than on Mondays', () => {
  const toDayAndHour = (step: { at: Date }) => ({ day: step.at.getUTCDay(), hour: step.at.getUTCHours() })
  const worked = steps.filter((step) => step.kind === 'work').map(toDayAndHour)
  assert.deepEqual(
    worked.filter(({ day, hour }) => day % 6 === 0 || hour < 8 || hour >= 18),
    [],
  )
  const asked = steps.filter((step) => step.kind === 'ask').map(toDayAndHour)
  const countOn = (day: number) => asked.filter((one) => one.day === day).length
  assert.ok(countOn(0) < countOn(1), `${countOn(0)} on Sundays, ${countOn(1)} on Mondays`)
})

test('a ticket is closed before the automation of a fresh instance would close it', () => {
  const HOURS_97 = 97 * 3_600_000
  const tickets = Map.groupBy(steps, ({ ticket }) => ticket)
  let count = 0
  for (const acts of tickets.values()) {
    const last = acts.findLast(({ kind }) => kind !== 'rate' && kind !== 'close')
    if (last?.kind !== 'work' || last.work.status !== 'solved') continue
    count += 1
    const closed_at = acts.find(({ kind }) => kind === 'close')?.at ?? NOW
    assert.ok(closed_at.getTime() - last.at.getTime() < HOURS_97, `ticket ${last.ticket}`)
  }
  assert.ok(count > 100)
})

test('no text has a placeholder left to fill', () => {
  assert.doesNotMatch(JSON.stringify(steps), /\{(?:machine|serial|order|customer|agent|number|city|day)\}|undefined/)
})

test('nobody greets twice in a ticket, or thanks in the text and in the line below it', () => {
  const greeting = /(?:^|[\n.!?] *)(?:hello|hi|good (?:morning|afternoon)|dear|hallo|guten tag|bonjour|hola|buenos días)\b/gi
  const textOf = (step: (typeof steps)[number]) =>
    'body' in step ? step.body : step.kind === 'work' ? (step.work.comment?.body ?? '') : ''
  let greetings = 0
  for (const story of [1, 2, 3].map((seed) => writeStory(seed, NOW, 300)))
    for (const said of Map.groupBy(story, (step) => `${step.ticket} ${'by' in step ? step.by : ''}`).values()) {
      const texts = said.map(textOf)
      const found = texts.flatMap((text) => [...text.matchAll(greeting)])
      assert.ok(found.length <= 1, texts.join('\n---\n'))
      greetings += found.length
      for (const text of texts) assert.ok([...text.matchAll(/thanks?\b/gi)].length <= 1, text)
    }
  assert.ok(greetings > 500, `${greetings} greetings`)
})
