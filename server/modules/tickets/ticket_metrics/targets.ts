/**
 * The targets that policies set the metrics of a ticket: how a write moves them, and when they are passed. Pure. A target belongs to one cycle
 * of its metric's clock and counts business hours or all time. Moments are in seconds since 1970, like those of clocks.
 * @source docs/reference/business_rules.md §6.2
 */
import { type BusinessHours, addBusinessSeconds, secondsBetween } from '#lib/business_time.ts'
import type { Clock, MeasuredMetric } from './metric_clocks.ts'
import { ensureDefined } from '#lib/defined.ts'
import { keysOf } from '#lib/objects.ts'

/** The metrics of policies, each with the clock that measures it. */
export const CLOCK_OF = {
  first_reply_time: 'reply_time',
  next_reply_time: 'reply_time',
  periodic_update_time: 'periodic_update_time',
  pausable_update_time: 'pausable_update_time',
  requester_wait_time: 'requester_wait_time',
  agent_work_time: 'agent_work_time',
  total_resolution_time: 'resolution_time',
  group_ownership_time: 'group_ownership_time',
} as const satisfies Record<string, MeasuredMetric>
export type SlaMetric = keyof typeof CLOCK_OF
export const SLA_METRICS = keysOf(CLOCK_OF)

/** A target of a ticket. */
export interface SlaTarget {
  readonly policy_id: number | string
  /** The cycle of the clock. */
  readonly instance: number
  /** How long it may take. */
  readonly seconds: number
  /** True if only business hours count. */
  readonly business: boolean
  /** The seconds that count and had passed before `since`, or in all while it does not run. */
  readonly used: number
  /** Since when it runs; null while it is paused, and when it is done. */
  readonly since: number | null
  /** When it is or was passed, if it goes on running; null while it does not run, and when the schedule never has so many hours. */
  readonly breach_at: number | null
  /** When it was passed, once that is recorded. */
  readonly breached_at: number | null
  readonly done: boolean
}

/** What a ticket keeps of its targets. */
export interface TicketSla {
  readonly targets: Readonly<Partial<Record<SlaMetric, SlaTarget>>>
  /** Targets that were done when the ticket got a priority or policy without them: they are targets again when it gets one that has them. */
  readonly done?: Readonly<Partial<Record<SlaMetric, SlaTarget>>>
  /** The clock of its group, where the account has policies for groups. */
  readonly ownership?: Clock
  /** The schedule that a trigger has set it; otherwise it has the first one of the account. */
  readonly schedule_id?: number
}

/** What a policy demands of a metric. */
export interface Demand {
  readonly policy_id: number | string
  readonly seconds: number
  readonly business: boolean
}

/** The parts of a write that targets depend on. `ranBefore` returns the spans in which a clock ran in its present cycle before its last start. */
export interface Turn {
  readonly now: number
  readonly hours: BusinessHours | null
  /** True if the write gave the ticket another schedule. */
  readonly rescheduled?: boolean
  ranBefore(metric: SlaMetric): readonly (readonly [from: number, to: number])[]
}

/** The target of the present cycle, if it counts the same kind of time as is demanded now; what it counted is then kept. */
function ofCycle(target: SlaTarget | undefined, demand: Demand, [instance, , , done]: Clock): SlaTarget | undefined {
  return target?.instance === instance && (done || target.business === demand.business) ? target : undefined
}

/** The clock that measures a metric; undefined when it has not begun, or its present cycle is one of the other metric that it measures. */
function clockFor(metric: SlaMetric, clock: Clock | undefined): Clock | undefined {
  if (clock === undefined || (metric === 'next_reply_time' && clock[0] < 2)) return undefined
  return clock
}

/** True when the seconds a new target has used are not known from its clock alone: it was paused before, and only business hours count. */
export function needsHistory(metric: SlaMetric, before: SlaTarget | undefined, demand: Demand, stored: Clock | undefined): boolean {
  const clock = clockFor(metric, stored)
  if (clock === undefined || !demand.business || clock[3] || clock[1] === 0) return false
  return ofCycle(before, demand, clock) === undefined
}

/** The target of a metric after a write; undefined when there is none. */
export function moveTarget(
  metric: SlaMetric,
  before: SlaTarget | undefined,
  { demand, clock: stored }: { readonly demand: Demand | undefined; readonly clock: Clock | undefined },
  turn: Turn,
): SlaTarget | undefined {
  const clock = clockFor(metric, stored)
  if (demand === undefined || clock === undefined) return undefined
  const [instance, , since, done] = clock
  // the first reply has been given: what follows are next replies
  if (metric === 'first_reply_time' && instance > 1) return before?.done === true ? before : undefined
  const kept = ofCycle(before, demand, clock)
  if (done && (kept === undefined || kept.done)) return kept
  const hours = demand.business ? turn.hours : null
  const used = usedBefore(metric, kept, clock, { ...turn, hours })
  const target = { ...demand, instance, used, since, done, breach_at: null, breached_at: breachKept(kept, demand) }
  if (kept !== undefined && done) return { ...target, policy_id: kept.policy_id, seconds: kept.seconds, breached_at: kept.breached_at }
  if (since === null) return target
  const isRescheduled = demand.business && turn.rescheduled === true
  const isSame = kept !== undefined && kept.since === since && kept.seconds === demand.seconds && !isRescheduled
  return { ...target, breach_at: isSame ? kept.breach_at : (target.breached_at ?? addBusinessSeconds(hours, since, demand.seconds - used)) }
}

/** The seconds that count and passed before the clock's last start, or in all while it does not run. */
function usedBefore(metric: SlaMetric, kept: SlaTarget | undefined, [, seconds, since]: Clock, turn: Turn): number {
  const { hours, now } = turn
  if (kept !== undefined)
    return kept.since === null || kept.since === since ? kept.used : kept.used + secondsBetween(hours, kept.since, now)
  if (hours === null || seconds === 0) return seconds
  return turn.ranBefore(metric).reduce((sum, [from, to]) => sum + secondsBetween(hours, from, to), 0)
}

/** A recorded breach stays, unless the policy now allows more time. */
function breachKept(kept: SlaTarget | undefined, demand: Demand): number | null {
  return kept === undefined || demand.seconds > kept.seconds ? null : kept.breached_at
}

/** Records that targets have been passed by now: the targets, and the metrics whose breach is new. */
export function markBreaches(sla: TicketSla, now: number): { readonly sla: TicketSla; readonly breached: readonly SlaMetric[] } {
  const breached = SLA_METRICS.filter((metric) => {
    const target = sla.targets[metric]
    return target !== undefined && target.breached_at === null && target.breach_at !== null && target.breach_at <= now
  })
  const noted = breached.map((metric) => [metric, { ...sla.targets[metric], breached_at: sla.targets[metric]?.breach_at }])
  return { sla: { ...sla, targets: { ...sla.targets, ...Object.fromEntries(noted) } }, breached }
}

/** The first moments at which running targets are or were passed: of all, and of those whose breach is not recorded. */
export function firstBreaches(sla: TicketSla | null): { readonly next: number | null; readonly due: number | null } {
  const running = Object.values(sla?.targets ?? {}).filter((target) => target.breach_at !== null)
  const findFirstBreach = (targets: readonly SlaTarget[]) =>
    targets.length === 0 ? null : Math.min(...targets.map((target) => ensureDefined(target.breach_at)))
  return { next: findFirstBreach(running), due: findFirstBreach(running.filter((target) => target.breached_at === null)) }
}
