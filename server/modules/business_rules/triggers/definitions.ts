import type { Context } from '../../../context.ts'
import type { AnswerOf } from '../../../http/route.ts'
import { allOf } from '../../../lib/all_of.ts'
import { actionDefinitions } from '../../../rules/action_definitions.ts'
import { conditionDefinitions } from '../../../rules/definitions.ts'
import { ruleCatalogue } from '../../custom_data/custom_fields/rule_catalogue_store.ts'
import type { OneDefinitions } from '../rules/definition_schema.ts'
import { ruleRecords } from '../rules/definition_store.ts'

/** What conditions and actions of triggers can be made of, in this account. @source docs/reference/business_rules.md §3.3, §4.2 */
export async function triggerDefinitions(ctx: Context): Promise<AnswerOf<typeof OneDefinitions>['definitions']> {
  const [catalogue, records] = await allOf(
    () => ruleCatalogue(ctx),
    () => ruleRecords(ctx),
  )
  return { actions: actionDefinitions('trigger', catalogue, records), ...conditionDefinitions('trigger', catalogue, records) }
}
