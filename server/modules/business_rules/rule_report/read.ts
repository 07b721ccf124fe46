/** Reads what the report needs, and makes it. */
import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { allOf } from '#lib/all_of.ts'
import { addSeconds } from '#lib/clock.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { checkActions } from '#rules/actions.ts'
import { checkConditions } from '#rules/condition.ts'
import type { RuleCatalogue } from '#rules/facts.ts'
import { reportOn } from '#rules/report/report.ts'
import { ruleCatalogue } from '#modules/custom_data/custom_fields/rule_catalogue_store.ts'
import { findReferenced } from '../rules/reference_store.ts'
import { describeMissingReferences, referencesOf } from '../rules/references.ts'
import { USAGE_SECONDS } from '../rules/usage.ts'
import { ruleUsage } from '../rules/usage_store.ts'
import type { RuleReport } from './schema.ts'
import { type ActiveRule, activeRules } from './store.ts'

/** Sentences on what a rule names that is gone, or that it may not have. */
function goneOf(rule: ActiveRule, catalogue: RuleCatalogue, existing: ReadonlySet<string>): string[] {
  const { conditions, actions, type } = rule
  const unknown = [...checkConditions(conditions, type, catalogue), ...checkActions(actions, type, catalogue)]
  const missing = describeMissingReferences(referencesOf(rule), existing)
  return [...unknown, ...missing].map((sentence) => sentence.replace(/^Invalid /, 'It names what is gone: '))
}

function unusedSentence(ctx: Context, { created_at }: ActiveRule): string {
  const isNew = Date.parse(created_at) > addSeconds(ctx.now, -USAGE_SECONDS.usage_30d).getTime()
  return isNew ? 'It has not fired since it was created.' : 'It has not fired in the last 30 days.'
}

/** Reports on the active triggers and automations. @throws Forbidden */
export async function reportOnRules(ctx: Context): Promise<AnswerOf<typeof RuleReport>> {
  requirePermission(ctx, 'trigger.manage')
  requirePermission(ctx, 'rule.manage')
  const [rules, catalogue] = await allOf(
    () => activeRules(ctx),
    () => ruleCatalogue(ctx),
  )
  const ofType = (type: ActiveRule['type']) => rules.filter((rule) => rule.type === type)
  const triggers = ofType('trigger')
  const automations = ofType('automation')
  const ids = (some: readonly ActiveRule[]) => some.map(({ id }) => id)
  const [existing, fired, automated] = await allOf(
    () => findReferenced(ctx, rules.flatMap(referencesOf)),
    () => ruleUsage(ctx, 'trigger', ids(triggers)),
    () => ruleUsage(ctx, 'automation', ids(automations)),
  )
  const uses = { trigger: fired, automation: automated }
  const unused = rules.filter(({ type, id }) => !uses[type].has(id))
  const report = reportOn({
    rules,
    catalogue,
    gone: new Map(rules.map((rule) => [rule, goneOf(rule, catalogue, existing)])),
    unused: new Map(unused.map((rule) => [rule, unusedSentence(ctx, rule)])),
  })
  const { findings, complete } = report
  return {
    triggers: triggers.length,
    automations: automations.length,
    complete,
    findings: findings.map((one) => ({ ...one, rules: [...one.rules] })),
  }
}
