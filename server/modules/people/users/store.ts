/** Every statement on a user's row. Lists and searches: list_store.ts; memberships: membership_store.ts. */
import type { Selectable, Updateable } from 'kysely'
import type { Context, Role } from '#core/context.ts'
import { defineStatement, defineLookup, q } from '#db/builder.ts'
import type { UsersTable } from '#db/tables.ts'
import { toJson } from '#db/types.ts'
import { NotFound } from '#core/errors.ts'
import type { PictureSummary } from '#modules/common/attachments/present.ts'
import { plainAddress } from '#lib/text_forms.ts'

type Columns = Omit<Selectable<UsersTable>, 'account_id' | 'was_staff' | 'password_hash' | 'photo' | 'preferences' | 'role' | 'user_fields'>

/** A user as stored, without secrets. */
export interface UserRow extends Columns {
  readonly role: Role
  readonly user_fields: Record<string, unknown>
  readonly photo: PictureSummary | null
}

/** The writable columns of a user's row. `undefined` members stay unchanged. */
export type UserChange = Partial<Omit<UserRow, 'id' | 'photo' | 'created_at' | 'updated_at'>>

/** The columns of a {@link UserRow}. */
export const USER_COLUMNS = [
  'id',
  'name',
  'email',
  'role',
  'custom_role_id',
  'role_type',
  'external_id',
  'organization_id',
  'default_group_id',
  'verified',
  'active',
  'suspended',
  'moderator',
  'only_private_comments',
  'ticket_restriction',
  'phone',
  'shared_phone_number',
  'photo',
  'time_zone',
  'locale',
  'alias',
  'signature',
  'details',
  'notes',
  'tags',
  'user_fields',
  'two_factor_auth_enabled',
  'last_login_at',
  'permanently_deleted',
  'excluded_brand_ids',
  'created_at',
  'updated_at',
] as const
const LISTED = USER_COLUMNS.map((name) => `u.${name}`).join(', ')

const byId = defineLookup<UserRow>(`select ${LISTED} from users u where u.account_id = $1 and u.id = $2`)
const byIds = defineStatement<UserRow>(`select ${LISTED} from users u where u.account_id = $1 and u.id = any($2::bigint[]) order by u.id`)
const byExternalId = defineStatement<UserRow>(
  `select ${LISTED} from users u where u.account_id = $1 and lower(u.external_id) = lower($2) and u.active`,
)
const byEmail =
  defineStatement<UserRow>(`select ${LISTED} from user_identities i join users u on u.account_id = i.account_id and u.id = i.user_id
  where i.account_id = $1 and u.account_id = $1 and i.type = 'email' and lower(i.value) = lower($2) and u.active`)
const setPassword = defineStatement<unknown>('update users set password_hash = $3, updated_at = $4 where account_id = $1 and id = $2')
const setPhoto = defineStatement<unknown>('update users set photo = $3, updated_at = $4 where account_id = $1 and id = $2')
const preferencesOf = defineStatement<{ preferences: Record<string, unknown> }>(
  'select preferences from users where account_id = $1 and id = $2',
)
const setPreferences = defineStatement<unknown>('update users set preferences = $3 where account_id = $1 and id = $2')
const removeTokens = defineStatement<unknown>('delete from oauth_tokens where account_id = $1 and user_id = $2')
const signedIn = defineStatement<UserRow>(`update users u set last_login_at = $3 where u.account_id = $1 and u.id = $2 returning ${LISTED}`)

function requireFound(row: UserRow | undefined): UserRow {
  if (row === undefined) throw new NotFound()
  return row
}

/** The user, deleted or not, without any check of access. @throws NotFound */
export async function getUser(ctx: Context, id: number): Promise<UserRow> {
  return requireFound(await ctx.db.first(byId(ctx.account.id, id)))
}

/**
 * The users with these ids, including deleted ones, without any check of access; unknown ids are left out. For the people of a ticket
 * that the caller can see, and for internal work. To show other users, call findVisibleUsers of list_store.ts.
 */
export async function findUsers(ctx: Context, ids: readonly number[]): Promise<UserRow[]> {
  return ids.length === 0 ? [] : ctx.db.all(byIds(ctx.account.id, ids))
}

/** The active user with this e-mail address, primary or not. */
export function findUserByEmail(ctx: Context, email: string): Promise<UserRow | undefined> {
  return ctx.db.first(byEmail(ctx.account.id, plainAddress(email)))
}

/** The active user with this external id, ignoring case. */
export function findUserByExternalId(ctx: Context, external_id: string): Promise<UserRow | undefined> {
  return ctx.db.first(byExternalId(ctx.account.id, external_id))
}

function toColumns(change: UserChange): Omit<Updateable<UsersTable>, 'account_id' | 'id'> {
  const { user_fields, ...rest } = change
  // json columns with a default are typed by the value they return, not by the text that is written
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of a json column with a default has no text
  return user_fields === undefined ? rest : { ...rest, user_fields: toJson(user_fields) as never }
}

/** Writes a new user. */
export async function insertUser(
  ctx: Context,
  user: UserChange & Pick<UserRow, 'name' | 'role' | 'time_zone' | 'locale'>,
  password_hash: string | null,
): Promise<UserRow> {
  const { name, role, time_zone, locale } = user
  const values = {
    ...toColumns(user),
    name,
    role,
    was_staff: role !== 'end-user',
    time_zone,
    locale,
    account_id: ctx.account.id,
    password_hash,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  return ctx.db.one(q.insertInto('users').values(values).returning(USER_COLUMNS).$castTo<UserRow>())
}

/** Writes changed members of a user. One who was staff is known as that for good. */
export async function updateUser(ctx: Context, id: number, change: UserChange): Promise<UserRow> {
  const statement = q
    .updateTable('users')
    .set({
      ...toColumns(change),
      ...(change.role === undefined || change.role === 'end-user' ? {} : { was_staff: true }),
      updated_at: ctx.now,
    })
    .where('account_id', '=', ctx.account.id)
    .where('id', '=', id)
    .returning(USER_COLUMNS)
  return ctx.db.one(statement.$castTo<UserRow>())
}

/** Writes the hash of a new password; null removes the password. */
export async function updatePasswordHash(ctx: Context, id: number, hash: string | null): Promise<void> {
  await ctx.db.run(setPassword(ctx.account.id, id, hash, ctx.now))
}

/** Writes the summary of a user's photo to the row. */
export async function updatePhoto(ctx: Context, id: number, photo: PictureSummary | null): Promise<void> {
  await ctx.db.run(setPhoto(ctx.account.id, id, photo === null ? null : toJson(photo), ctx.now))
}

/** The user's preferences as stored. */
export async function findPreferences(ctx: Context, id: number): Promise<Record<string, unknown>> {
  return (await ctx.db.first(preferencesOf(ctx.account.id, id)))?.preferences ?? {}
}

/** Writes the user's preferences. */
export async function updatePreferences(ctx: Context, id: number, preferences: Record<string, unknown>): Promise<void> {
  await ctx.db.run(setPreferences(ctx.account.id, id, toJson(preferences)))
}

/** Records that the user has just signed in. */
export async function markSignedIn(ctx: Context, id: number): Promise<UserRow> {
  return requireFound(await ctx.db.first(signedIn(ctx.account.id, id, ctx.now)))
}

/** Deletes the access tokens that act as this user. Their cached credentials are invalidated with the sessions; see closeSessions. */
export async function deleteOAuthTokensOf(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(removeTokens(ctx.account.id, id))
}
