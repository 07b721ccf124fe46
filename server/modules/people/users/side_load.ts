/**
 * Side-loading with users: `include=organizations,groups,…`. One statement per kind, for any number of users.
 * @source docs/reference/conventions.md §5
 */
import { ensureDefined } from '#lib/defined.ts'
import { canSeeOrganization } from '#permissions/people_scope.ts'
import { can, isStaff } from '#permissions/permissions.ts'
import { mayEditEndUser } from '#permissions/role_switches.ts'
import type { Context } from '#core/context.ts'
import { forEachOf } from '#lib/all_of.ts'
import { readInclude } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { presentRole } from '../custom_roles/present.ts'
import { findRoles } from '../custom_roles/store.ts'
import { presentGroup } from '../groups/present.ts'
import { findGroups } from '../groups/store.ts'
import { presentOrganizations } from '../organizations/present.ts'
import { findOrganizations } from '../organizations/store.ts'
import { presentIdentity } from '../user_identities/present.ts'
import { mayVerifyFor } from '../user_identities/rights.ts'
import { findIdentitiesOf } from '../user_identities/store.ts'
import { findGroupIdsOf } from './membership_store.ts'
import { presentUser, presentUsers } from './present.ts'
import type { Abilities, User, UserSiblings } from './schema.ts'
import type { UserRow } from './store.ts'
import { countOpenTickets } from './ticket_store.ts'

type Load = (ctx: Context, rows: readonly UserRow[]) => Promise<unknown>

const ids = (rows: readonly UserRow[]) => rows.map((row) => row.id)
const organizationIds = (ctx: Context, rows: readonly UserRow[]) => {
  const found = [...new Set(rows.map((row) => row.organization_id).filter((id) => id !== null))]
  return found.filter((id) => canSeeOrganization(ctx, id))
}
const roleIds = (rows: readonly UserRow[]) => [...new Set(rows.map((row) => row.custom_role_id).filter((id) => id !== null))]

const LOADS: ReadonlyMap<string, Load> = new Map<string, Load>([
  ['organizations', async (ctx, rows) => presentOrganizations(ctx, await findOrganizations(ctx, organizationIds(ctx, rows)))],
  ['groups', async (ctx, rows) => (await findGroups(ctx, await findGroupIdsOf(ctx, ids(rows)))).map((row) => presentGroup(ctx, row))],
  ['identities', async (ctx, rows) => (await findIdentitiesOf(ctx, ids(rows))).map((row) => presentIdentity(ctx, row))],
  [
    'open_ticket_count',
    async (ctx, rows) => ({
      ...zeros(rows),
      ...Object.fromEntries((await countOpenTickets(ctx, ids(rows))).map(({ id, total }) => [id, total])),
    }),
  ],
  ['roles', async (ctx, rows) => (await findRoles(ctx, roleIds(rows))).map(presentRole)],
  ['abilities', async (ctx, rows) => rows.map((row) => abilities(ctx, row))],
])

const zeros = (rows: readonly UserRow[]) => Object.fromEntries(rows.map((row) => [row.id, 0]))

/** What the caller may do with a user. */
function abilities(ctx: Context, row: UserRow): AnswerOf<typeof Abilities> {
  const manages = can(ctx, 'user.manage_staff')
  const edits = row.id === ctx.actor.id || manages || (row.role === 'end-user' && mayEditEndUser(ctx.actor, row) && isStaff(ctx))
  return {
    user_id: row.id,
    can_edit: row.active && edits,
    can_delete: row.active && can(ctx, 'user.delete') && row.id !== ctx.actor.id && row.id !== ctx.account.owner_id,
    can_edit_password:
      row.id === ctx.actor.id ||
      (manages && ctx.account.settings.users.admins_set_passwords && (row.id !== ctx.account.owner_id || ctx.actor.is_owner)),
    can_manage_identities_of: row.id === ctx.actor.id || mayVerifyFor(ctx, row),
    can_verify_identities: mayVerifyFor(ctx, row),
  }
}

/** A user as the caller may see them, with what the caller may do with them where `include` names `abilities`: clients read it from the user. */
export async function presentOneIncluding(ctx: Context, row: UserRow, include: string | undefined): Promise<AnswerOf<typeof User>> {
  return withAbilities(ctx, row, await presentUser(ctx, row), include)
}

/** The same for several. */
export async function presentIncluding(
  ctx: Context,
  rows: readonly UserRow[],
  include: string | undefined,
): Promise<AnswerOf<typeof User>[]> {
  const users = await presentUsers(ctx, rows)
  return rows.map((row, index) => withAbilities(ctx, row, ensureDefined(users[index]), include))
}

function withAbilities(ctx: Context, row: UserRow, user: AnswerOf<typeof User>, include: string | undefined) {
  return readInclude(include).has('abilities') ? { ...user, abilities: abilities(ctx, row) } : user
}

/** The side-loaded lists of `include`, by name; unknown names are ignored. */
export async function sideLoad(
  ctx: Context,
  rows: readonly UserRow[],
  include: string | undefined,
): Promise<AnswerOf<typeof UserSiblings>> {
  const wanted = [...readInclude(include)].filter((name) => LOADS.has(name))
  const loaded = await forEachOf(wanted, (name) => ensureDefined(LOADS.get(name))(ctx, rows))
  return Object.fromEntries(wanted.map((name, index) => [name, loaded[index]])) as AnswerOf<typeof UserSiblings>
}
