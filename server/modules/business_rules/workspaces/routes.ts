import { requirePermission } from '#permissions/permissions.ts'
import { wholeList } from '#http/envelope.ts'
import { readIds } from '#http/bulk_ids.ts'
import { answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { changeWorkspace, createWorkspace, removeWorkspace, removeWorkspaces, reorderWorkspaces } from './change.ts'
import { presentWorkspace, presentWorkspaces } from './present.ts'
import { IdsQuery, OneWorkspace, ReorderBody, SomeWorkspaces, WorkspaceBody } from './schema.ts'
import { getWorkspace, listWorkspaces } from './store.ts'

/** @source docs/reference/other.md §6 */
export const workspaceRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/workspaces',
    name: 'workspaces/index',
    summary: 'List workspaces',
    scope: '',
    answer: SomeWorkspaces,
    async handle(ctx) {
      requirePermission(ctx, 'workspace.list')
      const rows = await listWorkspaces(ctx)
      return answerOk(wholeList('workspaces', await presentWorkspaces(ctx, rows)))
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/workspaces',
    name: 'workspaces/create',
    summary: 'Create a workspace',
    scope: '',
    body: WorkspaceBody,
    answer: OneWorkspace,
    async handle(ctx, { body }) {
      const workspace = await presentWorkspace(ctx, await createWorkspace(ctx, body.workspace))
      return answerNewRecord({ workspace }, workspace.url)
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/workspaces/destroy_many',
    name: 'workspaces/destroy_many',
    summary: 'Delete workspaces',
    scope: '',
    query: IdsQuery,
    async handle(ctx, { query }) {
      await removeWorkspaces(ctx, readIds(query.ids, 'workspaces/destroy_many'))
      return answerOk('')
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/workspaces/reorder',
    name: 'workspaces/reorder',
    summary: 'Reorder workspaces',
    scope: '',
    body: ReorderBody,
    async handle(ctx, { body }) {
      await reorderWorkspaces(ctx, body.ids)
      return answerOk('')
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/workspaces/:id',
    name: 'workspaces/show',
    summary: 'Show a workspace',
    scope: '',
    answer: OneWorkspace,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'workspace.manage')
      return answerOk({ workspace: await presentWorkspace(ctx, await getWorkspace(ctx, params.id)) })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/workspaces/:id',
    name: 'workspaces/update',
    summary: 'Change a workspace',
    scope: '',
    body: WorkspaceBody,
    answer: OneWorkspace,
    handle: async (ctx, { params, body }) =>
      answerOk({ workspace: await presentWorkspace(ctx, await changeWorkspace(ctx, params.id, body.workspace)) }),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/workspaces/:id',
    name: 'workspaces/destroy',
    summary: 'Delete a workspace',
    scope: '',
    async handle(ctx, { params }) {
      await removeWorkspace(ctx, params.id)
      return answerNoContent()
    },
  }),
]
