/** Removing an agent from a brand. They serve it again when `agent_brand_ids` of the user names it. */
import { type Context, inTransaction } from '#core/context.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { liveBrandIds } from '#modules/account/brands/store.ts'
import { changeUser } from '../users/change.ts'
import { lockVisibleUser } from '../users/list_store.ts'
import { getBrandAgent } from './store.ts'

/**
 * Removes an agent from a brand: they are given no more tickets of it by automatic assignment.
 * @throws Forbidden @throws NotFound also when they have been removed already
 * @source docs/reference/account.md §1.1
 */
export async function removeBrandAgent(ctx: Context, id: string): Promise<void> {
  requirePermission(ctx, 'brand_agent.remove')
  await inTransaction(ctx, async (tx) => {
    const { user_id, brand_id } = await getBrandAgent(tx, id)
    // two removals at once would each keep the brand of the other
    const { excluded_brand_ids } = await lockVisibleUser(tx, user_id)
    const served = (await liveBrandIds(tx)).filter((one) => one !== brand_id && !excluded_brand_ids.includes(one))
    await changeUser(tx, user_id, { agent_brand_ids: served })
  })
}
