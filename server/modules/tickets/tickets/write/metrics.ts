/**
 * The metrics of a ticket: how a write changes its counters and clocks, and the metric events that record it. Pure. Each metric has a clock
 * that runs, pauses and is fulfilled, cycle after cycle; a cycle is an instance, counted from 1.
 * @source docs/reference/tickets.md §7
 */
import type { Role } from '../../../../context.ts'
import { epochSeconds, type Timestamp } from '../../../../lib/clock.ts'
import { type Clock, type Clocks, type Metric, METRICS } from '../../ticket_metrics/metric_clocks.ts'
import type { MetricEvent } from '../../ticket_metrics/metric_event.ts'
import type { Status } from '../../../../rules/facts.ts'
import type { TicketState } from '../row.ts'

/** The measured members of a ticket, before its first write. */
export const NO_METRICS = {
  group_stations: 0,
  assignee_stations: 0,
  reopens: 0,
  replies: 0,
  first_replied_at: null,
  first_solved_at: null,
  requester_wait_seconds: null,
  agent_wait_seconds: null,
  on_hold_seconds: 0,
  custom_status_updated_at: null,
  metric_clocks: {},
} as const satisfies Partial<TicketState>
type Measured = Pick<TicketState, keyof typeof NO_METRICS>

/** The parts of a write that are measured besides the ticket: its time and its comment. `role` is the author's. */
export interface Write {
  readonly now: Timestamp
  readonly comment: { readonly public: boolean; readonly author_id: number } | null
  readonly role: Role
}

const WAITS_FOR_US: readonly Status[] = ['new', 'open', 'hold']
const secondsBetween = (from: Timestamp, to: Timestamp) => Math.max(0, epochSeconds(to) - epochSeconds(from))
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
  const counters: Omit<Measured, keyof Waits> = {
    group_stations: after.group_stations + (isGiven('group_id') ? 1 : 0),
    assignee_stations: after.assignee_stations + (isGiven('assignee_id') ? 1 : 0),
    reopens: after.reopens + (before?.status === 'solved' && !isOver(after.status) ? 1 : 0),
    replies: after.replies + (isReply ? 1 : 0),
    first_replied_at: after.first_replied_at ?? (isReply ? now : null),
    first_solved_at: after.first_solved_at ?? (solved ? now : null),
    custom_status_updated_at: before?.custom_status_id === after.custom_status_id ? after.custom_status_updated_at : now,
    metric_clocks: clocks,
  }
  const waited = before !== null && before.status !== after.status ? waits(before, now) : {}
  return { after: { ...after, ...counters, ...waited }, metric_events: events }
}

type Waits = Pick<Measured, 'requester_wait_seconds' | 'agent_wait_seconds' | 'on_hold_seconds'>

/** The wait times when a status is left: the time spent in it is added to those it counts for. */
function waits(before: TicketState, now: Timestamp): Waits {
  const spent = secondsBetween(before.status_updated_at, now)
  const more = (value: number | null, counts: boolean) => (counts ? (value ?? 0) + spent : value)
  return {
    requester_wait_seconds: more(before.requester_wait_seconds, WAITS_FOR_US.includes(before.status)),
    agent_wait_seconds: more(before.agent_wait_seconds, before.status === 'pending'),
    on_hold_seconds: more(before.on_hold_seconds, before.status === 'hold'),
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
      tell: (type, instance_id, seconds) => events.push({ metric, instance_id, type, ...(seconds === undefined ? {} : { seconds }) }),
    }
    const clock = turned(clocks[metric] ?? NEVER, CLOCK_RULES[metric](before, after, occasion), turn)
    if (clock !== NEVER) clocks[metric] = clock
  }
  return { clocks, events }
}

/** A clock that has never run. */
export const NEVER: Clock = [0, 0, null, true]

/** The time of a turn of a clock, and where its events go. */
export interface Turn {
  readonly now: number
  tell(type: MetricEvent['type'], instance: number, seconds?: number): void
}

/** A clock after what a write does to it. */
export function turned(clock: Clock, fate: ClockChange, turn: Turn): Clock {
  const [instance, seconds, since, done] = clock
  switch (fate) {
    case 'as it was':
      return clock
    case 'anew':
      return turned(turned(clock, 'done', turn), 'runs', turn)
    case 'anew, paused':
      return turned(turned(clock, 'anew', turn), 'pauses', turn)
    case 'runs': {
      if (since !== null) return clock
      const next = done ? instance + 1 : instance
      turn.tell('activate', next)
      return [next, done ? 0 : seconds, turn.now, false]
    }
    case 'pauses':
    case 'done': {
      if (done || (fate === 'pauses' && since === null)) return clock
      const total = seconds + (since === null ? 0 : Math.max(0, turn.now - since))
      turn.tell(fate === 'done' ? 'fulfill' : 'pause', instance)
      turn.tell('update_status', instance, total)
      return [instance, total, null, fate === 'done']
    }
  }
}
