import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Metric, METRICS } from '#modules/tickets/ticket_metrics/metric_clocks.ts'
import type { MetricEvent } from '#modules/tickets/ticket_metrics/metric_event.ts'
import { measure } from './metrics.ts'
import { BLANK_STATE, type TicketState } from '../row.ts'

const AGENT = 7
const CUSTOMER = 8
const toTimestamp = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 9, minutes)).toISOString()
const blank = {
  ...BLANK_STATE,
  status: 'new',
  custom_status_id: 1,
  requester_id: CUSTOMER,
  assignee_id: null,
  group_id: null,
  created_at: toTimestamp(0),
  status_updated_at: toTimestamp(0),
} as unknown as TicketState

type Says = { who: 'agent' | 'customer'; public: boolean } | null
interface Step {
  readonly minute: number
  readonly to?: Partial<TicketState>
  readonly says?: Says
}

/** Takes a ticket through steps; the first one creates it. */
function runSteps(steps: readonly Step[]): { ticket: TicketState; events: (MetricEvent & { minute: number })[] } {
  let ticket: TicketState | null = null
  const events: (MetricEvent & { minute: number })[] = []
  for (const { minute, to = {}, says = null } of steps) {
    const before: TicketState = ticket ?? blank
    const moved = to.status !== undefined && to.status !== before.status ? { status_updated_at: toTimestamp(minute) } : {}
    const comment = says === null ? null : { public: says.public, author_id: says.who === 'agent' ? AGENT : CUSTOMER }
    const role = says?.who === 'agent' ? 'agent' : 'end-user'
    const written = measure(ticket, { ...before, ...moved, ...to }, { now: toTimestamp(minute), comment, role, hours: null })
    ticket = written.after
    events.push(...written.metric_events.map((event) => ({ ...event, minute })))
  }
  return { ticket: ticket as TicketState, events }
}

const asks: Says = { who: 'customer', public: true }
const answers: Says = { who: 'agent', public: true }
const story = (events: readonly (MetricEvent & { minute: number })[], metric: Metric) =>
  events
    .filter((event) => event.metric === metric && event.type !== 'measure')
    .map(({ type, instance_id, minute, seconds }) => `${minute} ${type} ${instance_id}${seconds === undefined ? '' : ` ${seconds / 60}`}`)

test('wait times are added up when a status is left', () => {
  const { ticket } = runSteps([
    { minute: 0, says: asks },
    { minute: 10, to: { status: 'open' } },
    { minute: 15, to: { status: 'pending' }, says: answers },
    { minute: 45, to: { status: 'hold' } },
    { minute: 50, to: { status: 'solved' } },
  ])
  assert.deepEqual([ticket.requester_wait_seconds, ticket.agent_wait_seconds, ticket.on_hold_seconds], [20 * 60, 30 * 60, 5 * 60])
})

test('unknown values are null, and the time on hold is zero', () => {
  const { ticket } = runSteps([{ minute: 0, says: asks }])
  const { requester_wait_seconds, agent_wait_seconds, on_hold_seconds, first_replied_at, first_solved_at } = ticket
  assert.deepEqual(
    [requester_wait_seconds, agent_wait_seconds, first_replied_at, first_solved_at, on_hold_seconds],
    [null, null, null, null, 0],
  )
})

test('stations count groups and assignees when a ticket is assigned, not when it is unassigned', () => {
  const { ticket } = runSteps([
    { minute: 0, to: { group_id: 1 }, says: asks },
    { minute: 1, to: { group_id: 2, assignee_id: 7 } },
    { minute: 2, to: { group_id: 2, assignee_id: null } },
    { minute: 3, to: { group_id: 2, assignee_id: 9 } },
    { minute: 4, to: { group_id: 1, assignee_id: 9 } },
  ])
  assert.deepEqual([ticket.group_stations, ticket.assignee_stations], [3, 2])
})

test('replies are public comments of staff after the first comment; the first one ends the reply time', () => {
  const { ticket } = runSteps([
    { minute: 0, says: answers },
    { minute: 1, says: { who: 'agent', public: false } },
    { minute: 2, says: asks },
    { minute: 3, says: answers },
    { minute: 4, says: answers },
  ])
  assert.deepEqual([ticket.replies, ticket.first_replied_at], [2, toTimestamp(3)])
})

test('a ticket is reopened when it leaves solved, except to closed; its first solution time stays', () => {
  const { ticket } = runSteps([
    { minute: 0, says: asks },
    { minute: 5, to: { status: 'solved' } },
    { minute: 6, to: { status: 'open' } },
    { minute: 9, to: { status: 'solved' } },
    { minute: 10, to: { status: 'closed' } },
  ])
  assert.deepEqual([ticket.reopens, ticket.first_solved_at], [1, toTimestamp(5)])
})

test('the clocks write events', () => {
  const { events } = runSteps([
    { minute: 0, says: asks },
    { minute: 10, to: { status: 'open' } },
    { minute: 15, to: { status: 'pending' }, says: answers },
    { minute: 20, to: { status: 'open' }, says: asks },
    { minute: 30, to: { status: 'solved' }, says: answers },
    { minute: 40, to: { status: 'open' } },
  ])
  assert.deepEqual(
    events.filter(({ type }) => type === 'measure').map(({ metric, instance_id, minute }) => [metric, instance_id, minute]),
    METRICS.map((metric) => [metric, 0, 0]),
  )
  assert.deepEqual(story(events, 'reply_time'), [
    '0 activate 1',
    '15 fulfill 1',
    '15 update_status 1 15',
    '20 activate 2',
    '30 fulfill 2',
    '30 update_status 2 10',
  ])
  assert.deepEqual(story(events, 'requester_wait_time'), [
    '0 activate 1',
    '15 pause 1',
    '15 update_status 1 15',
    '20 activate 1',
    '30 fulfill 1',
    '30 update_status 1 25',
    '40 activate 2',
  ])
  assert.deepEqual(story(events, 'resolution_time'), ['0 activate 1', '30 fulfill 1', '30 update_status 1 30', '40 activate 2'])
  assert.deepEqual(story(events, 'periodic_update_time'), ['15 activate 1', '30 fulfill 1', '30 update_status 1 15'])
  assert.deepEqual(story(events, 'pausable_update_time'), [
    '15 activate 1',
    '15 pause 1',
    '15 update_status 1 0',
    '20 activate 1',
    '30 fulfill 1',
    '30 update_status 1 10',
  ])
})

test('a ticket that staff creates for a customer has no reply time before the customer comments', () => {
  const { events } = runSteps([
    { minute: 0, says: answers },
    { minute: 3, says: asks },
  ])
  assert.deepEqual(story(events, 'reply_time'), ['3 activate 1'])
})

test('a ticket older than its clocks is measured from its next write', () => {
  const old = { ...blank, status: 'open', metric_clocks: {} } as TicketState
  const { metric_events } = measure(old, old, { now: toTimestamp(5), comment: null, role: 'agent', hours: null })
  assert.equal(metric_events.filter(({ type }) => type === 'measure').length, METRICS.length)
  const again = measure({ ...old, ...measure(old, old, { now: toTimestamp(5), comment: null, role: 'agent', hours: null }).after }, old, {
    now: toTimestamp(6),
    comment: null,
    role: 'agent',
    hours: null,
  })
  assert.deepEqual(again.metric_events, [])
})

const steps = fc.array(
  fc.record({
    status: fc.constantFrom('open', 'pending', 'hold', 'solved'),
    says: fc.option(fc.record({ who: fc.constantFrom('agent', 'customer'), public: fc.boolean() }), { nil: null }),
  }),
  { maxLength: 25 },
)

test('in any order of writes, a cycle is activated before it is paused or fulfilled, fulfilled once, and cycles are consecutive', () => {
  fc.assert(
    fc.property(steps, (given) => {
      const { events } = runSteps([
        { minute: 0, says: asks },
        ...given.map(({ status, says }, index) => ({ minute: index + 1, to: { status } as Partial<TicketState>, says: says as Says })),
      ])
      for (const metric of METRICS) {
        let instance = 0
        let state = 'fulfill'
        for (const event of events.filter((one) => one.metric === metric && !['measure', 'update_status'].includes(one.type))) {
          if (event.type === 'activate') {
            assert.notEqual(state, 'activate')
            instance += state === 'fulfill' ? 1 : 0
          } else assert.notEqual(state, 'fulfill')
          if (event.type === 'pause') assert.equal(state, 'activate')
          assert.equal(event.instance_id, instance)
          state = event.type
        }
      }
      assert.ok(
        events.length === 0 ||
          Math.max(
            ...Map.groupBy(events, ({ minute }) => minute)
              .values()
              .map((of) => of.length),
          ) <= 32,
      )
    }),
    { numRuns: 1000, seed: 7 },
  )
})
