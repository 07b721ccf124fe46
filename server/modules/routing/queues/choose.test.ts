import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { STATUS_NAMES } from '../agent_availabilities/status.ts'
import { type Candidate, obstaclesOf, rosterOf, type WaitingTicket } from './choose.ts'

type Method = 'round_robin' | 'spare_capacity'

const candidate = (id: number, open: number, newest: number, given: Partial<Candidate> = {}): Candidate => ({
  id,
  open,
  newest,
  group_ids: [1],
  skills: [],
  status: 'online',
  excluded_brand_ids: [],
  ...given,
})
const ticket = (given: Partial<WaitingTicket> = {}): WaitingTicket => ({
  id: 1,
  group_id: 1,
  offers: [[1]],
  skills: [],
  brand_id: 1,
  ...given,
})
const settings = (method: Method, capacity: number, only_available = false) => ({ method, capacity, only_available })

test('who has the most room comes first; with the same room, and in turn, the one who waited longest', () => {
  const agents = [candidate(1, 2, 9), candidate(2, 0, 7), candidate(3, 0, 8)]
  const order = (method: Method, capacity: number) => {
    const roster = rosterOf(agents, settings(method, capacity))
    return Array.from({ length: 7 }, () => roster.give(ticket())?.agent_id)
  }
  assert.deepEqual(order('round_robin', 4), [2, 3, 1, 2, 3, 1, 2])
  assert.deepEqual(order('spare_capacity', 3), [2, 3, 2, 3, 1, 2, 3])
  assert.deepEqual(order('spare_capacity', 1), [2, 3, undefined, undefined, undefined, undefined, undefined])
})

test('the second list of groups is asked when nobody of the first can take the ticket; the group is one that the agent is in', () => {
  const agents = [candidate(1, 0, 1, { group_ids: [1, 2] }), candidate(2, 0, 2, { group_ids: [3], skills: ['x'] })]
  const roster = rosterOf(agents, settings('round_robin', 2))
  const offered = ticket({ group_id: 2, offers: [[1, 2], [3]] })
  assert.deepEqual(roster.give(offered), { agent_id: 1, group_id: 2 })
  assert.deepEqual(roster.give({ ...offered, group_id: 9 }), { agent_id: 1, group_id: 1 })
  assert.deepEqual(roster.give(offered), { agent_id: 2, group_id: 3 })
  roster.takeBack(1)
  assert.deepEqual(roster.give({ ...offered, skills: ['x'] }), { agent_id: 2, group_id: 3 })
  assert.equal(roster.give({ ...offered, skills: ['x'] }), undefined)
  assert.equal(roster.hasRoom(), true)
  assert.deepEqual(roster.give(offered), { agent_id: 1, group_id: 2 })
  assert.equal(roster.hasRoom(), false)
})

test('what nobody could take is looked at no more until room is taken back', () => {
  let looks = 0
  const skilled = candidate(1, 0, 1)
  const watched: Candidate = Object.defineProperty({ ...skilled }, 'skills', {
    get() {
      looks += 1
      return ['x']
    },
  })
  const roster = rosterOf([watched], settings('round_robin', 1))
  for (let count = 0; count < 1000; count++) assert.equal(roster.give(ticket({ id: count, skills: ['y'] })), undefined)
  assert.ok(looks < 10, `${looks} looks`)
  assert.equal(roster.give(ticket({ skills: ['x'] }))?.agent_id, 1)
  assert.equal(roster.give(ticket({ skills: ['x'] })), undefined)
  roster.takeBack(1)
  assert.equal(roster.give(ticket({ skills: ['x'] }))?.agent_id, 1)
})

test('every obstacle of an agent is named', () => {
  const away = candidate(1, 5, 1, { group_ids: [7], status: 'away', excluded_brand_ids: [1] })
  const needing = ticket({ skills: ['x'] })
  const listObstacles = (only: boolean) => obstaclesOf(away, needing, settings('round_robin', 5, only))
  assert.deepEqual(listObstacles(true), ['not_in_group', 'not_available', 'capacity_full', 'not_in_brand', 'lacks_skills'])
  assert.deepEqual(listObstacles(false), ['not_in_group', 'capacity_full', 'not_in_brand', 'lacks_skills'])
  assert.deepEqual(obstaclesOf(candidate(1, 4, 1), ticket(), settings('round_robin', 5, true)), [])
})

const groups = fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 4 })
const skills = fc.subarray(['x', 'y'])
const agents = fc
  .array(
    fc.record({
      open: fc.integer({ min: 0, max: 4 }),
      newest: fc.integer({ min: 0, max: 9 }),
      group_ids: groups,
      skills,
      excluded_brand_ids: fc.subarray([1, 2]),
      status: fc.constantFrom(...STATUS_NAMES),
    }),
    { maxLength: 6 },
  )
  .map((rows) => rows.map((row, index): Candidate => ({ ...row, id: index + 1 })))
const tickets = fc
  .array(
    fc.record({
      group_id: fc.option(fc.integer({ min: 1, max: 4 })),
      offers: fc.tuple(groups, groups),
      skills,
      brand_id: fc.integer({ min: 1, max: 2 }),
    }),
    { maxLength: 20 },
  )
  .map((rows) => rows.map((row, index): WaitingTicket => ({ ...row, id: index + 1 })))
const rules = fc.record({
  method: fc.constantFrom<Method>('round_robin', 'spare_capacity'),
  capacity: fc.integer({ min: 1, max: 5 }),
  only_available: fc.boolean(),
})

test('nobody goes above the capacity or gets a ticket of no group of theirs; the second list gets only what the first cannot take', () => {
  fc.assert(
    fc.property(agents, tickets, rules, (all, waiting, assignment) => {
      const roster = rosterOf(all, assignment)
      const open = new Map(all.map((agent) => [agent.id, agent.open]))
      for (const each of waiting) {
        const now = all.map((agent) => ({ ...agent, open: open.get(agent.id) ?? 0 }))
        // an agent without obstacles can take it
        const listAbleAgents = (offered: readonly number[]) =>
          now.filter((agent) => obstaclesOf(agent, { ...each, offers: [offered] }, assignment).length === 0).map(({ id }) => id)
        const [first = [], second = []] = each.offers.map(listAbleAgents)
        const choice = roster.give(each)
        const allowed = first.length > 0 ? first : second
        if (choice === undefined) {
          assert.deepEqual(allowed, [])
          continue
        }
        assert.ok(allowed.includes(choice.agent_id))
        const offered = each.offers[first.length > 0 ? 0 : 1] ?? []
        assert.ok(offered.includes(choice.group_id))
        assert.ok(all.find(({ id }) => id === choice.agent_id)?.group_ids.includes(choice.group_id))
        open.set(choice.agent_id, (open.get(choice.agent_id) ?? 0) + 1)
        assert.ok((open.get(choice.agent_id) ?? 0) <= assignment.capacity)
      }
    }),
  )
})

test('in turn, agents who can take every ticket get the same number of them, but for one', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(99), { minLength: 1, maxLength: 8 }), fc.integer({ min: 0, max: 60 }), (newest, count) => {
      const roster = rosterOf(
        newest.map((number, index) => candidate(index + 1, 0, number)),
        settings('round_robin', 1000),
      )
      const given = new Map(newest.map((_number, index) => [index + 1, 0]))
      for (let at = 0; at < count; at += 1) {
        const id = roster.give(ticket())?.agent_id ?? 0
        given.set(id, (given.get(id) ?? 0) + 1)
      }
      const counts = [...given.values()]
      assert.ok(Math.max(...counts) - Math.min(...counts) <= 1)
    }),
  )
})
