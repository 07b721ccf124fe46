/** Responses with several organizations. @source docs/reference/people.md §4 */
import type { Context } from '#core/context.ts'
import { BadRequest, InvalidAttribute } from '#core/errors.ts'
import { countEnvelope, listEnvelope, wholeList } from '#http/envelope.ts'
import { readIds, readList, refuseTooMany } from '#http/bulk_ids.ts'
import { type PagingQuery, readPaging } from '#http/paging.ts'
import { type Address, answerOk } from '#http/route.ts'
import { ensureDefined } from '#lib/defined.ts'
import { requireListing } from './change.ts'
import { presentWholeOrganizations } from './present.ts'
import {
  countOrganizations,
  findOrganizations,
  findOrganizationsByExternalId,
  listOrganizations,
  ORGANIZATION_SORTING,
  type OrganizationFilter,
} from './store.ts'

const MIN_NAME_LENGTH = 2

/** A page of organizations. @throws Forbidden */
export async function answerOrganizations(
  ctx: Context,
  filter: OrganizationFilter,
  input: { query: PagingQuery; address: Address },
  action = 'organizations/index',
) {
  requireListing(ctx)
  const page = await listOrganizations(ctx, filter, readPaging(input.query, ORGANIZATION_SORTING, action))
  return answerOk(listEnvelope(input.address, 'organizations', page, await presentWholeOrganizations(ctx, page.rows)))
}

/** How many organizations there are. @throws Forbidden */
export async function answerCount(ctx: Context, filter: OrganizationFilter) {
  requireListing(ctx)
  return answerOk(countEnvelope(await countOrganizations(ctx, filter), ctx.now))
}

/** Organizations by ids or external ids. @throws Forbidden @throws TooManyValues */
export async function showMany(ctx: Context, query: { ids?: string; external_ids?: string }) {
  requireListing(ctx)
  const ids = readIds(query.ids, 'organizations/show_many')
  const externalIds = readList(query.external_ids)
  refuseTooMany([...ids, ...externalIds])
  const rows = ids.length > 0 ? await findOrganizations(ctx, ids) : await findOrganizationsByExternalId(ctx, externalIds)
  return answerOk(wholeList('organizations', await presentWholeOrganizations(ctx, rows)))
}

/** Organizations by name or by external id, exact match ignoring case. @throws BadRequest for both or neither @throws Forbidden */
export function answerSearch(ctx: Context, input: { query: PagingQuery & { name?: string; external_id?: string }; address: Address }) {
  const name = input.query.name?.trim() || undefined
  const external_id = input.query.external_id || undefined
  if ((name === undefined) === (external_id === undefined)) throw new BadRequest('InvalidValue', 'Send either name or external_id')
  return answerOrganizations(
    ctx,
    name === undefined ? { external_id: ensureDefined(external_id) } : { name },
    input,
    'organizations/search',
  )
}

/**
 * Organizations whose name starts with a prefix, sorted by name.
 * @throws InvalidAttribute when the prefix is too short @throws Forbidden
 */
export function answerAutocomplete(ctx: Context, name: string, input: { query: PagingQuery; address: Address }) {
  const action = 'organizations/autocomplete'
  if (name.trim().length < MIN_NAME_LENGTH) throw new InvalidAttribute('name', `must have ${MIN_NAME_LENGTH} characters or more`, action)
  return answerOrganizations(ctx, { prefix: name.trim() }, { ...input, query: { ...input.query, sort_by: 'name' } }, action)
}
