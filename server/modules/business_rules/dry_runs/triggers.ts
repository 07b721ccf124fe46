/** Tries a trigger on the updates of the last days: what would have happened, and what would differ from what did. Nothing is written. */
import { accountZone } from '#accounts/zone.ts'
import type { Context } from '#core/context.ts'
import { addSeconds, readStopwatch } from '#lib/clock.ts'
import { type Lru, makeLru } from '#lib/lru.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { needsOf } from '#rules/condition.ts'
import type { RuleCatalogue } from '#rules/facts.ts'
import { type Firing, type Follow, indexRules, type RuleIndex, runRules } from '#rules/pass.ts'
import { ruleCatalogue } from '#modules/custom_data/custom_fields/rule_catalogue_store.ts'
import { readRelatedFactsOfMany } from '#modules/tickets/tickets/related_store.ts'
import { ticketGroups, ticketSetup } from '#modules/tickets/tickets/setup_store.ts'
import { followRule } from '#modules/tickets/tickets/write/rule_follow.ts'
import { membersOf, type Scene, sceneOf } from '../rule_traces/replay.ts'
import { type Difference, differenceOf, isSame } from './compare.ts'
import { readTried, type Tried, withTried } from './draft.ts'
import type { TriggerTry } from './schema.ts'
import { type PastRun, runsBefore } from './store.ts'

/** A dry run of a trigger looks at so many updates, */
export const MAX_UPDATES = 2000
/** and ends after so many seconds. */
export const MAX_SECONDS = 5
const AT_ONCE = 100
/** So many sets of triggers are kept: one after the other, updates had the same set, and each set may have thousands of triggers. */
const KEPT_SETS = 2
const DAY_SECONDS = 24 * 3600

/** An update on which the trigger would have fired, or would have made a difference. */
export interface TriedUpdate {
  readonly run: PastRun
  readonly firing: Firing | null
  readonly difference: Difference
}

/** What came of a dry run. */
export interface TriggerDryRun {
  readonly since: Date
  readonly examined: number
  readonly matched: number
  readonly differing: number
  /** Updates that cannot be repeated, since something that their triggers read is gone. */
  readonly skipped: number
  /** Updates for which the facts of requesters, organizations or incidents of today were used. */
  readonly assumed: number
  readonly stopped_by: 'updates' | 'time' | null
  readonly samples: readonly TriedUpdate[]
}

interface Run {
  readonly tried: Tried
  readonly catalogue: RuleCatalogue
  readonly follow: Follow
  readonly needs: ReadonlySet<string>
  /** Set of triggers → what ran then, and what would have. */
  readonly sets: Lru<Passes>
  /** True when the time is over. */
  readonly isOver: () => boolean
}

interface Passes {
  readonly happened: RuleIndex
  readonly would: RuleIndex
}

/** Tries a trigger on the updates of the last `days`. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function tryTrigger(ctx: Context, sent: TriggerTry, days: number, mostSamples: number): Promise<TriggerDryRun> {
  requirePermission(ctx, 'trigger.manage')
  requirePermission(ctx, 'ticket.list')
  const began = readStopwatch()
  const catalogue = await ruleCatalogue(ctx)
  const tried = await readTried(ctx, sent, catalogue)
  const follow = followRule({ setup: await ticketSetup(ctx), groups: await ticketGroups(ctx) })
  const needs = tried.rule === null ? new Set<string>() : new Set<string>(needsOf(tried.rule.conditions))
  const isOver = () => readStopwatch() - began > MAX_SECONDS * 1000
  const run: Run = { tried, catalogue, follow, needs, sets: makeLru(KEPT_SETS), isOver }
  const since = addSeconds(ctx.now, -days * DAY_SECONDS)
  const counts = { examined: 0, matched: 0, differing: 0, skipped: 0, assumed: 0 }
  const samples: TriedUpdate[] = []
  let last: PastRun | null = null
  while (counts.examined < MAX_UPDATES) {
    const runs: PastRun[] = await runsBefore(ctx, since, last, Math.min(AT_ONCE, MAX_UPDATES - counts.examined))
    const outcomes = await tryOn(ctx, run, runs)
    for (const outcome of outcomes) {
      counts.examined += 1
      counts.assumed += Number(outcome.assumed)
      if (outcome.update === null) counts.skipped += 1
      else {
        const { firing, difference } = outcome.update
        const differs = !isSame(difference)
        counts.matched += Number(firing !== null)
        counts.differing += Number(differs)
        if ((firing !== null || differs) && samples.length < mostSamples) samples.push(outcome.update)
      }
    }
    if (outcomes.length < runs.length) return { since, ...counts, stopped_by: 'time', samples }
    if (runs.length < AT_ONCE) return { since, ...counts, stopped_by: counts.examined < MAX_UPDATES ? null : 'updates', samples }
    last = runs.at(-1) ?? null
  }
  return { since, ...counts, stopped_by: 'updates', samples }
}

interface Outcome {
  readonly update: TriedUpdate | null
  readonly assumed: boolean
}

/** The outcome on each update, as far as there is time. */
async function tryOn(ctx: Context, run: Run, runs: readonly PastRun[]): Promise<Outcome[]> {
  const scenes = runs.map((past) => sceneOf(past, accountZone(ctx)))
  const lacking = new Set(
    scenes.flatMap((scene) => (scene === null ? [] : [...run.needs].filter((need) => need !== 'update' && !knows(scene, need)))),
  )
  const wanted = runs.flatMap(({ ticket_id, created_at, sla }, index) => {
    const scene = scenes[index]
    return scene === null || scene === undefined ? [] : [{ ...scene.ticket, id: ticket_id, sla, moment: created_at }]
  })
  const fresh = lacking.size === 0 ? [] : await readRelatedFactsOfMany(ctx, wanted, lacking)
  const outcomes: Outcome[] = []
  let place = 0
  for (const [index, past] of runs.entries()) {
    if (run.isOver()) break
    const scene = scenes[index] ?? null
    if (scene === null) {
      // the triggers did not run: the row is of an automation alone
      outcomes.push({ update: null, assumed: false })
      continue
    }
    const related = { ...fresh[place++], ...scene.context.related }
    const passes = await passesOf(ctx, run, scene)
    const assumed = [...lacking].some((need) => need !== 'schedules' && !knows(scene, need))
    outcomes.push({ update: tryOne(run, passes, past, { ...scene, context: { ...scene.context, related } }), assumed })
  }
  return outcomes
}

const knows = ({ context }: Scene, need: string) => Object.hasOwn(context.related ?? {}, need)

/** The triggers that ran then, and those that would have, compiled once for each set of them. */
async function passesOf(ctx: Context, { tried, catalogue, sets }: Run, { set_id, skipped }: Scene): Promise<Passes> {
  const key = `${set_id} ${skipped.join(' ')}`
  const known = sets.get(key)
  if (known !== undefined) return known
  const rules = (await membersOf(ctx, set_id, catalogue)).flatMap(({ rule }) => (rule === null || skipped.includes(rule.id) ? [] : [rule]))
  const passes = { happened: indexRules(rules), would: indexRules(withTried(rules, tried)) }
  sets.set(key, passes)
  return passes
}

/** The outcome on one update; null if it cannot be repeated as it happened. */
function tryOne({ tried, follow }: Run, passes: Passes, run: PastRun, { ticket, context }: Scene): TriedUpdate | null {
  const happened = runRules(passes.happened, ticket, context, follow)
  const fired = happened.firings.map(({ rule }) => rule.id)
  if (fired.length !== run.fired.length || fired.some((id, index) => id !== run.fired[index])) return null
  const would = runRules(passes.would, ticket, context, follow)
  const firing = tried.rule === null ? undefined : would.firings.find(({ rule }) => rule.id === tried.id)
  return { run, firing: firing ?? null, difference: differenceOf(happened, would) }
}
