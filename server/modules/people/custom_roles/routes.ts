// CUSTOM ROLES: sets of permissions that an account defines for its agents.
// Not here: what a setting of a role means (access/role_switches.ts), who has which role (users/).
import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import { urlOf, wholeList } from '#http/envelope.ts'
import { answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { changeRole, createRole, removeRole } from './change.ts'
import { presentRole } from './present.ts'
import { CustomRole, CustomRoleBody } from './schema.ts'
import { getRole, listRoles } from './store.ts'

const OneRole = Type.Object({ custom_role: CustomRole })

/** @source docs/reference/account.md §6 */
export const customRoleRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/custom_roles',
    name: 'custom_roles/index',
    summary: 'List custom roles',
    scope: '',
    answer: Type.Object({ custom_roles: Type.Array(CustomRole) }),
    async handle(ctx) {
      requirePermission(ctx, 'custom_role.list')
      return answerOk(wholeList('custom_roles', (await listRoles(ctx)).map(presentRole)))
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/custom_roles',
    name: 'custom_roles/create',
    summary: 'Create a custom role',
    scope: '',
    body: CustomRoleBody,
    answer: OneRole,
    async handle(ctx, { body }) {
      const row = await createRole(ctx, body.custom_role)
      return answerNewRecord({ custom_role: presentRole(row) }, urlOf(ctx.caller.base_url, `custom_roles/${row.id}`))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/custom_roles/:id',
    name: 'custom_roles/show',
    summary: 'Show a custom role',
    scope: '',
    answer: OneRole,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'custom_role.manage')
      return answerOk({ custom_role: presentRole(await getRole(ctx, params.id)) })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/custom_roles/:id',
    name: 'custom_roles/update',
    summary: 'Update a custom role',
    scope: '',
    body: CustomRoleBody,
    answer: OneRole,
    handle: async (ctx, { params, body }) => answerOk({ custom_role: presentRole(await changeRole(ctx, params.id, body.custom_role)) }),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/custom_roles/:id',
    name: 'custom_roles/destroy',
    summary: 'Delete a custom role',
    scope: '',
    async handle(ctx, { params }) {
      await removeRole(ctx, params.id)
      return answerNoContent()
    },
  }),
]
