// DRY RUNS: a trigger on past updates, an automation on the tickets as they are, without saving or sending anything.
// Not here: why a saved rule fired or did not (rule_traces/).
import { InvalidAttribute } from '#core/errors.ts'
import type { Bucket } from '#http/limits.ts'
import { type AnswerOf, answerOk, route } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import { changesOf } from '#rules/trace.ts'
import { type AutomationDryRun, MAX_COUNTED, tryAutomation } from './automations.ts'
import { AutomationTryBody, OneAutomationDryRun, OneTriggerDryRun, TriggerTryBody } from './schema.ts'
import { isSame } from './compare.ts'
import { MAX_SECONDS, MAX_UPDATES, type TriedUpdate, type TriggerDryRun, tryTrigger } from './triggers.ts'

const DAYS = 7
const MAX_DAYS = 30
const SAMPLES = 20
const MAX_SAMPLES = 100
const makeBuckets = (name: string): readonly Bucket[] => [{ name, limit: 20, window_seconds: 60, per: 'user' }]

/** A number of the body within its bounds. @throws InvalidAttribute */
function readBounded(
  name: string,
  sent: number | null | undefined,
  [least, usual, most]: readonly [number, number, number],
  action: string,
) {
  if (sent === undefined || sent === null) return usual
  if (sent < least || sent > most) throw new InvalidAttribute(name, `must be from ${least} to ${most}`, action)
  return sent
}

function presentUpdate({ run, firing, difference }: TriedUpdate): AnswerOf<typeof OneTriggerDryRun>['dry_run']['samples'][number] {
  const { changes, fires_too, fires_no_more, effects_too, effects_no_more } = difference
  return {
    ticket_id: run.ticket_id,
    subject: run.subject,
    audit_id: run.audit_id,
    created_at: wireTime(run.created_at),
    fires: firing !== null,
    changes: firing === null ? [] : changesOf(firing.before, firing.after),
    effects: firing?.effects.map(({ kind }) => kind) ?? [],
    differs: !isSame(difference),
    difference: {
      changes: [...changes],
      fires_too: [...fires_too],
      fires_no_more: [...fires_no_more],
      effects_too: [...effects_too],
      effects_no_more: [...effects_no_more],
    },
  }
}

/** What a dry run of a trigger leaves open, in words. */
function notesOn({ skipped, assumed, stopped_by }: TriggerDryRun): string[] {
  return [
    ...(skipped === 0 ? [] : [`Updates that cannot be repeated: ${skipped}. No triggers ran, or something that they read is gone.`]),
    ...(assumed === 0 ? [] : [`Updates for which the requesters, organizations and incidents of today were used: ${assumed}.`]),
    ...(stopped_by === 'updates' ? [`It ended after ${MAX_UPDATES} updates; older ones were not looked at.`] : []),
    ...(stopped_by === 'time' ? [`It ended after ${MAX_SECONDS} seconds; older updates were not looked at.`] : []),
  ]
}

function presentAutomationRun({ hour, counts, compares, samples }: AutomationDryRun, most: number) {
  const { draft, saved, only_draft, only_saved, both } = counts
  const isCapped = only_draft + only_saved + both >= MAX_COUNTED
  return {
    hour: wireTime(hour.toISOString()),
    matched: draft,
    saved: compares ? { matched: saved, no_more: only_saved, too: only_draft } : null,
    is_capped: isCapped,
    limits: { tickets: MAX_COUNTED, samples: most },
    notes: [
      'The triggers that would run on the changes are not part of it.',
      ...(isCapped ? [`It counts at most ${MAX_COUNTED} tickets; there may be more.`] : []),
    ],
    samples: samples.map(({ ticket, changes, effects }) => ({
      ticket_id: ticket.id,
      subject: ticket.subject,
      changes: [...changes],
      effects: [...effects],
    })),
  }
}

export const dryRunRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/deskhand/triggers/dry_run',
    name: 'dry_runs/triggers',
    summary: 'Try a trigger on past updates, without saving it',
    scope: 'triggers',
    shows: ['tickets'],
    access: 'read',
    body: TriggerTryBody,
    answer: OneTriggerDryRun,
    buckets: makeBuckets('trigger-dry-run'),
    async handle(ctx, { body }) {
      const days = readBounded('days', body.days, [1, DAYS, MAX_DAYS], 'dry_runs/triggers')
      const most = readBounded('samples', body.samples, [0, SAMPLES, MAX_SAMPLES], 'dry_runs/triggers')
      const run = await tryTrigger(ctx, body.trigger, days, most)
      const { since, examined, matched, differing, skipped, stopped_by, samples } = run
      const limits = { updates: MAX_UPDATES, seconds: MAX_SECONDS, samples: most }
      const counts = { examined, matched, differing, skipped, stopped_by }
      const shown = { limits, notes: notesOn(run), samples: samples.map(presentUpdate) }
      return answerOk({ dry_run: { days, since: wireTime(since.toISOString()), ...counts, ...shown } })
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/deskhand/automations/dry_run',
    name: 'dry_runs/automations',
    summary: 'Try an automation on the tickets as they are, without saving it',
    scope: 'automations',
    shows: ['tickets'],
    access: 'read',
    body: AutomationTryBody,
    answer: OneAutomationDryRun,
    buckets: makeBuckets('automation-dry-run'),
    async handle(ctx, { body }) {
      const most = readBounded('samples', body.samples, [0, SAMPLES, MAX_SAMPLES], 'dry_runs/automations')
      return answerOk({ dry_run: presentAutomationRun(await tryAutomation(ctx, body.automation, most), most) })
    },
  }),
]
