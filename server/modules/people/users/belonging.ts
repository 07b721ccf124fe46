/** The organizations and groups of a user: what an input asks for, whether they exist, and writing the memberships. */
import { canSeeOrganization } from '#permissions/people_scope.ts'
import type { Context, Role } from '#core/context.ts'
import type { Details } from '#core/errors.ts'
import { makeInvalidProblem } from '#core/problems.ts'
import { allOf } from '#lib/all_of.ts'
import { findGroups } from '../groups/store.ts'
import { findOrganizationByDomain, findOrganizations } from '../organizations/store.ts'
import {
  addToGroups,
  addToOrganizations,
  findOrganizationIdByName,
  getDefaultGroupId,
  removeFromGroups,
  removeFromOtherOrganizations,
} from './membership_store.ts'
import type { UserInput } from './schema.ts'
import type { UserChange, UserRow } from './store.ts'

/**
 * The intended memberships of a user. `default` undefined = unchanged, null = none at all. `ids` are those to join, including the default.
 */
export interface Belonging {
  readonly organizations: { readonly default: number | null | undefined; readonly ids: readonly number[] }
  readonly groups: { readonly default: number | null | undefined; readonly ids: readonly number[] }
  readonly problems: Details
}

const makeUnknownDetails = (member: string, name: string): Details => ({
  [member]: [makeInvalidProblem(name)],
})

/**
 * Reads the memberships an input asks for. A new end user's organization may be found by the domain of `email`.
 * @source docs/reference/people.md §1, §4.2, §5.1
 */
export async function readBelonging(
  ctx: Context,
  input: UserInput,
  role: Role,
  before: UserRow | undefined,
  email: string | undefined,
): Promise<Belonging> {
  const [organizations, groups] = await allOf(
    () => readOrganizations(ctx, input, role, before, email),
    () => readGroups(ctx, input, role, before),
  )
  return { organizations, groups, problems: { ...organizations.problems, ...groups.problems } }
}

async function readOrganizations(ctx: Context, input: UserInput, role: Role, before: UserRow | undefined, email: string | undefined) {
  const several = ctx.account.settings.users.multiple_organizations
  const others = (input.organization_ids ?? []).slice(0, several ? 100 : 1)
  // organizations the caller cannot see are treated as unknown; the user's current one is accepted so that it can be sent back
  const hidden = [input.organization_id, ...others].filter((id) => !!id && id !== before?.organization_id && !canSeeOrganization(ctx, id))
  let chosen = input.organization_id
  if (chosen === undefined && input.organization?.name) {
    chosen = await findOrganizationIdByName(ctx, input.organization.name)
    if (chosen === undefined || !canSeeOrganization(ctx, chosen))
      return { default: null, ids: [], problems: makeUnknownDetails('organization', 'Organization') }
  }
  if (chosen === undefined && others.length > 0) chosen = before?.organization_id ?? others[0]
  if (chosen === undefined && before === undefined && role === 'end-user' && email !== undefined)
    chosen = await findOrganizationByDomain(ctx, email.slice(email.lastIndexOf('@') + 1))
  if (chosen === undefined || chosen === null) return { default: chosen, ids: [], problems: {} }
  const ids = [...new Set([chosen, ...(several ? others : [])])]
  const known = (await findOrganizations(ctx, ids)).filter(({ id }) => !hidden.includes(id))
  return { default: chosen, ids, problems: known.length === ids.length ? {} : makeUnknownDetails('organization', 'Organization') }
}

async function readGroups(ctx: Context, input: UserInput, role: Role, before: UserRow | undefined) {
  if (role === 'end-user') return { default: before === undefined || before.role === 'end-user' ? undefined : null, ids: [], problems: {} }
  const isNew = before === undefined || before.role === 'end-user'
  const requested = [input.default_group_id, input.group_id, ...(input.group_ids ?? [])].filter((id) => id !== undefined && id !== null)
  if (requested.length === 0)
    return isNew
      ? { default: await getDefaultGroupId(ctx), ids: [await getDefaultGroupId(ctx)], problems: {} }
      : { default: undefined, ids: [], problems: {} }
  const ids = [...new Set(requested)]
  const known = (await findGroups(ctx, ids)).filter((group) => !group.deleted)
  const chosen = input.default_group_id ?? (isNew ? ids[0] : before.default_group_id) ?? ids[0]
  return { default: chosen, ids, problems: known.length === ids.length ? {} : makeUnknownDetails('group', 'Group') }
}

/** The columns of the user's row that repeat the default memberships. */
export function toBelongingColumns(belonging: Belonging): UserChange {
  const { organizations, groups } = belonging
  return {
    ...(organizations.default === undefined ? {} : { organization_id: organizations.default }),
    ...(groups.default === undefined ? {} : { default_group_id: groups.default }),
  }
}

/** Writes the memberships. */
export async function writeBelonging(ctx: Context, userId: number, { organizations, groups }: Belonging): Promise<void> {
  const single = !ctx.account.settings.users.multiple_organizations
  if (organizations.default === null || (organizations.default !== undefined && single))
    await removeFromOtherOrganizations(ctx, userId, organizations.ids)
  if (organizations.ids.length > 0) await addToOrganizations(ctx, userId, organizations.ids, organizations.default ?? null)
  if (groups.default === null) await removeFromGroups(ctx, userId)
  if (groups.ids.length > 0 && groups.default) await addToGroups(ctx, userId, groups.ids, groups.default)
}
