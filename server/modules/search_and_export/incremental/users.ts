/** The exports of users and organizations. @source docs/reference/conventions.md §4 */
import { presentOrganizations } from '../../people/organizations/present.ts'
import type { OrganizationRow } from '../../people/organizations/store.ts'
import { presentUsers } from '../../people/users/present.ts'
import { sideLoad } from '../../people/users/side_load.ts'
import type { UserRow } from '../../people/users/store.ts'
import type { Kind } from './kind.ts'
import { findOrganizationsAfter, findUsersAfter } from './store.ts'

/** Includes deleted users, with `active` false. Sideloaded identities are also in each user, where connectors read them. */
export const userExport: Kind<UserRow> = {
  key: 'users',
  find: findUsersAfter,
  async present(ctx, rows, include) {
    const siblings = await sideLoad(ctx, rows, include)
    const identities = siblings.identities as { user_id: number }[] | undefined
    const byUser = Map.groupBy(identities ?? [], (identity) => identity.user_id)
    const presented = await presentUsers(ctx, rows)
    const records = rows.map((row, index) => ({
      ...presented[index],
      permanently_deleted: row.permanently_deleted,
      ...(identities === undefined ? {} : { identities: byUser.get(row.id) ?? [] }),
    }))
    return { records, siblings }
  },
}

export const organizationExport: Kind<OrganizationRow> = {
  key: 'organizations',
  find: findOrganizationsAfter,
  present: async (ctx, rows) => ({ records: await presentOrganizations(ctx, rows), siblings: {} }),
}
