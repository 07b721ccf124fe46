/** Why each rule fired or did not in one write of a ticket. The pass is repeated with the triggers as they were, and what they knew then. */
import { accountZone } from '#accounts/zone.ts'
import type { Context } from '#core/context.ts'
import { allOf } from '#lib/all_of.ts'
import { addSeconds } from '#lib/clock.ts'
import { isRestricted } from '#permissions/people_scope.ts'
import { requirePermission } from '#permissions/permissions.ts'
import type { Follow } from '#rules/pass.ts'
import { explainPass, type TracedPass, type TracedRule } from '#rules/trace.ts'
import { ruleCatalogue } from '#modules/custom_data/custom_fields/rule_catalogue_store.ts'
import { type AuditRow, getAudit } from '#modules/tickets/ticket_audits/store.ts'
import { ticketGroups, ticketSetup } from '#modules/tickets/tickets/setup_store.ts'
import { RULE_RUN_SECONDS } from '#modules/tickets/tickets/rule_run_store.ts'
import { getTicket } from '#modules/tickets/tickets/store.ts'
import { followRule } from '#modules/tickets/tickets/write/rule_follow.ts'
import { type Member, membersOf, type Scene, sceneOf } from './replay.ts'
import { findRun, type StoredRun } from './store.ts'

/** `kept`: there is a trace. `removed`: what the rules knew was removed after 30 days. `none`: no rules ran on the write. */
export const RECORD_STATES = ['kept', 'removed', 'none'] as const

/** What became of a trigger in a write. */
export const TRIGGER_STATES = ['fired', 'not_met', 'not_indexed', 'skipped', 'removed', 'unknown'] as const
export type TriggerState = (typeof TRIGGER_STATES)[number]

/** A trigger of the write. */
export interface TriggerTrace {
  readonly member: Member
  /** Its place among all, from 1. */
  readonly position: number
  readonly state: TriggerState
  /** Its place among those that fired, from 1; null if it did not. */
  readonly fired: number | null
  /** What the repeated pass tells of it; null if it cannot be repeated. */
  readonly traced: TracedRule | null
  /** The repeated pass agrees with what happened. */
  readonly agrees: boolean
}

/** The triggers of a write in their order, and the pass that was repeated. */
export interface TracedMembers {
  readonly triggers: readonly TriggerTrace[]
  readonly pass: TracedPass
}

/** The trace of a write. */
export interface Trace {
  readonly audit: AuditRow
  readonly requester_id: number
  readonly record: (typeof RECORD_STATES)[number]
  readonly run: StoredRun | null
  readonly triggers: readonly TriggerTrace[]
  readonly pass: TracedPass | null
  /** Whether the caller may see the requester and the organization of the ticket as it was then. */
  readonly showsPeople: boolean
}

/** The trace of a write. @throws Forbidden @throws NotFound for a ticket that the caller cannot see, and for an audit of another */
export async function traceWrite(ctx: Context, ticketId: number, auditId: number): Promise<Trace> {
  requirePermission(ctx, 'ticket.list')
  requirePermission(ctx, 'rule.list')
  const [{ requester_id }, audit, run] = await allOf(
    () => getTicket(ctx, ticketId),
    () => getAudit(ctx, ticketId, auditId),
    () => findRun(ctx, ticketId, auditId),
  )
  const untold = { audit, requester_id, triggers: [], pass: null, showsPeople: !isRestricted(ctx) }
  if (run === undefined || run.kept === null) {
    const isOld = audit.created_at <= addSeconds(ctx.now, -RULE_RUN_SECONDS).toISOString()
    return { ...untold, run: null, record: isOld ? 'removed' : 'none' }
  }
  const scene = sceneOf(run, accountZone(ctx))
  if (scene === null) return { ...untold, run, record: run.kept.automation === undefined ? 'none' : 'kept' }
  return {
    audit,
    requester_id,
    run,
    record: 'kept',
    showsPeople: showsPeopleOf(ctx, scene),
    ...(await traceTriggers(ctx, scene, run.fired)),
  }
}

function showsPeopleOf(ctx: Context, { ticket }: Scene): boolean {
  return !isRestricted(ctx) || (ticket.organization_id !== null && ctx.actor.organization_ids.includes(ticket.organization_id))
}

async function traceTriggers(ctx: Context, scene: Scene, fired: readonly number[]): Promise<TracedMembers> {
  const members = await membersOf(ctx, scene.set_id, await ruleCatalogue(ctx))
  return traceMembers(members, scene, fired, followRule({ setup: await ticketSetup(ctx), groups: await ticketGroups(ctx) }))
}

/** Repeats a pass of triggers, and says of each what became of it. `fired`: those that fired then, in order. */
export function traceMembers(
  members: readonly Member[],
  scene: Omit<Scene, 'set_id'>,
  fired: readonly number[],
  follow: Follow,
): TracedMembers {
  const skipped = new Set(scene.skipped)
  const rules = members.flatMap(({ id, rule }) => (rule === null || skipped.has(id) ? [] : [rule]))
  const pass = explainPass(rules, scene.ticket, scene.context, follow)
  const traced = new Map(pass.rules.map((one) => [one.rule.id, one]))
  const triggers = members.map((member, index): TriggerTrace => {
    const one = traced.get(member.id) ?? null
    const place = fired.indexOf(member.id)
    const happened = place >= 0
    return {
      member,
      position: index + 1,
      state: stateOf(member, one, happened, skipped),
      fired: happened ? place + 1 : null,
      traced: one,
      agrees: one === null ? !happened : (one.state === 'fired') === happened,
    }
  })
  return { pass, triggers }
}

function stateOf(member: Member, traced: TracedRule | null, happened: boolean, skipped: ReadonlySet<number>): TriggerState {
  if (happened) return 'fired'
  if (skipped.has(member.id)) return 'skipped'
  if (member.snapshot === null) return 'removed'
  if (traced === null) return 'unknown'
  return traced.state === 'fired' ? 'not_met' : traced.state
}
