import type { AnswerOf } from '#http/route.ts'
import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import { wireTime } from '#lib/clock.ts'
import { dynamicTexts } from '#modules/account/dynamic_content/expand.ts'
import { ticketSetup } from '#modules/tickets/tickets/setup_store.ts'
import { presentIncludedMembers, presentConditions } from '../rules/present.ts'
import { presentRestriction } from '../rules/restriction.ts'
import { mayManage } from './access.ts'
import { presentExecution } from './output.ts'
import type { View } from './schema.ts'
import type { ViewRow } from './store.ts'
import { writeOutTitle } from './titles.ts'

/** Views as JSON, with the requested includes, titles in the caller's language. @source docs/reference/business_rules.md §1 */
export async function presentViews(ctx: Context, rows: readonly ViewRow[], include: ReadonlySet<string>): Promise<AnswerOf<typeof View>[]> {
  const { fieldsById } = await ticketSetup(ctx)
  const text = await dynamicTexts(ctx)
  const { base_url } = ctx.caller
  return rows.map((row) => ({
    url: urlOf(base_url, `views/${row.id}`),
    id: row.id,
    title: text(writeOutTitle(row.title)),
    active: row.active,
    updated_at: wireTime(row.updated_at),
    created_at: wireTime(row.created_at),
    default: row.default,
    position: row.position,
    description: row.description,
    execution: presentExecution(row.output, fieldsById, base_url),
    conditions: presentConditions(row.conditions),
    restriction: presentRestriction(row),
    raw_title: row.title,
    ...presentIncludedMembers(include, mayManage(ctx, row)),
  }))
}
