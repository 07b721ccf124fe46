/** What a view can be made of: its conditions, its columns, and what tickets can be grouped and sorted by. */
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { conditionDefinitions } from '#rules/definitions.ts'
import { ticketSetup } from '#modules/tickets/tickets/setup_store.ts'
import { ruleCatalogue } from '#modules/custom_data/custom_fields/rule_catalogue_store.ts'
import { ruleRecords } from '../rules/definition_store.ts'
import { allColumns, type Column } from './columns.ts'
import type { ViewDefinitions } from './definition_schema.ts'

const entry = ({ name, title }: Column) => ({ title, value: name })

/** What views of this account can be made of. @throws Forbidden @source docs/reference/business_rules.md §2, §3.3, §5.5 */
export async function viewDefinitions(ctx: Context): Promise<AnswerOf<typeof ViewDefinitions>['definitions']> {
  requirePermission(ctx, 'view.list')
  const columns = allColumns((await ticketSetup(ctx)).fields)
  return {
    ...conditionDefinitions('view', await ruleCatalogue(ctx), await ruleRecords(ctx)),
    groupables: columns.filter((column) => column.groupable).map(entry),
    output: columns.map(entry),
    sortables: columns.filter((column) => column.sortable).map(entry),
  }
}
