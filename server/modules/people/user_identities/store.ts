/** Every statement on identities, and those that copy them to a user's row. */
import type { Selectable } from 'kysely'
import { userScope } from '#permissions/people_scope.ts'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { UserIdentitiesTable } from '#db/tables.ts'
import { toJson } from '#db/types.ts'
import { RecordInvalid, orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import { type IdentityDraft, MAX_IDENTITIES } from './values.ts'

export type IdentityRow = Omit<Selectable<UserIdentitiesTable>, 'account_id' | 'confirmed'>

/** The members of a user that identities depend on. */
export interface IdentityOwner {
  readonly id: number
  readonly name: string
  readonly role: string
  readonly organization_id: number | null
}

/** A value that is already in use: its identity and the user it belongs to. */
export interface TakenValue {
  readonly id: number
  readonly type: string
  readonly value: string
  readonly user_id: number
}

const COLUMNS = ['id', 'user_id', 'type', 'value', 'verified', 'primary', 'verified_at', 'created_at', 'updated_at'] as const
const QUOTED = COLUMNS.map((name) => `"${name}"`).join(', ')
const byId = { key: 'id', column: 'id', kind: 'number' } as const

/** How lists of identities may be sorted. */
export const IDENTITY_SORTING: Sorting = {
  fallback: [byId],
  cursor: {
    id: [byId],
    created_at: [{ key: 'created_at', column: 'created_at', kind: 'moment' }, byId],
    updated_at: [{ key: 'updated_at', column: 'updated_at', kind: 'moment' }, byId],
  },
}

const findConfirmed = defineStatement<unknown>(`select 1 from user_identities
  where account_id = $1 and user_id = $2 and type = 'email' and lower(value) = $3 and verified and confirmed`)
const holdOwner = defineStatement<unknown>('select id from users where account_id = $1 and id = $2 for update')
const find = defineStatement<IdentityRow>(`select ${QUOTED} from user_identities where account_id = $1 and user_id = $2 and id = $3`)
const findValues =
  defineStatement<TakenValue>(`select i.id, i.type, i.value, i.user_id from user_identities i, unnest($2::text[], $3::text[]) as wanted(type, value)
  where i.account_id = $1 and i.type = wanted.type and lower(i.value) = lower(wanted.value)`)
const insert =
  defineStatement<IdentityRow>(`insert into user_identities (account_id, user_id, type, value, verified, "primary", verified_at, created_at, updated_at, confirmed)
  select $1, $2, i.type, i.value, i.verified, i."primary", case when i.verified then $4::timestamptz end, $4, $4,
    $5 or exists (select from users u where u.account_id = $1 and u.id = $2 and not u.was_staff)
  from jsonb_to_recordset($3::jsonb) as i(type text, value text, verified boolean, "primary" boolean) returning ${QUOTED}`)
const update =
  defineStatement<IdentityRow>(`update user_identities set value = $4, verified = $5, verified_at = case when not $5 then null else coalesce(verified_at, $6::timestamptz) end, updated_at = $6,
    confirmed = ($7 and ($5 or value <> $4))
      or (confirmed and (value = $4 or exists (select from users u where u.account_id = $1 and u.id = $2 and not u.was_staff)))
  where account_id = $1 and user_id = $2 and id = $3 returning ${QUOTED}`)
const remove = defineStatement<unknown>('delete from user_identities where account_id = $1 and user_id = $2 and id = $3')
const count = defineStatement<{ count: number }>(
  'select count(*)::integer as count from user_identities where account_id = $1 and user_id = any($2)',
)
const removeAll = defineStatement<unknown>('delete from user_identities where account_id = $1 and user_id = $2')
const move = defineStatement<unknown>(`update user_identities i set user_id = $3, updated_at = $4, "primary" = i."primary" and not exists (
    select 1 from user_identities o where o.account_id = $1 and o.user_id = $3 and o.type = i.type and o."primary"),
    confirmed = $5 or (i.confirmed and exists (select from users u where u.account_id = $1 and u.id = $3 and not u.was_staff))
  where i.account_id = $1 and i.user_id = $2`)
const setPrimary =
  defineStatement<unknown>(`update user_identities set "primary" = (id = $4), updated_at = $5, confirmed = confirmed or (id = $4 and $6)
  where account_id = $1 and user_id = $2 and type = $3 and ("primary" <> (id = $4) or (id = $4 and $6 and not confirmed))`)
const removeDirectLine = defineStatement<unknown>(
  `delete from user_identities where account_id = $1 and user_id = $2 and type = 'phone_number' and "primary" and value <> $3`,
)
const claimDirectLine = defineStatement<{
  id: number
}>(`insert into user_identities (account_id, user_id, type, value, "primary", created_at, updated_at) values ($1, $2, 'phone_number', $3, true, $4, $4)
  on conflict (account_id, type, lower(value)) do update set "primary" = true where user_identities.user_id = excluded.user_id returning id`)
const refresh =
  defineStatement<unknown>(`with email as (select i.value, i.verified from user_identities i where i.account_id = $1 and i.user_id = $2 and i.type = 'email' and i."primary"),
    line as (select i.value from user_identities i where i.account_id = $1 and i.user_id = $2 and i.type = 'phone_number' and i."primary")
  update users u set email = (select value from email), verified = coalesce((select verified from email), u.verified),
    phone = case when u.shared_phone_number then u.phone else (select value from line) end,
    shared_phone_number = case when u.shared_phone_number then true when exists (select 1 from line) then false end, updated_at = $3
  where u.account_id = $1 and u.id = $2`)

/** The active user with this id, if the caller can see them. @throws NotFound */
export async function getIdentityOwner(ctx: Context, userId: number): Promise<IdentityOwner> {
  const living = q
    .selectFrom('users')
    .select(['users.id', 'users.name', 'users.role', 'users.organization_id'])
    .where('users.account_id', '=', ctx.account.id)
    .where('users.id', '=', userId)
    .where('users.active', '=', true)
  const scope = userScope(ctx)
  return orNotFound(await ctx.db.first<IdentityOwner>(scope === null ? living : living.where(scope)))
}

/** Locks a user's row until the transaction ends, so that concurrent changes of the user or their identities wait. */
export async function lockIdentityOwner(tx: Context, userId: number): Promise<void> {
  await tx.db.run(holdOwner(tx.account.id, userId))
}

/** A page of a user's identities, optionally only of some types. */
export function listIdentities(
  ctx: Context,
  userId: number,
  types: readonly string[] | undefined,
  paging: Paging,
): Promise<Page<IdentityRow>> {
  const all = q.selectFrom('user_identities').select(COLUMNS).where('account_id', '=', ctx.account.id).where('user_id', '=', userId)
  return readPage<IdentityRow>(ctx, types === undefined ? all : all.where('type', 'in', [...types, '']), paging)
}

/** All identities of these users, for side-loading. */
export async function findIdentitiesOf(ctx: Context, userIds: readonly number[]): Promise<IdentityRow[]> {
  return userIds.length === 0
    ? []
    : ctx.db.all(
        q
          .selectFrom('user_identities')
          .select(COLUMNS)
          .where('account_id', '=', ctx.account.id)
          .where('user_id', 'in', userIds)
          .orderBy('id'),
      )
}

/** One identity of a user. @throws NotFound */
export async function getIdentity(ctx: Context, userId: number, id: number): Promise<IdentityRow> {
  return orNotFound(await ctx.db.first(find(ctx.account.id, userId, id)))
}

/** Whether this is an address of the user that is verified, and that no program alone has given them. `email`: in lower case. */
export async function isConfirmedAddress(ctx: Context, userId: number, email: string): Promise<boolean> {
  return (await ctx.db.first(findConfirmed(ctx.account.id, userId, email))) !== undefined
}

/** Which of these values are already in use. */
export async function findTakenValues(ctx: Context, wanted: readonly { type: string; value: string }[]): Promise<TakenValue[]> {
  const types = wanted.map((identity) => identity.type)
  const values = wanted.map((identity) => identity.value)
  return wanted.length === 0 ? [] : ctx.db.all(findValues(ctx.account.id, types, values))
}

/** Enforces {@link MAX_IDENTITIES}: the identities of `userIds` together, plus `more`. @throws RecordInvalid */
async function requireFewEnough(ctx: Context, userIds: readonly number[], more: number): Promise<void> {
  const held = await ctx.db.first(count(ctx.account.id, [...userIds]))
  if ((held?.count ?? 0) + more <= MAX_IDENTITIES) return
  throw new RecordInvalid({ base: [{ description: `Identities: a user cannot have more than ${MAX_IDENTITIES}`, error: 'TooLong' }] })
}

/**
 * Inserts identities of a user. Violates the index `user_identities_value` when a value is already in use. `isNewUser`: the same act creates the
 * user, so that nobody else has used them before.
 * @throws RecordInvalid when the user would have too many
 */
export async function insertIdentities(
  ctx: Context,
  userId: number,
  drafts: readonly IdentityDraft[],
  isNewUser = false,
): Promise<IdentityRow[]> {
  if (drafts.length === 0) return []
  await requireFewEnough(ctx, [userId], drafts.length)
  return ctx.db.all(insert(ctx.account.id, userId, toJson(drafts), ctx.now, isNewUser || ctx.auth.is_personal))
}

/** Updates an identity's value and whether it is verified. */
export async function updateIdentity(ctx: Context, row: IdentityRow): Promise<IdentityRow> {
  return ctx.db.one(update(ctx.account.id, row.user_id, row.id, row.value, row.verified, ctx.now, ctx.auth.is_personal))
}

/** Makes one identity the primary of its type. `isChosen`: the caller has named it, and confirms it when they act in person. */
export async function setPrimaryIdentity(ctx: Context, row: IdentityRow, isChosen: boolean): Promise<void> {
  const confirms = isChosen && ctx.auth.is_personal
  await ctx.db.run(setPrimary(ctx.account.id, row.user_id, row.type, row.id, ctx.now, confirms))
}

/** Removes one identity. */
export async function deleteIdentity(ctx: Context, row: IdentityRow): Promise<void> {
  await ctx.db.run(remove(ctx.account.id, row.user_id, row.id))
}

/** Deletes all identities of a user, so that others can use the values. */
export async function deleteIdentitiesOf(ctx: Context, userId: number): Promise<void> {
  await ctx.db.run(removeAll(ctx.account.id, userId))
}

/** Moves all identities to another user, whose primary ones stay primary. @throws RecordInvalid when that user would have too many */
export async function moveIdentities(ctx: Context, fromUserId: number, toUserId: number): Promise<void> {
  await requireFewEnough(ctx, [fromUserId, toUserId], 0)
  await ctx.db.run(move(ctx.account.id, fromUserId, toUserId, ctx.now, ctx.auth.is_personal))
}

/**
 * Replaces a user's direct line by this number; null only removes the current one.
 * @returns false for null, or when another user has the number as an identity, so that it can only be a shared number
 */
export async function replaceDirectLine(ctx: Context, userId: number, line: string | null): Promise<boolean> {
  await ctx.db.run(removeDirectLine(ctx.account.id, userId, line ?? ''))
  return line !== null && (await ctx.db.first(claimDirectLine(ctx.account.id, userId, line, ctx.now))) !== undefined
}

/** Copies the primary identities to the user's row. */
export async function refreshUser(ctx: Context, userId: number): Promise<void> {
  await ctx.db.run(refresh(ctx.account.id, userId, ctx.now))
}
