/** Statements that read organizations. Those that write them are in write_store.ts. */
import { type Selectable, sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { OrganizationsTable } from '#db/tables.ts'
import { orNotFound } from '#core/errors.ts'
import { countRows, type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import { countTotal } from '#http/totals.ts'
import { allOf } from '#lib/all_of.ts'
import { ensureDefined } from '#lib/defined.ts'

export type OrganizationRow = Omit<Selectable<OrganizationsTable>, 'account_id' | 'organization_fields'> & {
  readonly organization_fields: Readonly<Record<string, unknown>>
}

/**
 * Filters of a list of organizations. `user_id`: those the user belongs to; `name` and `external_id` ignore case; `prefix`: start of the
 * name.
 */
export interface OrganizationFilter {
  readonly user_id?: number
  readonly name?: string
  readonly external_id?: string
  readonly prefix?: string
}

export const ORGANIZATION_COLUMNS = [
  'id',
  'name',
  'external_id',
  'domain_names',
  'details',
  'notes',
  'group_id',
  'shared_tickets',
  'shared_comments',
  'tags',
  'organization_fields',
  'created_at',
  'updated_at',
] as const

const byId = { key: 'id', column: 'id', kind: 'number' } as const
const byName = [{ key: 'name', column: 'name', kind: 'text' }, byId] as const
const byCreation = [{ key: 'created_at', column: 'created_at', kind: 'moment' }, byId] as const
const byUpdate = [{ key: 'updated_at', column: 'updated_at', kind: 'moment' }, byId] as const

/** How lists of organizations may be sorted. @source docs/reference/conventions.md §3.3 */
export const ORGANIZATION_SORTING: Sorting = {
  fallback: [byId],
  cursor: { id: [byId], name: byName },
  offset: { id: [byId], name: byName, created_at: byCreation, updated_at: byUpdate },
}

/** Sorts after every text with the given prefix: the upper end of a range that an index on text can serve. */
const LAST_CHARACTER = '\u{10FFFF}'
const selectOrganizationId = defineStatement<{ id: number }>('select id from organizations where account_id = $1 and id = $2')
const byDomain = defineStatement<{ id: number }>(
  'select id from organizations where account_id = $1 and domain_names @> array[$2::text] order by lower(name), id limit 1',
)
const findClashes = defineStatement<{
  same_name: boolean
  same_external_id: boolean
}>(`select coalesce(bool_or(lower(name) = lower($2)), false) as same_name, coalesce(bool_or(lower(external_id) = lower($3)), false) as same_external_id
  from organizations where account_id = $1 and (lower(name) = lower($2) or lower(external_id) = lower($3)) and id <> $4`)
const countTickets = defineStatement<{ total: number }>(
  'select count(*) as total from tickets where account_id = $1 and organization_id = $2 and deleted_at is null',
)
const countMembers = defineStatement<{
  total: number
}>(`select count(*) as total from organization_memberships m join users u on u.account_id = m.account_id and u.id = m.user_id
  where m.account_id = $1 and u.account_id = $1 and m.organization_id = $2 and u.active`)

function select(ctx: Context, filter: OrganizationFilter = {}) {
  let query = q.selectFrom('organizations').select(ORGANIZATION_COLUMNS).where('account_id', '=', ctx.account.id).$castTo<OrganizationRow>()
  const { user_id, name, external_id, prefix } = filter
  if (user_id !== undefined)
    query = query.where(
      'id',
      'in',
      q
        .selectFrom('organization_memberships as m')
        .select('m.organization_id')
        .where('m.account_id', '=', ctx.account.id)
        .where('m.user_id', '=', user_id),
    )
  if (name !== undefined) query = query.where(sql<boolean>`lower(name) = lower(${name})`)
  if (external_id !== undefined) query = query.where(sql<boolean>`lower(external_id) = lower(${external_id})`)
  if (prefix !== undefined)
    query = query.where(sql<boolean>`lower(name) ~>=~ lower(${prefix}) and lower(name) ~<~ (lower(${prefix}) || ${LAST_CHARACTER})`)
  return query
}

/** A page of organizations. */
export function listOrganizations(ctx: Context, filter: OrganizationFilter, paging: Paging): Promise<Page<OrganizationRow>> {
  return readPage<OrganizationRow>(ctx, select(ctx, filter), paging)
}

/** How many organizations a list holds. */
export function countOrganizations(ctx: Context, filter: OrganizationFilter): Promise<number> {
  return countRows(ctx, select(ctx, filter))
}

/** The organizations with these ids, by id; unknown ids are left out. */
export async function findOrganizations(ctx: Context, ids: readonly number[]): Promise<OrganizationRow[]> {
  return ids.length === 0 ? [] : ctx.db.all(select(ctx).where('id', 'in', ids).orderBy('id'))
}

/** The organizations with these external ids, ignoring case, by id; unknown ones are left out. */
export async function findOrganizationsByExternalId(ctx: Context, externalIds: readonly string[]): Promise<OrganizationRow[]> {
  const wanted = sql<boolean>`lower(external_id) in (select lower(e) from unnest(${externalIds}::text[]) as e)`
  return externalIds.length === 0 ? [] : ctx.db.all(select(ctx).where(wanted).orderBy('id'))
}

/** @throws NotFound */
export async function getOrganization(ctx: Context, id: number): Promise<OrganizationRow> {
  return orNotFound(await ctx.db.first(select(ctx).where('id', '=', id)))
}

/** As {@link getOrganization}, locked until the transaction ends. @throws NotFound */
export async function lockOrganization(ctx: Context, id: number): Promise<OrganizationRow> {
  return orNotFound(await ctx.db.first(select(ctx).where('id', '=', id).forNoKeyUpdate()))
}

/** True when the organization exists. */
export async function hasOrganization(ctx: Context, id: number): Promise<boolean> {
  return (await ctx.db.first(selectOrganizationId(ctx.account.id, id))) !== undefined
}

/** The id of the organization that new users with an address in this e-mail domain join. @source docs/reference/people.md §4 */
export async function findOrganizationByDomain(ctx: Context, domain: string): Promise<number | undefined> {
  return (await ctx.db.first(byDomain(ctx.account.id, domain.toLowerCase())))?.id
}

/** Whether another organization has this name or this external id, ignoring case. */
export async function findOrganizationClashes(
  ctx: Context,
  organization: { name: string; external_id: string | null },
  exceptId: number,
): Promise<{ same_name: boolean; same_external_id: boolean }> {
  const row = await ctx.db.first(findClashes(ctx.account.id, organization.name, organization.external_id, exceptId))
  return ensureDefined(row)
}

/** How many tickets and users belong to the organization. @source docs/reference/people.md §4 */
export async function countRelated(ctx: Context, id: number): Promise<{ tickets_count: number; users_count: number }> {
  const [tickets, users] = await allOf(
    () => countTotal(ctx, countTickets(ctx.account.id, id)),
    () => ctx.db.first(countMembers(ctx.account.id, id)),
  )
  return { tickets_count: tickets, users_count: users?.total ?? 0 }
}
