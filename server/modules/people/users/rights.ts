/** Who may change what of which user. @source docs/reference/people.md §8 */
import { isOneOf } from '#lib/objects.ts'
import { can, isStaff } from '#permissions/permissions.ts'
import { mayChangeOwn, mayEditEndUser, mayAssignOrganization } from '#permissions/role_switches.ts'
import type { Context } from '#core/context.ts'
import { requireEveryScope } from '#auth/scopes.ts'
import { Forbidden, refuseInvalid } from '#core/errors.ts'
import type { Belonging } from './belonging.ts'
import type { UserInput } from './schema.ts'
import type { UserChange, UserRow } from './store.ts'

/** What end users can change of themselves. */
const END_USER_WRITABLE: readonly (keyof UserInput)[] = ['name', 'phone', 'time_zone', 'locale', 'locale_id', 'remote_photo_url']
/** What agents cannot change of themselves. */
const ACCESS_MEMBERS: readonly (keyof UserChange)[] = [
  'role',
  'suspended',
  'moderator',
  'ticket_restriction',
  'only_private_comments',
  'custom_role_id',
  'external_id',
  'excluded_brand_ids',
]
const MEMBERSHIP_MEMBERS: readonly (keyof UserInput)[] = [
  'organization_id',
  'organization_ids',
  'organization',
  'default_group_id',
  'group_id',
  'group_ids',
]

/**
 * The part of an input that the caller may write: end users only their own personal data.
 * @throws Forbidden when the caller may not change the user at all
 */
export function pickPermittedInput(ctx: Context, before: UserRow, input: UserInput): UserInput {
  if (isStaff(ctx)) {
    const edits = before.role === 'end-user' && mayEditEndUser(ctx.actor, before)
    if (edits || before.id === ctx.actor.id || can(ctx, 'user.manage_staff')) return input
    throw new Forbidden()
  }
  if (before.id !== ctx.actor.id) throw new Forbidden()
  return Object.fromEntries(Object.entries(input).filter(([member]) => isOneOf(END_USER_WRITABLE, member)))
}

/**
 * Refuses changes that this caller may not make to this user: agents do not appoint staff or promote themselves; the owner stays the
 * owner, and only the owner changes the owner's identities. Staff can do more than a token with limited scopes, so such a token cannot
 * appoint staff or change what staff sign in with.
 * @throws Forbidden @throws MissingScope @throws RecordInvalid
 */
export function requireChange(ctx: Context, before: UserRow, change: UserChange, input: UserInput, changesAddresses: boolean): void {
  const isOwner = before.id === ctx.account.owner_id
  if (isOwner && !ctx.actor.is_owner && changesAddresses) throw new Forbidden()
  if (changesAddresses && before.role !== 'end-user') requireEveryScope(ctx.auth)
  if (!can(ctx, 'user.manage_staff')) {
    if (change.role !== undefined) throw new Forbidden()
    const own = before.id === ctx.actor.id
    if (
      own &&
      (ACCESS_MEMBERS.some((member) => change[member] !== undefined) || MEMBERSHIP_MEMBERS.some((member) => differs(before, input, member)))
    )
      throw new Forbidden()
  }
  if (before.id === ctx.actor.id && changedOwn(change, input, changesAddresses).some((what) => !mayChangeOwn(ctx.actor, what)))
    throw new Forbidden()
  const promotes = change.role !== undefined && change.role !== 'end-user'
  if (promotes || typeof change.custom_role_id === 'number') requireEveryScope(ctx.auth)
  if (isOwner && change.role !== undefined)
    refuseInvalid({ role: [{ description: "Role: of the account's owner cannot be changed", error: 'InvalidValue' }] })
  if (change.suspended === true && (isOwner || before.id === ctx.actor.id))
    refuseInvalid({
      suspended: [{ description: `Suspended: ${isOwner ? "the account's owner" : 'you'} cannot be suspended`, error: 'InvalidValue' }],
    })
}

/**
 * Refuses moving an end user out of, or into, an organization whose users the caller may not change. Call it before problems are
 * reported, so that the caller does not learn whether an organization exists that they may not name. @throws Forbidden
 */
export function requireAssignableOrganizations(
  ctx: Context,
  before: Pick<UserRow, 'role' | 'organization_id'>,
  { organizations }: Belonging,
): void {
  const { default: chosen = before.organization_id, ids } = organizations
  if (before.role === 'end-user' && [chosen, ...ids].some((id) => !mayAssignOrganization(ctx.actor, id))) throw new Forbidden()
}

/** Which of the members governed by the caller's role a user changes of themselves. */
function changedOwn(change: UserChange, input: UserInput, changesAddresses: boolean): Parameters<typeof mayChangeOwn>[1][] {
  return [
    ...(['name', 'alias', 'signature'] as const).filter((member) => change[member] !== undefined),
    ...(input.remote_photo_url === undefined ? [] : (['photo'] as const)),
    ...(changesAddresses ? (['contacts'] as const) : []),
  ]
}

/** Clients send whole users back: unchanged values are not a change. */
function differs(before: UserRow, input: UserInput, member: keyof UserInput): boolean {
  const sent = input[member]
  return sent !== undefined && (member === 'organization_id' || member === 'default_group_id' ? before[member] !== sent : true)
}
