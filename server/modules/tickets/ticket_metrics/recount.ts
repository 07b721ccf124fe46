/**
 * Counts a ticket's time within business hours again, from the events of its clocks and the history of its status: for tickets that were measured before that was stored.
 * Pure. What was counted is what a write would have counted with the schedule that the ticket has now.
 * @source docs/reference/tickets.md §7
 */
import { type BusinessHours, secondsBetween } from '#lib/business_time.ts'
import { epochSeconds, type Timestamp } from '#lib/clock.ts'
import type { Status } from '#rules/facts.ts'
import { ensureDefined } from '#lib/defined.ts'
import { keysOf } from '#lib/objects.ts'
import { type BusinessSeconds, type Clock, type Clocks, MEASURED_METRICS, type MeasuredMetric, WAITS_OF } from './metric_clocks.ts'
import type { MetricEvent } from './metric_event.ts'
import type { TicketSla } from './targets.ts'

/** What a ticket is counted again by. */
export interface CountedTicket {
  readonly id: number
  readonly created_at: Timestamp
  readonly first_replied_at: Timestamp | null
  readonly first_solved_at: Timestamp | null
  readonly solved_at: Timestamp | null
  readonly metric_clocks: Clocks
  readonly sla: TicketSla | null
}

/** A status that a ticket got. */
export interface StatusMove {
  readonly at: Timestamp
  readonly status: Status
}

/** What is known of a ticket's past, each in its order. */
export interface Past {
  readonly writes: readonly EventsOfWrite[]
  readonly moves: readonly StatusMove[]
}

/** The events of one write, as they are stored. */
export interface EventsOfWrite {
  readonly id: number
  readonly time: Timestamp
  readonly events: readonly MetricEvent[]
}

/** A ticket as it should have been stored, and the writes whose events are other ones then. */
export interface Recounted extends Pick<CountedTicket, 'metric_clocks' | 'sla'> {
  readonly business_seconds: BusinessSeconds
  readonly writes: readonly EventsOfWrite[]
}

/** How a clock stands while its events are repeated: since when it runs, and the seconds within business hours of the present cycle. */
interface Track {
  since: number | null
  isOver: boolean
  business: number
}

function applyEvent(track: Track, { type }: MetricEvent, now: number, hours: BusinessHours | null): void {
  if (type === 'activate') {
    if (track.isOver) track.business = 0
    track.since = now
    track.isOver = false
  }
  if (type === 'pause' || type === 'fulfill') {
    if (track.since !== null) track.business += secondsBetween(hours, track.since, now)
    track.since = null
    track.isOver = type === 'fulfill'
  }
}

/** The clocks as the events leave them, and the writes whose events have other seconds. */
function repeatWrites(writes: readonly EventsOfWrite[], hours: BusinessHours | null) {
  const tracks = new Map<MeasuredMetric, Track>(MEASURED_METRICS.map((metric) => [metric, { since: null, isOver: true, business: 0 }]))
  const changed: EventsOfWrite[] = []
  for (const write of writes) {
    const now = epochSeconds(write.time)
    const events = write.events.map((event): MetricEvent => {
      const track = ensureDefined(tracks.get(event.metric))
      applyEvent(track, event, now, hours)
      return event.type === 'update_status' ? { ...event, business_seconds: track.business } : event
    })
    if (events.some((event, index) => event.business_seconds !== write.events[index]?.business_seconds)) changed.push({ ...write, events })
  }
  return { businessOf: (metric: MeasuredMetric) => ensureDefined(tracks.get(metric)).business, changed }
}

/** The waits in the statuses that a ticket has left. */
function waitsOf(moves: readonly StatusMove[], hours: BusinessHours | null): BusinessSeconds {
  const waits: { -readonly [wait in keyof BusinessSeconds]: number } = {}
  for (const [index, { status, at }] of moves.entries()) {
    const next = moves[index + 1]
    if (next === undefined) break
    const spent = secondsBetween(hours, epochSeconds(at), epochSeconds(next.at))
    for (const wait of WAITS_OF[status]) waits[wait] = (waits[wait] ?? 0) + spent
  }
  return waits
}

/** Counts a ticket again. */
export function recountTicket(ticket: CountedTicket, { writes, moves }: Past, hours: BusinessHours | null): Recounted {
  const { businessOf, changed } = repeatWrites(writes, hours)
  const countBusinessSeconds = (key: keyof BusinessSeconds, until: Timestamp | null) =>
    until === null ? {} : { [key]: secondsBetween(hours, epochSeconds(ticket.created_at), epochSeconds(until)) }
  const { first_replied_at, first_solved_at } = ticket
  const milestones = {
    ...countBusinessSeconds('first_reply', first_replied_at),
    ...countBusinessSeconds('first_resolution', first_solved_at),
    ...countBusinessSeconds('full_resolution', first_solved_at && ticket.solved_at),
  }
  const withBusinessSeconds = ([instance, seconds, started, done]: Clock, metric: MeasuredMetric): Clock => [
    instance,
    seconds,
    started,
    done,
    businessOf(metric),
  ]
  const clocks = keysOf(ticket.metric_clocks).map(
    (metric) => [metric, withBusinessSeconds(ensureDefined(ticket.metric_clocks[metric]), metric)] as const,
  )
  const { sla } = ticket
  const ownership = sla?.ownership
  return {
    business_seconds: { ...milestones, ...waitsOf(moves, hours) },
    metric_clocks: Object.fromEntries(clocks),
    sla: sla === null || ownership === undefined ? sla : { ...sla, ownership: withBusinessSeconds(ownership, 'group_ownership_time') },
    writes: changed,
  }
}
