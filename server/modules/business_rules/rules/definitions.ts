import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { allOf } from '#lib/all_of.ts'
import { actionDefinitions } from '#rules/action_definitions.ts'
import { conditionDefinitions } from '#rules/definitions.ts'
import { ruleCatalogue } from '#modules/custom_data/custom_fields/rule_catalogue_store.ts'
import type { OneDefinitions } from './definition_schema.ts'
import { ruleRecords } from './definition_store.ts'

/** What conditions and actions of triggers or automations can be made of, in this account. @source docs/reference/business_rules.md §3.3, §4.2 */
export async function ruleDefinitions(
  ctx: Context,
  use: 'trigger' | 'automation',
): Promise<AnswerOf<typeof OneDefinitions>['definitions']> {
  const [catalogue, records] = await allOf(
    () => ruleCatalogue(ctx),
    () => ruleRecords(ctx),
  )
  return { actions: actionDefinitions(use, catalogue, records), ...conditionDefinitions(use, catalogue, records) }
}
