/**
 * Invariant: the time within business hours that writes count is what one finds who goes through it minute by minute, and what the recount finds.
 * Over schedules, holidays, zones on both sides of UTC, and the days on which clocks change.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type BusinessHours, businessHours, type WeekSchedule } from '#lib/business_time.ts'
import type { Status } from '#rules/facts.ts'
import { type Clocks, type Metric, METRICS } from '#modules/tickets/ticket_metrics/metric_clocks.ts'
import { type EventsOfWrite, recountTicket, type StatusMove } from '#modules/tickets/ticket_metrics/recount.ts'
import { BLANK_STATE, type TicketState } from '../row.ts'
import { measure } from './metrics.ts'

const MINUTE_MS = 60_000
const DAY = 1440
const AGENT = 7
const CUSTOMER = 8
const ZONES = [
  'Etc/UTC',
  'America/New_York',
  'America/St_Johns',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
]

const intervals = fc
  .uniqueArray(fc.integer({ min: 0, max: 7 * DAY }), { minLength: 2, maxLength: 12 })
  .map((times) => times.toSorted((one, other) => one - other))
  .map((times) =>
    Array.from({ length: Math.floor(times.length / 2) }, (_none, pair) => ({
      start_time: Number(times[pair * 2]),
      end_time: Number(times[pair * 2 + 1]),
    })),
  )
/** Days on which clocks change somewhere, and one on which they do not. */
const begins = fc
  .tuple(
    fc.constantFrom('2026-03-08', '2026-03-29', '2026-04-05', '2026-09-27', '2026-10-04', '2026-10-25', '2026-11-01', '2026-06-10'),
    fc.nat(DAY),
  )
  .map(([day, minute]) => Date.parse(day) / MINUTE_MS + minute - DAY)
const dayAfter = (minute: number, days: number) => new Date((minute + days * DAY) * MINUTE_MS).toISOString().slice(0, 10)
const story = fc
  .record({
    zone: fc.constantFrom(...ZONES),
    intervals,
    begin: begins,
    holidays: fc.array(fc.tuple(fc.integer({ min: -1, max: 4 }), fc.nat(2)), { maxLength: 2 }),
    steps: fc.array(
      fc.record({
        after: fc.oneof(fc.nat(90), fc.nat(2 * DAY)),
        status: fc.constantFrom<Status>('new', 'open', 'pending', 'hold', 'solved'),
        says: fc.constantFrom(null, 'agent', 'customer', 'note'),
      }),
      { minLength: 2, maxLength: 6 },
    ),
  })
  .map(({ holidays, begin, ...rest }) => ({
    ...rest,
    begin,
    holidays: holidays.map(([first, more]) => ({ start_date: dayAfter(begin, first), end_date: dayAfter(begin, first + more) })),
  }))
type Story = typeof story extends fc.Arbitrary<infer Value> ? Value : never

/** Says minute by minute, in order, whether a schedule is open. Of local time that comes twice, the second time is no earlier than the first was late. */
function openMinutes({ time_zone, intervals: week, holidays }: WeekSchedule, from: number): (minute: number) => boolean {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: time_zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const localOf = (minute: number) => {
    const part = Object.fromEntries(format.formatToParts(minute * MINUTE_MS).map(({ type, value }) => [type, Number(value)]))
    return Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute) / MINUTE_MS
  }
  let latest = localOf(from - DAY)
  for (let minute = from - DAY; minute < from; minute += 1) latest = Math.max(latest, localOf(minute))
  return (minute) => {
    latest = Math.max(latest, localOf(minute))
    const day = new Date(latest * MINUTE_MS)
    const date = day.toISOString().slice(0, 10)
    if (holidays.some(({ start_date, end_date }) => date >= start_date && date <= end_date)) return false
    const ofWeek = day.getUTCDay() * DAY + (latest % DAY)
    return week.some(({ start_time, end_time }) => ofWeek >= start_time && ofWeek < end_time)
  }
}

const toTimestamp = (minute: number) => new Date(minute * MINUTE_MS).toISOString()
const blank = { ...BLANK_STATE, sla: null, status: 'new', custom_status_id: 1, requester_id: CUSTOMER } as unknown as TicketState

interface Told {
  readonly ticket: TicketState
  readonly writes: EventsOfWrite[]
  readonly moves: StatusMove[]
  /** The clocks after each write, with its minute. */
  readonly stands: { readonly minute: number; readonly ticket: TicketState }[]
}

/** Takes a ticket through the writes of a story. */
function tellStory({ begin, steps }: Story, hours: BusinessHours | null): Told {
  let ticket: TicketState | null = null
  const writes: EventsOfWrite[] = []
  const moves: StatusMove[] = []
  const stands: Told['stands'] = []
  let minute = begin
  for (const [index, { after, status, says }] of steps.entries()) {
    minute += index === 0 ? 0 : after
    const now = toTimestamp(minute)
    const before: TicketState = ticket ?? { ...blank, created_at: now, status_updated_at: now, solved_at: null }
    const isMoved = ticket === null || status !== before.status
    if (isMoved) moves.push({ at: now, status })
    const next = { ...before, status, ...(isMoved ? { status_updated_at: now, ...(status === 'solved' ? { solved_at: now } : {}) } : {}) }
    const comment = says === null ? null : { public: says !== 'note', author_id: says === 'customer' ? CUSTOMER : AGENT }
    const written = measure(ticket, next, { now, comment, role: says === 'customer' ? 'end-user' : 'agent', hours })
    ticket = written.after
    if (written.metric_events.length > 0) writes.push({ id: index, time: now, events: written.metric_events })
    stands.push({ minute, ticket })
  }
  return { ticket: ticket!, writes, moves, stands }
}

const WAITS: Readonly<Record<string, readonly string[]>> = {
  new: ['requester_wait'],
  open: ['requester_wait'],
  hold: ['requester_wait', 'on_hold'],
  pending: ['agent_wait'],
  solved: [],
}

/** What the minutes add up to: the times of the ticket, and of each clock's cycle as it was when its events said so. */
function byTheMinute({ stands }: Told, isOpen: (minute: number) => boolean) {
  const expected: Record<string, number> = {}
  const cycles = new Map<string, number>()
  const statuses: string[] = []
  let sinceCreated = 0
  let inStatus = 0
  for (const [index, { minute, ticket }] of stands.entries()) {
    const previous = stands[index - 1]
    for (let passing = previous?.minute ?? minute; passing < minute; passing += 1) {
      if (!isOpen(passing)) continue
      sinceCreated += 60
      inStatus += 60
      for (const metric of METRICS) {
        const [instance, , since] = previous?.ticket.metric_clocks[metric] ?? [0, 0, null]
        if (since !== null) cycles.set(`${metric} ${instance}`, (cycles.get(`${metric} ${instance}`) ?? 0) + 60)
      }
    }
    if (previous !== undefined && previous.ticket.status !== ticket.status) {
      for (const wait of WAITS[previous.ticket.status]!) expected[wait] = (expected[wait] ?? 0) + inStatus
      inStatus = 0
      if (ticket.status === 'solved') expected.full_resolution = sinceCreated
    }
    if (ticket.status === 'solved' && previous === undefined) expected.full_resolution = 0
    if (ticket.first_solved_at !== null) expected.first_resolution ??= sinceCreated
    if (ticket.first_replied_at !== null) expected.first_reply ??= sinceCreated
    statuses.push(JSON.stringify([...cycles]))
  }
  return { expected, cycles, after: statuses.map((text) => new Map<string, number>(JSON.parse(text))) }
}

const clocksOf = (clocks: Clocks) => Object.entries(clocks) as [Metric, NonNullable<Clocks[Metric]>][]

test('business time is what is found minute by minute, and what the recount finds', () => {
  fc.assert(
    fc.property(story, (one) => {
      const schedule = { time_zone: one.zone, intervals: one.intervals, holidays: one.holidays }
      const hours = businessHours(schedule)
      const all = tellStory(one, hours)
      const { expected, cycles, after } = byTheMinute(all, openMinutes(schedule, one.begin))
      assert.deepEqual(all.ticket.business_seconds, expected)
      for (const { id, events } of all.writes)
        for (const { metric, instance_id, type, seconds, business_seconds } of events) {
          if (type !== 'update_status') continue
          assert.equal(business_seconds, after[id]!.get(`${metric} ${instance_id}`) ?? 0, `${metric} ${instance_id}`)
          assert.ok(business_seconds <= Number(seconds))
        }
      for (const [metric, [instance, , since, , business]] of clocksOf(all.ticket.metric_clocks))
        if (since === null) assert.equal(business, cycles.get(`${metric} ${instance}`) ?? 0, metric)

      // the recount of the same ticket, as it was stored before business time was
      const clocks = Object.fromEntries(clocksOf(all.ticket.metric_clocks).map(([metric, clock]) => [metric, clock.slice(0, 4)]))
      const writes = all.writes.map(({ events, ...write }) => ({
        ...write,
        events: events.map(({ business_seconds: _business, ...event }) => event),
      }))
      const old = { ...all.ticket, id: 1, metric_clocks: clocks as unknown as Clocks }
      const again = recountTicket(old, { writes, moves: all.moves }, hours)
      assert.deepEqual([again.business_seconds, again.metric_clocks], [all.ticket.business_seconds, all.ticket.metric_clocks])
      const changed = new Map(again.writes.map((write) => [write.id, write]))
      assert.deepEqual(
        writes.map((write) => changed.get(write.id) ?? write),
        all.writes,
      )
    }),
    { numRuns: 50, seed: 11 },
  )
})

test('without a schedule all time is business time', () => {
  fc.assert(
    fc.property(story, (one) => {
      const { ticket, writes } = tellStory(one, null)
      const { requester_wait_seconds, agent_wait_seconds, business_seconds } = ticket
      assert.deepEqual(
        [business_seconds?.requester_wait ?? null, business_seconds?.agent_wait ?? null],
        [requester_wait_seconds, agent_wait_seconds],
      )
      for (const { events } of writes) for (const { seconds, business_seconds: business } of events) assert.equal(business, seconds)
    }),
    { numRuns: 50, seed: 11 },
  )
})

test('what has not been counted yet stays so until the recount, which counts that write, too', () => {
  const old = { ...blank, created_at: toTimestamp(0), status_updated_at: toTimestamp(0), business_seconds: null } as TicketState
  const { after } = measure(old, { ...old, status: 'open' }, { now: toTimestamp(60), comment: null, role: 'agent', hours: null })
  assert.equal(after.business_seconds, null)
})
