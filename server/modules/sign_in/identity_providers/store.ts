/** Every statement on identity providers and their links between subjects and users. */
import { uniqueIndex } from '#http/unique_values.ts'
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { IdentityProviderLinksTable, IdentityProvidersTable } from '#db/tables.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'

export type IdentityProviderRow = Omit<Selectable<IdentityProvidersTable>, 'account_id'>
export type IdentityProviderLinkRow = Omit<Selectable<IdentityProviderLinksTable>, 'account_id'>

/** The writable columns of a provider. */
export type IdentityProviderChange = Partial<Omit<IdentityProviderRow, 'id' | 'created_at' | 'updated_at'>>

const COLUMNS = [
  'id',
  'name',
  'issuer',
  'client_id',
  'client_secret_cipher',
  'visible_client_secret',
  'allowed_domains',
  'link_by_verified_email',
  'owner_trusts',
  'active',
  'created_at',
  'updated_at',
] as const
const LINK_COLUMNS = ['id', 'identity_provider_id', 'subject', 'user_id', 'created_at', 'last_used_at'] as const
const byId = { key: 'id', column: 'id', kind: 'number' } as const

/** How lists of providers and of links may be sorted. */
export const BY_ID: Sorting = { fallback: [byId], cursor: { id: [byId] } }

const nameTaken = defineStatement<{ id: number }>(
  'select id from identity_providers where account_id = $1 and lower(name) = lower($2) and id <> $3 limit 1',
)
const lock = defineStatement<unknown>('select id from identity_providers where account_id = $1 and id = $2 for update')
const hold = defineStatement<unknown>('select id from identity_providers where account_id = $1 and id = $2 for share')
const remove = defineStatement<unknown>('delete from identity_providers where account_id = $1 and id = $2')
const touchLink = defineStatement<IdentityProviderLinkRow>(`update identity_provider_links set last_used_at = $4
  where account_id = $1 and identity_provider_id = $2 and subject = $3 returning ${LINK_COLUMNS.join(', ')}`)
const findLinkOfUser = defineStatement<{ id: number }>(
  'select id from identity_provider_links where account_id = $1 and identity_provider_id = $2 and user_id = $3',
)
const insertLinkRow =
  defineStatement<unknown>(`insert into identity_provider_links (account_id, identity_provider_id, subject, user_id, created_at, last_used_at)
  values ($1, $2, $3, $4, $5, $5)`)
const removeLinkOfUser = defineStatement<{ id: number }>(
  'delete from identity_provider_links where account_id = $1 and identity_provider_id = $2 and user_id = $3 returning id',
)
const removeLink = defineStatement<IdentityProviderLinkRow>(
  `delete from identity_provider_links where account_id = $1 and identity_provider_id = $2 and id = $3 returning ${LINK_COLUMNS.join(', ')}`,
)

const select = (ctx: Context) => q.selectFrom('identity_providers').select(COLUMNS).where('account_id', '=', ctx.account.id)

/** A page of providers. */
export function listIdentityProviders(ctx: Context, paging: Paging): Promise<Page<IdentityProviderRow>> {
  return readPage<IdentityProviderRow>(ctx, select(ctx), paging)
}

/** The active providers, by name. */
export function activeIdentityProviders(ctx: Context): Promise<IdentityProviderRow[]> {
  return ctx.db.all(select(ctx).where('active', '=', true).orderBy('name').orderBy('id'))
}

/** One provider. @throws NotFound */
export async function getIdentityProvider(ctx: Context, id: number): Promise<IdentityProviderRow> {
  return orNotFound(await ctx.db.first(select(ctx).where('id', '=', id)))
}

/** One provider, locked until the transaction ends, against changes and against sign-ins that complete. @throws NotFound */
export async function lockIdentityProvider(ctx: Context, id: number): Promise<IdentityProviderRow> {
  await ctx.db.first(lock(ctx.account.id, id))
  return getIdentityProvider(ctx, id)
}

/** One provider with a shared lock until the transaction ends: it cannot be changed, but others can hold the same lock. @throws NotFound */
export async function shareLockIdentityProvider(ctx: Context, id: number): Promise<IdentityProviderRow> {
  await ctx.db.first(hold(ctx.account.id, id))
  return getIdentityProvider(ctx, id)
}

/** True when another provider has this name, ignoring case. */
export async function isNameTaken(ctx: Context, name: string, exceptId: number): Promise<boolean> {
  return (await ctx.db.first(nameTaken(ctx.account.id, name, exceptId))) !== undefined
}

/** The error for a name in use. */
export const NAME_TAKEN = uniqueIndex('identity_providers_name', 'name', 'Name')

/** Inserts a provider. Its secret is written afterwards, since it is encrypted for the provider's id. */
export async function insertIdentityProvider(
  ctx: Context,
  given: Omit<IdentityProviderRow, 'id' | 'client_secret_cipher' | 'visible_client_secret' | 'created_at' | 'updated_at'>,
): Promise<IdentityProviderRow> {
  const row = { ...given, allowed_domains: [...given.allowed_domains] }
  const statement = q
    .insertInto('identity_providers')
    .values({
      ...row,
      account_id: ctx.account.id,
      client_secret_cipher: Buffer.alloc(0),
      visible_client_secret: '',
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning(COLUMNS)
  return ctx.db.one(statement.$castTo<IdentityProviderRow>())
}

/** Updates a provider. */
export async function updateIdentityProvider(ctx: Context, id: number, change: IdentityProviderChange): Promise<IdentityProviderRow> {
  const statement = q
    .updateTable('identity_providers')
    .set({ ...change, updated_at: ctx.now })
    .where('account_id', '=', ctx.account.id)
    .where('id', '=', id)
    .returning(COLUMNS)
  return ctx.db.one(statement.$castTo<IdentityProviderRow>())
}

/** Deletes a provider with its links. */
export async function deleteIdentityProvider(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(remove(ctx.account.id, id))
}

/** A page of a provider's links. */
export function listLinks(ctx: Context, providerId: number, paging: Paging): Promise<Page<IdentityProviderLinkRow>> {
  const links = q
    .selectFrom('identity_provider_links')
    .select(LINK_COLUMNS)
    .where('account_id', '=', ctx.account.id)
    .where('identity_provider_id', '=', providerId)
  return readPage<IdentityProviderLinkRow>(ctx, links, paging)
}

/** The link of a subject, marked as used now. */
export function useLink(ctx: Context, providerId: number, subject: string): Promise<IdentityProviderLinkRow | undefined> {
  return ctx.db.first(touchLink(ctx.account.id, providerId, subject, ctx.now))
}

/** True when a user is already linked to a provider, by any subject. */
export async function isLinked(ctx: Context, providerId: number, userId: number): Promise<boolean> {
  return (await ctx.db.first(findLinkOfUser(ctx.account.id, providerId, userId))) !== undefined
}

/** Links a user to a subject. */
export async function insertLink(ctx: Context, providerId: number, subject: string, userId: number): Promise<void> {
  await ctx.db.run(insertLinkRow(ctx.account.id, providerId, subject, userId, ctx.now))
}

/** Deletes a link; undefined when there is none. */
export function deleteLink(ctx: Context, providerId: number, id: number): Promise<IdentityProviderLinkRow | undefined> {
  return ctx.db.first(removeLink(ctx.account.id, providerId, id))
}

/** Deletes a user's link; false when there is none. */
export async function deleteLinkOfUser(ctx: Context, providerId: number, userId: number): Promise<boolean> {
  return (await ctx.db.first(removeLinkOfUser(ctx.account.id, providerId, userId))) !== undefined
}
