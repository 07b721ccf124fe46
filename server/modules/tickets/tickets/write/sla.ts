/**
 * The targets of a ticket after a write: which policy applies, and what the write does to the targets it sets. Called when the clocks of the
 * ticket's metrics have been moved, since targets follow them.
 * @source docs/reference/business_rules.md §6.2, §6.3
 */
import { accountZone } from '#accounts/zone.ts'
import type { Context } from '#core/context.ts'
import type { BusinessHours } from '#lib/business_time.ts'
import { epochSeconds, toDate } from '#lib/clock.ts'
import { membersWhere } from '#lib/objects.ts'
import { meetsFilter } from '#rules/sla_conditions.ts'
import type { Clock } from '#modules/tickets/ticket_metrics/metric_clocks.ts'
import { type AppliedPolicy, breachEvent, type MetricEvent } from '#modules/tickets/ticket_metrics/metric_event.ts'
import { findMetricEvents } from '#modules/tickets/ticket_metrics/store.ts'
import {
  markBreaches,
  CLOCK_OF,
  type Demand,
  firstBreaches,
  moveTarget,
  needsHistory,
  type SlaMetric,
  type SlaTarget,
  type TicketSla,
} from '#modules/tickets/ticket_metrics/targets.ts'
import { readRelatedFacts } from '../related_store.ts'
import type { TicketRow, TicketState } from '../row.ts'
import { hoursOf } from '../schedule_store.ts'
import { type MeasuringPolicy, slaPolicies, type SlaPolicies } from '../sla_policy_store.ts'
import { viaNumber } from '../via.ts'
import { type ClockChange, NEVER, turnClock } from './metrics.ts'
import { factsOf } from './rule_context.ts'

/** A ticket with its clocks moved, and the events of that. */
interface Measured {
  readonly after: TicketState
  readonly metric_events: readonly MetricEvent[]
}

/** What the policies demand of a ticket: by metric, with what its events say of the policy. */
type Demands = ReadonlyMap<SlaMetric, Demand & { readonly applied: AppliedPolicy }>

const NO_TARGETS: TicketSla = { targets: {} }

/** The targets that a policy has for tickets of this priority. */
function demandsOf(policy: MeasuringPolicy | undefined, priority: string | null): [SlaMetric, Demand & { applied: AppliedPolicy }][] {
  if (policy === undefined || priority === null) return []
  const { id, title, description, unit_seconds } = policy
  return policy.policy_metrics
    .filter((row) => row.priority === priority)
    .map(({ metric, target, business_hours }) => {
      const seconds = target * unit_seconds
      const applied = { target, target_in_seconds: seconds, business_hours, policy: { id, title, description } }
      return [metric, { policy_id: id, seconds, business: business_hours, applied }]
    })
}

/** What applies to a ticket: the first policy whose filter matches, and the first group policy that names its group. */
async function demandsFor(ctx: Context, before: TicketRow | null, after: TicketState, known: SlaPolicies): Promise<Demands> {
  const facts = factsOf(after, before)
  const { now, actor, via } = ctx
  const update = {
    before,
    comment: null,
    via_id: before === null ? after.via_id : viaNumber(via.channel),
    updater_id: actor.id,
    updater_role: actor.role,
  }
  const needs = new Set<string>(known.policies.flatMap(({ compiled }) => [...compiled.needs]))
  const related = await readRelatedFacts(ctx, after, needs, before)
  const context = { now, time_zone: accountZone(ctx), current_user_id: actor.id, update, related }
  const policy = known.policies.find(({ compiled }) => meetsFilter(compiled, facts, context))
  const groupPolicy = known.group_policies.find(({ group_ids }) => after.group_id !== null && group_ids.includes(after.group_id))
  return new Map([...demandsOf(policy, after.priority), ...demandsOf(groupPolicy, after.priority)])
}

/** What a write does to the clock of a ticket's group: a cycle for each group that has it, until it is solved. */
function ownershipChange(before: TicketState | null, after: TicketState): ClockChange {
  if (after.group_id === null || after.status === 'solved' || after.status === 'closed') return 'done'
  return before !== null && before.group_id !== after.group_id ? 'anew' : 'runs'
}

/** The spans in which a ticket's clocks ran in their present cycles, from the recorded events. */
async function pastSpans(ctx: Context, ticketId: number): Promise<(metric: SlaMetric, instance: number) => [number, number][]> {
  const rows = await findMetricEvents(ctx, [ticketId])
  return (metric, instance) => {
    const spans: [number, number][] = []
    let since: number | null = null
    for (const { time, event } of rows) {
      if (event.metric !== CLOCK_OF[metric] || event.instance_id !== instance) continue
      if (event.type === 'activate') since = epochSeconds(time)
      if ((event.type === 'pause' || event.type === 'fulfill') && since !== null) spans.push([since, epochSeconds(time)])
    }
    return spans
  }
}

type ClockFor = (metric: SlaMetric) => Clock | undefined

interface Situation {
  readonly before: TicketRow | null
  readonly after: TicketState
  readonly sla: TicketSla
  readonly demands: Demands
  readonly clockFor: ClockFor
  readonly known: SlaPolicies
}

interface Moved {
  readonly targets: TicketSla['targets']
  readonly done: TicketSla['targets']
  readonly events: readonly MetricEvent[]
}

/** The targets after the write, and those that are done and not demanded any more; with an event for each target that is new or has changed. */
async function moveTargets(ctx: Context, situation: Situation): Promise<Moved> {
  const { before, after, sla, demands, clockFor, known } = situation
  const earlierTargets = { ...sla.done, ...sla.targets }
  const lacks = [...demands].some(([metric, demand]) => needsHistory(metric, earlierTargets[metric], demand, clockFor(metric)))
  const spans = lacks && before !== null ? await pastSpans(ctx, before.id) : () => []
  const ranBefore = (metric: SlaMetric) => spans(metric, clockFor(metric)?.[0] ?? 0)
  const turn = {
    now: epochSeconds(ctx.now.toISOString()),
    hours: hoursOf(known.schedules, after),
    rescheduled: before?.sla?.schedule_id !== after.sla?.schedule_id,
    ranBefore,
  }
  const targets: { [metric in SlaMetric]?: SlaTarget } = {}
  const events: MetricEvent[] = []
  for (const [metric, { applied, ...demand }] of demands) {
    const earlier = earlierTargets[metric]
    const target = moveTarget(metric, earlier, { demand, clock: clockFor(metric) }, turn)
    if (target === undefined) continue
    targets[metric] = target
    const isKept = earlier?.instance === target.instance && earlier.policy_id === target.policy_id && earlier.seconds === target.seconds
    const type = metric === 'group_ownership_time' ? 'apply_group_sla' : 'apply_sla'
    if (!isKept) events.push({ metric: CLOCK_OF[metric], instance_id: target.instance, type, sla: applied })
  }
  const done = membersWhere(earlierTargets, (metric) => earlierTargets[metric]?.done === true && !demands.has(metric))
  return { targets, done, events }
}

const ownSchedule = ({ sla }: TicketState) => (sla?.schedule_id === undefined ? {} : { schedule_id: sla.schedule_id })

const timestamp = (seconds: number | null) => (seconds === null ? null : toDate(seconds * 1000).toISOString())

/** A measured write with the targets of the ticket. An account without policies pays a look into the cache. */
export async function measureTargets(ctx: Context, before: TicketRow | null, measured: Measured): Promise<Measured> {
  const known = await slaPolicies(ctx)
  const stored = before?.sla ?? null
  if (known.policies.length + known.group_policies.length === 0 && stored === null) return measured
  const { after } = measured
  const now = epochSeconds(ctx.now.toISOString())
  const { sla, breached } = markBreaches(stored ?? NO_TARGETS, now)
  const events = [...measured.metric_events, ...breached.map((metric) => breachEvent(metric, sla))]
  const ownership = ownershipOf(sla, known, { before, after, now, hours: hoursOf(known.schedules, after), events })
  const clockFor: ClockFor = (metric) => {
    const clock = CLOCK_OF[metric]
    return clock === 'group_ownership_time' ? ownership : after.metric_clocks[clock]
  }
  const demands = await demandsFor(ctx, before, after, known)
  const moved = await moveTargets(ctx, { before, after, sla, demands, clockFor, known })
  const done = Object.keys(moved.done).length === 0 ? {} : { done: moved.done }
  const kept = { ...done, ...(ownership === undefined ? {} : { ownership }), ...ownSchedule(after) }
  const isEmpty = Object.keys({ ...moved.targets, ...kept }).length === 0
  const next = isEmpty ? null : { targets: moved.targets, ...kept }
  const first = firstBreaches(next)
  return {
    after: { ...after, sla: next, sla_next_breach_at: timestamp(first.next), sla_breach_due_at: timestamp(first.due) },
    metric_events: [...events, ...moved.events],
  }
}

interface GroupChange {
  readonly before: TicketState | null
  readonly after: TicketState
  readonly now: number
  readonly hours: BusinessHours | null
  readonly events: MetricEvent[]
}

/** The clock of the ticket's group after the write, whose events are added; undefined where no policy is for groups. */
function ownershipOf({ ownership }: TicketSla, known: SlaPolicies, { before, after, now, hours, events }: GroupChange): Clock | undefined {
  if (known.group_policies.length === 0 && ownership === undefined) return undefined
  const clock = turnClock(ownership ?? NEVER, ownershipChange(before, after), {
    now,
    hours,
    tell: (type, instance_id, time) => events.push({ metric: 'group_ownership_time', instance_id, type, ...time }),
  })
  return clock === NEVER ? undefined : clock
}
