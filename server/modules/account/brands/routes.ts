// BRANDS: the names under which an account serves its customers.
// Not here: which account a host belongs to (accounts/directory.ts), which forms a brand offers (ticket_forms/).
import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import { listEnvelope, urlOf } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { changeBrand, createBrand, removeBrand } from './change.ts'
import { checkHostMapping } from './host_mapping.ts'
import { LOGO_FIELD, withLogo } from './logo.ts'
import { presentBrand } from './present.ts'
import { Brand, BrandBody, BrandQuery, HostMapping, HostMappingQuery } from './schema.ts'
import { BRAND_SORTING, getBrand, listBrands } from './store.ts'

const OneBrand = Type.Object({ brand: Brand })

/** @source docs/reference/account.md §1 */
export const brandRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/brands',
    name: 'brands/index',
    summary: 'List brands',
    scope: 'brands',
    query: BrandQuery,
    answer: Type.Object({ brands: Type.Array(Brand) }),
    async handle(ctx, { query, address }) {
      requirePermission(ctx, 'brand.list')
      const page = await listBrands(ctx, query.include_deleted === true, readPaging(query, BRAND_SORTING, 'brands/index'))
      return answerOk(
        listEnvelope(
          address,
          'brands',
          page,
          page.rows.map((row) => presentBrand(ctx, row)),
        ),
      )
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/brands',
    name: 'brands/create',
    summary: 'Create a brand',
    scope: 'brands',
    body: BrandBody,
    files: 'form',
    file_field: LOGO_FIELD,
    admits: (ctx) => requirePermission(ctx, 'brand.manage'),
    answer: OneBrand,
    async handle(ctx, { body, files }) {
      const row = await withLogo(ctx, files, (tx) => createBrand(tx, body.brand))
      return answerNewRecord({ brand: presentBrand(ctx, row) }, urlOf(ctx.caller.base_url, `brands/${row.id}`))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/brands/check_host_mapping',
    name: 'brands/check_host_mapping',
    summary: 'Check a host mapping for a subdomain',
    scope: 'brands',
    query: HostMappingQuery,
    answer: HostMapping,
    handle: async (ctx, { query }) => answerOk(await checkHostMapping(ctx, query.host_mapping ?? '', query.subdomain ?? '')),
  }),
  route({
    method: 'GET',
    path: '/api/v2/brands/:id',
    name: 'brands/show',
    summary: 'Show a brand',
    scope: 'brands',
    answer: OneBrand,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'brand.list')
      return answerOk({ brand: presentBrand(ctx, await getBrand(ctx, params.id)) })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/brands/:id',
    name: 'brands/update',
    summary: 'Update a brand',
    scope: 'brands',
    body: BrandBody,
    files: 'form',
    file_field: LOGO_FIELD,
    admits: (ctx) => requirePermission(ctx, 'brand.manage'),
    answer: OneBrand,
    handle: async (ctx, { params, body, files }) =>
      answerOk({ brand: presentBrand(ctx, await withLogo(ctx, files, (tx) => changeBrand(tx, params.id, body.brand))) }),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/brands/:id',
    name: 'brands/destroy',
    summary: 'Delete a brand',
    scope: 'brands',
    async handle(ctx, { params }) {
      await removeBrand(ctx, params.id)
      return answerNoContent()
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/brands/:id/check_host_mapping',
    name: 'brands/check_host_mapping',
    summary: "Check whether a brand's host points to it",
    scope: 'brands',
    answer: HostMapping,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'brand.manage')
      const brand = await getBrand(ctx, params.id)
      return answerOk(await checkHostMapping(ctx, brand.host_mapping ?? '', brand.subdomain))
    },
  }),
]
