/** Reading macros with all that requests may have shown with them. */
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { Forbidden, InvalidAttribute, MissingParameter } from '#core/errors.ts'
import { readInclude, listEnvelope } from '#http/envelope.ts'
import { type Order, type PagingQuery, readPaging, type Sorting } from '#http/paging.ts'
import type { Address, AnswerOf } from '#http/route.ts'
import { allOf } from '#lib/all_of.ts'
import { dynamicTexts } from '#modules/account/dynamic_content/expand.ts'
import { filesOfMacros } from './attachment_store.ts'
import { presentMacro } from './present.ts'
import type { FilterQuery, Macro } from './schema.ts'
import { RULE_SORTING } from '../rules/sorting.ts'
import { isUsageIncluded, periodOf, usageOrders } from '../rules/usage.ts'
import { type Access, ACCESSES, listMacros, type MacroFilter, type MacroRow, usageOf } from './store.ts'
import { ensureDefined } from '#lib/defined.ts'

const NEWEST: Order = [{ key: 'id', column: 'id', kind: 'number', descending: true }]

/** @source docs/reference/business_rules.md §2; docs/reference/conventions.md §3.3 */
const SORTING: Sorting = {
  ...RULE_SORTING,
  fallback: RULE_SORTING.offset.alphabetical,
  offset: { ...RULE_SORTING.offset, ...usageOrders(NEWEST) },
}

/** Macros as JSON, with what `include` requests: one statement for all their uses, one for their files. */
export async function presentMacros(ctx: Context, rows: readonly MacroRow[], include?: string): Promise<AnswerOf<typeof Macro>[]> {
  const names = readInclude(include)
  const ids = rows.map((row) => row.id)
  const [usage, files, shown] = await allOf(
    () => usageOf(ctx, isUsageIncluded(names) ? ids : []),
    () => filesOfMacros(ctx, ids),
    () => dynamicTexts(ctx),
  )
  const beside = { include: names, usage, files: Map.groupBy(files, (file) => ensureDefined(file.macro_id)), shown }
  return rows.map((row) => presentMacro(ctx, row, beside))
}

/** The same for one macro. */
export async function presentOneMacro(ctx: Context, row: MacroRow, include?: string): Promise<{ macro: AnswerOf<typeof Macro> }> {
  const [macro] = await presentMacros(ctx, [row], include)
  return { macro: ensureDefined(macro) }
}

/** @throws InvalidAttribute @throws Forbidden for the macros of other agents, which only administrators see */
function accessOf(ctx: Context, access: string | undefined, action: string): Access | undefined {
  if (access === undefined || access === '') return undefined
  const known = ACCESSES.find((one) => one === access)
  if (known === undefined) throw new InvalidAttribute('access', `must be one of ${ACCESSES.join(', ')}`, action)
  if (known === 'agents' && ctx.actor.role !== 'admin') throw new Forbidden()
  return known
}

interface ListInput {
  readonly query: PagingQuery & FilterQuery
  readonly address: Address
}

/** A page of the macros the caller sees. @throws Forbidden @source docs/reference/business_rules.md §2, §5.4 */
export async function listPage(ctx: Context, { query, address }: ListInput, action: string, fixed: MacroFilter = {}) {
  requirePermission(ctx, 'macro.list')
  const { active, category, group_id, only_viewable } = query
  const filter = {
    access: accessOf(ctx, query.access, action),
    active,
    category: category?.trim() || undefined,
    group_id: group_id ?? undefined,
    only_viewable,
    ...fixed,
  }
  const page = await listMacros(ctx, filter, readPaging(query, SORTING, action), periodOf(query.sort_by))
  return listEnvelope(address, 'macros', page, await presentMacros(ctx, page.rows, query.include))
}

/** The same, of those whose title has the text. @throws MissingParameter */
export function searchPage(ctx: Context, input: ListInput & { readonly query: { readonly query?: string } }, action: string) {
  const text = input.query.query?.trim()
  if (text === undefined || text === '') throw new MissingParameter('query')
  return listPage(ctx, input, action, { query: text })
}
