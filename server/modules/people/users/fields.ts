/** What the instance has that users are made of, as a write needs it. @source docs/reference/people.md §1, §7 */
import type { Context } from '../../../context.ts'
import { USER_HOLDER } from '../../custom_data/custom_fields/holders.ts'
import { withTargets } from '../../custom_data/lookups/lookup_store.ts'
import { profileFields } from '../../custom_data/custom_fields/profile_store.ts'
import { listRoles } from '../custom_roles/store.ts'
import type { UserSetup } from './draft.ts'
import type { UserInput } from './schema.ts'
import type { UserRow } from './store.ts'

/** Fields and roles, and the input with what its lookup values name as ids. Fields are loaded for writes that name some, roles for those of staff. */
export async function sentFields(ctx: Context, input: UserInput, before?: UserRow): Promise<{ setup: UserSetup; sent: UserInput }> {
  const role = input.role || before?.role || 'end-user'
  const roles = role === 'end-user' ? [] : await listRoles(ctx)
  if (input.user_fields === undefined) return { setup: { fields: [], roles }, sent: input }
  const fields = await profileFields(ctx, USER_HOLDER)
  return {
    setup: { fields, roles },
    sent: { ...input, user_fields: await withTargets(ctx, fields, { before: before?.user_fields ?? {}, sent: input.user_fields }) },
  }
}
