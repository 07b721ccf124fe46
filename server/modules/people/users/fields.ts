/** The fields and roles that a write of a user needs. @source docs/reference/people.md §1, §7 */
import type { Context } from '#core/context.ts'
import { liveBrandIds } from '#modules/account/brands/store.ts'
import { USER_HOLDER } from '#modules/custom_data/custom_fields/holders.ts'
import { withTargets } from '#modules/custom_data/lookups/lookup_store.ts'
import { profileFields } from '#modules/custom_data/custom_fields/profile_store.ts'
import { listRoles } from '../custom_roles/store.ts'
import type { UserDefinitions } from './draft.ts'
import type { UserInput } from './schema.ts'
import type { UserRow } from './store.ts'

/**
 * The fields, roles and brands, and the input with lookup values resolved to ids. Fields and brands are loaded only when the input has some,
 * roles only for staff.
 */
export async function resolveUserFields(
  ctx: Context,
  input: UserInput,
  before?: UserRow,
): Promise<{ setup: UserDefinitions; sent: UserInput }> {
  const role = input.role || before?.role || 'end-user'
  const roles = role === 'end-user' ? [] : await listRoles(ctx)
  const brand_ids = input.agent_brand_ids ? await liveBrandIds(ctx) : []
  if (input.user_fields === undefined) return { setup: { fields: [], roles, brand_ids }, sent: input }
  const fields = await profileFields(ctx, USER_HOLDER)
  return {
    setup: { fields, roles, brand_ids },
    sent: { ...input, user_fields: await withTargets(ctx, fields, { before: before?.user_fields ?? {}, sent: input.user_fields }) },
  }
}
