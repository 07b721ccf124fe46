/** The exports of users and organizations. @source docs/reference/conventions.md §4 */
import type { AnswerOf } from '#http/route.ts'
import { presentWholeOrganizations } from '#modules/people/organizations/present.ts'
import type { Organization } from '#modules/people/organizations/schema.ts'
import type { OrganizationRow } from '#modules/people/organizations/store.ts'
import { presentUsers } from '#modules/people/users/present.ts'
import { sideLoad } from '#modules/people/users/side_load.ts'
import type { UserRow } from '#modules/people/users/store.ts'
import type { Kind } from './kind.ts'
import { ExportedOrganizations, type ExportedUser, ExportedUsers } from './schema.ts'
import { findOrganizationsAfter, findUsersAfter } from './store.ts'

/** Includes deleted users, with `active` false. Sideloaded identities are also in each user, where connectors read them. */
export const userExport: Kind<UserRow, AnswerOf<typeof ExportedUser>> = {
  key: 'users',
  lists: ExportedUsers,
  find: findUsersAfter,
  async present(ctx, rows, include) {
    const siblings = await sideLoad(ctx, rows, include)
    const { identities } = siblings
    const byUser = Map.groupBy(identities ?? [], (identity) => identity.user_id)
    const permanentlyDeleted = new Set(rows.filter((row) => row.permanently_deleted).map((row) => row.id))
    const records = (await presentUsers(ctx, rows)).map((user) => ({
      ...user,
      permanently_deleted: permanentlyDeleted.has(user.id),
      ...(identities === undefined ? {} : { identities: byUser.get(user.id) ?? [] }),
    }))
    return { records, siblings }
  },
}

export const organizationExport: Kind<OrganizationRow, AnswerOf<typeof Organization>> = {
  key: 'organizations',
  lists: ExportedOrganizations,
  find: findOrganizationsAfter,
  present: async (ctx, rows) => ({ records: await presentWholeOrganizations(ctx, rows), siblings: {} }),
}
