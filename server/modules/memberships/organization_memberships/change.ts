/** The acts on organization memberships: create, remove, make default. Bulk jobs call them, too. */
import { ensureDefined } from '#lib/defined.ts'
import { canSeeOrganization } from '#permissions/people_scope.ts'
import { can, requirePermission } from '#permissions/permissions.ts'
import { mayEditEndUser, mayAssignOrganization } from '#permissions/role_switches.ts'
import { actorsTopic } from '#auth/actors.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden, NotFound, RecordInvalid } from '#core/errors.ts'
import { makeInvalidProblem } from '#core/problems.ts'
import { allOf } from '#lib/all_of.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { findOrganizations, hasOrganization } from '#modules/people/organizations/store.ts'
import { rewriteTickets } from '#modules/tickets/tickets/rewrite_store.ts'
import { lockVisibleUser } from '#modules/people/users/list_store.ts'
import { writeAndPublishUser } from '#modules/people/user_events/publishing.ts'
import { getUser, type UserRow } from '#modules/people/users/store.ts'
import type { MembershipInput } from './schema.ts'
import {
  deleteMembership,
  getMembership,
  insertMembership,
  markDefault,
  type MembershipFilter,
  type MembershipRow,
  membershipsOf,
  updateUserOrganization,
} from './store.ts'

const makeRecordInvalid = (member: string, name: string) => new RecordInvalid({ [member]: [makeInvalidProblem(name)] })

/** Admins manage all memberships, agents those of the end users they may edit. @throws Forbidden @source docs/reference/people.md §4.1 */
export function requireManaging(ctx: Context, user: Pick<UserRow, 'role' | 'organization_id'>): void {
  const agent = can(ctx, 'membership.list') && user.role === 'end-user' && mayEditEndUser(ctx.actor, user)
  if (!agent && !can(ctx, 'membership.manage')) throw new Forbidden()
}

/** @throws Forbidden when the caller may not add users to, or remove them from, this organization; null stands for no organization */
function requireAssignable(ctx: Context, organizationId: number | null): void {
  if (!mayAssignOrganization(ctx.actor, organizationId)) throw new Forbidden()
}

async function livingUser(tx: Context, id: number | null | undefined): Promise<UserRow> {
  try {
    return await lockVisibleUser(tx, id ?? 0)
  } catch (error) {
    throw error instanceof NotFound ? makeRecordInvalid('user_id', 'User') : error
  }
}

/** Makes a user a member. The first membership is the default one. @throws Forbidden @throws RecordInvalid @source docs/reference/people.md §4.1 */
export async function createMembership(ctx: Context, input: MembershipInput): Promise<MembershipRow> {
  requirePermission(ctx, 'membership.list')
  return inTransaction(ctx, async (tx) => {
    const user = await livingUser(tx, input.user_id)
    requireManaging(tx, user)
    const organization_id = input.organization_id ?? null
    if (organization_id !== null) requireAssignable(tx, organization_id)
    const isThere = organization_id !== null && canSeeOrganization(tx, organization_id) && (await hasOrganization(tx, organization_id))
    if (!isThere) throw makeRecordInvalid('organization_id', 'Organization')
    const others = await membershipsOf(tx, user.id)
    if (others.some((row) => row.organization_id === organization_id))
      throw new RecordInvalid({ user_id: [{ description: 'User has already been taken', error: 'DuplicateValue' }] })
    refuseSecond(tx, others)
    const id = await writeAndPublishUser(tx, user.id, async () => {
      const made = ensureDefined(await insertMembership(tx, user.id, organization_id))
      if (input.default === true || !others.some((row) => row.default))
        await markDefault(tx, { id: made, user_id: user.id, organization_id })
      return made
    })
    const row = await getMembership(tx, { id })
    await audit(tx, row, 'create', 'Made a member of the organization')
    await tx.services.cache.invalidate(tx.db, actorsTopic(tx.account.id))
    return row
  })
}

async function audit(
  tx: Context,
  { id, user_id, organization_id }: MembershipRow,
  action: 'create' | 'destroy',
  words: string,
): Promise<void> {
  const [[organization], { name }] = await allOf(
    () => findOrganizations(tx, [organization_id]),
    () => getUser(tx, user_id),
  )
  const change_description = `${words} ${organization?.name ?? organization_id}`
  const details = { user_id, organization_id }
  await recordAudit(tx, { action, source_type: 'organization_membership', source_id: id, source_label: name, change_description, details })
}

/** @source docs/reference/people.md §4.2 */
function refuseSecond(ctx: Context, others: readonly MembershipRow[]): void {
  if (others.length === 0 || ctx.account.settings.users.multiple_organizations) return
  throw new RecordInvalid({
    organization_id: [{ description: 'Organization: users of this account belong to one organization only', error: 'InvalidValue' }],
  })
}

/**
 * Ends a membership. The user's tickets of that organization lose it unless they are closed; another membership becomes the default.
 * @throws Forbidden @throws NotFound
 * @source docs/reference/people.md §4.1
 */
export async function removeMembership(ctx: Context, filter: MembershipFilter): Promise<void> {
  requirePermission(ctx, 'membership.list')
  const { id, user_id, organization_id } = await getMembership(ctx, filter)
  await inTransaction(ctx, async (tx) => {
    requireManaging(tx, await lockVisibleUser(tx, user_id))
    requireAssignable(tx, organization_id)
    const row = await getMembership(tx, { id })
    const [nextDefault] = (await membershipsOf(tx, user_id)).filter((other) => other.id !== id)
    const losesDefault = row.default === true || nextDefault === undefined
    if (losesDefault) requireAssignable(tx, nextDefault?.organization_id ?? null)
    await writeAndPublishUser(tx, user_id, () => deleteMembership(tx, id))
    await audit(tx, row, 'destroy', 'Taken out of the organization')
    await rewriteTickets(tx, { member: 'organization_id', from: organization_id, to: null, requester_id: user_id, closed_too: false })
    if (nextDefault === undefined) await updateUserOrganization(tx, user_id, null)
    else if (losesDefault) await markDefault(tx, nextDefault)
    await tx.services.cache.invalidate(tx.db, actorsTopic(tx.account.id))
  })
}

/**
 * Makes a membership the user's default one, and its organization their default organization.
 * @throws Forbidden @throws NotFound
 * @source docs/reference/people.md §4.1
 */
export async function makeDefault(ctx: Context, filter: MembershipFilter): Promise<MembershipRow> {
  requirePermission(ctx, 'membership.list')
  const { id, user_id, organization_id } = await getMembership(ctx, filter)
  return inTransaction(ctx, async (tx) => {
    requireManaging(tx, await lockVisibleUser(tx, user_id))
    requireAssignable(tx, organization_id)
    await markDefault(tx, await getMembership(tx, { id }))
    await tx.services.cache.invalidate(tx.db, actorsTopic(tx.account.id))
    return getMembership(tx, { id })
  })
}
