import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import { answerNoContent, answerOk, route } from '#http/route.ts'
import { changeLogo, LOGO_FIELD, removeLogo } from './logo.ts'
import { presentBrand } from './present.ts'
import { Brand } from './schema.ts'

/** @source docs/reference/account.md §1 */
export const brandLogoRoutes = [
  route({
    method: 'PUT',
    path: '/api/v2/brands/:id/logo',
    name: 'brands/logo',
    summary: "Upload a brand's logo",
    scope: 'brands',
    files: 'form',
    file_field: LOGO_FIELD,
    admits: (ctx) => requirePermission(ctx, 'brand.manage'),
    answer: Type.Object({ brand: Brand }),
    handle: async (ctx, { params, files }) => answerOk({ brand: presentBrand(ctx, await changeLogo(ctx, params.id, files)) }),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/brands/:id/logo',
    name: 'brands/logo',
    summary: "Remove a brand's logo",
    scope: 'brands',
    async handle(ctx, { params }) {
      await removeLogo(ctx, params.id)
      return answerNoContent()
    },
  }),
]
