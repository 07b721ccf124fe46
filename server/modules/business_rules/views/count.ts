/** How many tickets views have. */
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { TooManyValues } from '#core/errors.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { ensureDefined } from '#lib/defined.ts'
import { ruleCatalogue } from '#modules/custom_data/custom_fields/rule_catalogue_store.ts'
import type { Shown } from './execute.ts'
import { type Counted, countEach } from './count_store.ts'
import type { OneViewCount } from './schema.ts'
import { findViews } from './store.ts'

type ViewCount = AnswerOf<typeof OneViewCount>['view_count']

const MAX_VIEWS = 20
/** Smaller numbers are written exactly. */
const FIRST_ROUNDED = 100

/**
 * A number as it is shown: exact below 100, then rounded down to its leading digits.
 * @example prettyCount(719) // ~700
 * @source docs/reference/business_rules.md §5.5
 */
export function prettyCount(value: number): string {
  if (value < FIRST_ROUNDED) return String(value)
  const unit = 10 ** Math.max(2, String(value).length - 2)
  return `~${Math.floor(value / unit) * unit}`
}

function presentCount(ctx: Context, view_id: number | null, { value, fresh }: Counted): ViewCount {
  const url = view_id === null ? null : urlOf(ctx.caller.base_url, `views/${view_id}/count`)
  return { url, view_id, value, pretty: prettyCount(value), fresh }
}

/** Counts the tickets of a view, saved or not. The caller is already authorised. */
export async function countOne(ctx: Context, { id, conditions }: Shown): Promise<ViewCount> {
  const [counted] = await countEach(ctx, [conditions], await ruleCatalogue(ctx))
  return presentCount(ctx, id, ensureDefined(counted))
}

/**
 * Counts the tickets of up to 20 views. Views that the caller does not see are left out.
 * @throws Forbidden @throws TooManyValues
 * @source docs/reference/business_rules.md §5.5
 */
export async function countMany(ctx: Context, ids: readonly number[]): Promise<ViewCount[]> {
  requirePermission(ctx, 'view.list')
  if (ids.length > MAX_VIEWS) throw new TooManyValues()
  const views = await findViews(ctx, { ids })
  const byId = new Map(views.map((view) => [view.id, view]))
  const wanted = ids.map((id) => byId.get(id)).filter((view) => view !== undefined)
  const counts = await countEach(
    ctx,
    wanted.map((view) => view.conditions),
    await ruleCatalogue(ctx),
  )
  return wanted.map((view, index) => presentCount(ctx, view.id, ensureDefined(counts[index])))
}
