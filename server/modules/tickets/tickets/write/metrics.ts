/**
 * The metrics of a ticket: how a write changes its counters and clocks, and the metric events that record it. Pure. Each metric has a clock
 * that runs, pauses and is fulfilled, cycle after cycle; a cycle is an instance, counted from 1.
 * @source docs/reference/tickets.md §7
 */
import type { Role } from '#core/context.ts'
import { type BusinessHours, secondsBetween } from '#lib/business_time.ts'
import { epochSeconds, type Timestamp } from '#lib/clock.ts'
import {
  type BusinessSeconds,
  type Clock,
  type Clocks,
  type Metric,
  METRICS,
  type Wait,
  WAITS_OF,
} from '#modules/tickets/ticket_metrics/metric_clocks.ts'
import type { MetricEvent } from '#modules/tickets/ticket_metrics/metric_event.ts'
import type { Status } from '#rules/facts.ts'
import type { TicketState } from '../row.ts'

/** The parts of a write that are measured besides the ticket: its time and its comment. `role` is the author's, `hours` are the ticket's. */
export interface Write {
  readonly now: Timestamp
  readonly comment: { readonly public: boolean; readonly author_id: number } | null
  readonly role: Role
  /** Null where all time is business time. */
  readonly hours: BusinessHours | null
}

const isOver = (status: Status) => status === 'solved' || status === 'closed'

/** A ticket with counters and clocks after a write, and its metric events. `before` is null for a new ticket: its comment is no reply. */
export function measure(
  before: TicketState | null,
  after: TicketState,
  occasion: Write,
): { readonly after: TicketState; readonly metric_events: readonly MetricEvent[] } {
  const { now } = occasion
  const isReply = before !== null && isPublicReply(occasion)
  const isGiven = (key: 'group_id' | 'assignee_id') => after[key] !== null && after[key] !== before?.[key]
  const solved = after.status === 'solved' && before?.status !== 'solved'
  const { clocks, events } = advanceClocks(before, after, occasion)
  const counters = {
    group_stations: after.group_stations + (isGiven('group_id') ? 1 : 0),
    assignee_stations: after.assignee_stations + (isGiven('assignee_id') ? 1 : 0),
    reopens: after.reopens + (before?.status === 'solved' && !isOver(after.status) ? 1 : 0),
    replies: after.replies + (isReply ? 1 : 0),
    first_replied_at: after.first_replied_at ?? (isReply ? now : null),
    first_solved_at: after.first_solved_at ?? (solved ? now : null),
    custom_status_updated_at: before?.custom_status_id === after.custom_status_id ? after.custom_status_updated_at : now,
    metric_clocks: clocks,
  } satisfies Partial<TicketState>
  const isMoved = before !== null && before.status !== after.status
  const business_seconds = businessSeconds(before, after, { isReply: isReply && after.first_replied_at === null, solved, occasion })
  return { after: { ...after, ...counters, ...(isMoved ? addWaits(before, now) : {}), business_seconds }, metric_events: events }
}

/** What a write is for times within business hours: the first reply, a solving. */
interface Milestones {
  readonly isReply: boolean
  readonly solved: boolean
  readonly occasion: Write
}

/** The same times and waits within business hours. What has not been counted yet stays so: the recount would not see this write. */
function businessSeconds(
  before: TicketState | null,
  after: TicketState,
  { isReply, solved, occasion }: Milestones,
): BusinessSeconds | null {
  const counted = after.business_seconds
  if (counted === null) return null
  const now = epochSeconds(occasion.now)
  const countSeconds = (from: Timestamp) => secondsBetween(occasion.hours, epochSeconds(from), now)
  const waited = before === null || before.status === after.status ? [] : WAITS_OF[before.status]
  const spent = waited.length === 0 || before === null ? 0 : countSeconds(before.status_updated_at)
  return {
    ...counted,
    ...(isReply ? { first_reply: countSeconds(after.created_at) } : {}),
    ...(solved ? { full_resolution: countSeconds(after.created_at) } : {}),
    ...(solved && after.first_solved_at === null ? { first_resolution: countSeconds(after.created_at) } : {}),
    ...Object.fromEntries(waited.map((wait) => [wait, (counted[wait] ?? 0) + spent])),
  }
}

type Waits = Pick<TicketState, 'requester_wait_seconds' | 'agent_wait_seconds' | 'on_hold_seconds'>

/** The wait times when a status is left: the time spent in it is added to those it counts for. */
function addWaits(before: TicketState, now: Timestamp): Waits {
  const spent = Math.max(0, epochSeconds(now) - epochSeconds(before.status_updated_at))
  const addSpent = (value: number | null, wait: Wait) => (WAITS_OF[before.status].includes(wait) ? (value ?? 0) + spent : value)
  return {
    requester_wait_seconds: addSpent(before.requester_wait_seconds, 'requester_wait'),
    agent_wait_seconds: addSpent(before.agent_wait_seconds, 'agent_wait'),
    on_hold_seconds: addSpent(before.on_hold_seconds, 'on_hold'),
  }
}

/** What a write does to a clock: it runs, pauses, or its cycle is done. `anew`: the cycle is done and the next one begins. */
export type ClockChange = 'runs' | 'pauses' | 'done' | 'anew' | 'anew, paused' | 'as it was'

type FateOf = (before: TicketState | null, after: TicketState, occasion: Write) => ClockChange

/** True when staff adds a public comment. */
const isPublicReply = ({ comment, role }: Write) => comment?.public === true && role !== 'end-user'

/** The rule of each metric's clock. @source docs/reference/tickets.md §7.1 */
const CLOCK_RULES: Readonly<Record<Metric, FateOf>> = {
  // from a customer's first public comment to the next one of staff; staff who requests for themselves counts as a customer
  reply_time: (before, after, occasion) => {
    if (occasion.comment?.public !== true) return 'as it was'
    const asks = before === null && occasion.comment.author_id === after.requester_id
    return isPublicReply(occasion) && !asks ? 'done' : 'runs'
  },
  requester_wait_time: (_before, { status }) => (isOver(status) ? 'done' : status === 'pending' ? 'pauses' : 'runs'),
  agent_work_time: (_before, { status }) => (isOver(status) ? 'done' : status === 'pending' || status === 'hold' ? 'pauses' : 'runs'),
  resolution_time: (_before, { status }) => (isOver(status) ? 'done' : 'runs'),
  // from one public comment of staff to the next
  periodic_update_time: (_before, { status }, occasion) => (isOver(status) ? 'done' : isPublicReply(occasion) ? 'anew' : 'as it was'),
  // the same, without the time spent waiting for the customer
  pausable_update_time: (before, { status }, occasion) => {
    if (isOver(status)) return 'done'
    if (isPublicReply(occasion)) return status === 'pending' ? 'anew, paused' : 'anew'
    const [, , , done] = before?.metric_clocks.pausable_update_time ?? NEVER
    if (done) return 'as it was'
    return status === 'pending' ? 'pauses' : 'runs'
  },
}

/** Advances all clocks by a write. A ticket older than its clocks is measured from its next write. */
function advanceClocks(before: TicketState | null, after: TicketState, occasion: Write): { clocks: Clocks; events: MetricEvent[] } {
  const clocks: { [name in Metric]?: Clock } = { ...before?.metric_clocks }
  const events: MetricEvent[] = []
  const begins = Object.keys(clocks).length === 0
  for (const metric of METRICS) {
    if (begins) events.push({ metric, instance_id: 0, type: 'measure' })
    const turn: Turn = {
      now: epochSeconds(occasion.now),
      hours: occasion.hours,
      tell: (type, instance_id, time) => events.push({ metric, instance_id, type, ...time }),
    }
    const clock = turnClock(clocks[metric] ?? NEVER, CLOCK_RULES[metric](before, after, occasion), turn)
    if (clock !== NEVER) clocks[metric] = clock
  }
  return { clocks, events }
}

/** A clock that has never run. */
export const NEVER: Clock = [0, 0, null, true, 0]

/** The time of a turn of a clock, the hours that count as business time (null: all), and where its events go. */
export interface Turn {
  readonly now: number
  readonly hours: BusinessHours | null
  tell(type: MetricEvent['type'], instance: number, time?: Pick<MetricEvent, 'seconds' | 'business_seconds'>): void
}

/** A clock after what a write does to it. */
export function turnClock(clock: Clock, fate: ClockChange, turn: Turn): Clock {
  const [instance, seconds, since, done, business = seconds] = clock
  switch (fate) {
    case 'as it was':
      return clock
    case 'anew':
      return turnClock(turnClock(clock, 'done', turn), 'runs', turn)
    case 'anew, paused':
      return turnClock(turnClock(clock, 'anew', turn), 'pauses', turn)
    case 'runs': {
      if (since !== null) return clock
      const next = done ? instance + 1 : instance
      turn.tell('activate', next)
      return [next, done ? 0 : seconds, turn.now, false, done ? 0 : business]
    }
    case 'pauses':
    case 'done': {
      if (done || (fate === 'pauses' && since === null)) return clock
      const from = since ?? turn.now
      const time = {
        seconds: seconds + Math.max(0, turn.now - from),
        business_seconds: business + secondsBetween(turn.hours, from, turn.now),
      }
      turn.tell(fate === 'done' ? 'fulfill' : 'pause', instance)
      turn.tell('update_status', instance, time)
      return [instance, time.seconds, null, fate === 'done', time.business_seconds]
    }
  }
}
