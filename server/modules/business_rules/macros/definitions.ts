/** What the actions of macros can be made of, for editors. */
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { actionDefinitions, macroActions } from '#rules/action_definitions.ts'
import { allOf } from '#lib/all_of.ts'
import { ruleCatalogue } from '#modules/custom_data/custom_fields/rule_catalogue_store.ts'
import { ruleRecords } from '../rules/definition_store.ts'

const parts = (ctx: Context) =>
  allOf(
    () => ruleCatalogue(ctx),
    () => ruleRecords(ctx),
  )

/** @throws Forbidden @source docs/reference/business_rules.md §4.2 */
export async function macroDefinitions(ctx: Context) {
  requirePermission(ctx, 'macro.list')
  return actionDefinitions('macro', ...(await parts(ctx)))
}

/** The same in the older shape. @throws Forbidden @source docs/reference/business_rules.md §4.2 */
export async function olderMacroDefinitions(ctx: Context) {
  requirePermission(ctx, 'macro.list')
  return macroActions(...(await parts(ctx)))
}
