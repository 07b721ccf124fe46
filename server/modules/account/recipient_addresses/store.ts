/** Every statement on support addresses. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { RecipientAddressesTable } from '#db/tables.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import { ensureDefined } from '#lib/defined.ts'

export type AddressRow = Omit<Selectable<RecipientAddressesTable>, 'account_id'>
/** The columns of a new address. None of its checks has been made. */
export type NewAddress = Pick<AddressRow, 'brand_id' | 'name' | 'email' | 'domain_verification_code'>
/** The members that can change. */
export type AddressChange = Partial<
  Pick<AddressRow, 'brand_id' | 'name' | 'forwarding_status' | 'spf_status' | 'cname_status' | 'domain_verification_status'>
>

const COLUMNS = [
  'id',
  'brand_id',
  'default',
  'name',
  'email',
  'forwarding_status',
  'spf_status',
  'cname_status',
  'domain_verification_status',
  'domain_verification_code',
  'created_at',
  'updated_at',
] as const
const byId = { key: 'id', column: 'id', kind: 'number' } as const

/** The sort orders of support addresses. @source docs/reference/conventions.md §3.3 */
export const ADDRESS_SORTING: Sorting = { fallback: [byId], cursor: { id: [byId] }, offset: { id: [byId] } }

const insert = defineStatement<{ id: number }>(`insert into recipient_addresses
  (account_id, brand_id, name, email, "default", forwarding_status, spf_status, cname_status, domain_verification_status, domain_verification_code, created_at, updated_at)
  values ($1, $2, $3, $4, false, 'unknown', 'unknown', 'unknown', 'unknown', $5, $6, $6) returning id`)
const selectSameAddress = defineStatement<{ id: number }>(
  'select id from recipient_addresses where account_id = $1 and lower(email) = lower($2) limit 1',
)
const noDefault = defineStatement<unknown>(
  'update recipient_addresses set "default" = false, updated_at = $3 where account_id = $1 and "default" and id <> $2',
)
const makeDefault = defineStatement<unknown>(
  'update recipient_addresses set "default" = true, updated_at = $3 where account_id = $1 and id = $2',
)
const remove = defineStatement<unknown>('delete from recipient_addresses where account_id = $1 and id = $2')

const select = (ctx: Context) => q.selectFrom('recipient_addresses').select(COLUMNS).where('account_id', '=', ctx.account.id)

/** A page of support addresses. */
export function listAddresses(ctx: Context, paging: Paging): Promise<Page<AddressRow>> {
  return readPage<AddressRow>(ctx, select(ctx), paging)
}

/** One support address. @throws NotFound */
export async function getAddress(ctx: Context, id: number): Promise<AddressRow> {
  return orNotFound(await ctx.db.first<AddressRow>(select(ctx).where('id', '=', id)))
}

/** The default sender address; undefined when the account has no support address. */
export function defaultAddress(ctx: Context): Promise<AddressRow | undefined> {
  return ctx.db.first<AddressRow>(select(ctx).where('default', '=', true))
}

/** True when the account has this address already. */
export async function isEmailTaken(ctx: Context, email: string): Promise<boolean> {
  return (await ctx.db.first(selectSameAddress(ctx.account.id, email))) !== undefined
}

/** Inserts an address, which is not the default, and returns its id. */
export async function insertAddress(ctx: Context, { brand_id, name, email, domain_verification_code }: NewAddress): Promise<number> {
  const row = await ctx.db.first(insert(ctx.account.id, brand_id, name, email, domain_verification_code, ctx.now))
  return ensureDefined(row).id
}

/** Updates members of an address. */
export async function updateAddress(ctx: Context, id: number, change: AddressChange): Promise<void> {
  await ctx.db.run(
    q
      .updateTable('recipient_addresses')
      .set({ ...change, updated_at: ctx.now })
      .where('account_id', '=', ctx.account.id)
      .where('id', '=', id),
  )
}

/** Makes an address the default one. */
export async function updateDefault(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(noDefault(ctx.account.id, id, ctx.now))
  await ctx.db.run(makeDefault(ctx.account.id, id, ctx.now))
}

/** Removes an address. */
export async function deleteAddress(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(remove(ctx.account.id, id))
}
