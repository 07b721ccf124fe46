import Type from 'typebox'
import { requirePermission } from '../../access/permissions.ts'
import { wholeList } from '../../http/envelope.ts'
import { ok, route } from '../../http/route.ts'
import { input, Text, Word, wrapped } from '../../http/shape.ts'
import { wireTime } from '../../lib/clock.ts'
import { findDeletion } from './compliance_store.ts'
import { requestUser } from './request_create.ts'
import { getUser } from './store.ts'

/** Products of the public service beside this one; nobody has any of them here. */
const PRODUCTS = ['chat', 'explore', 'guide', 'talk']
/** What is told of a permanent deletion: it is asked for, begun and complete in one act. */
const STAGES = [
  { action: 'request_deletion', application: 'all' },
  { action: 'started', application: 'support' },
  { action: 'complete', application: 'support' },
]

/** @source contract/oas.yaml ComplianceDeletionStatusesResponse, UserEntitlementsFullResponse, RequestUserCreate */
export const otherUserRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/users/:id/compliance_deletion_statuses',
    name: 'compliance_deletion_statuses/index',
    summary: 'Show how far the permanent deletion of a user is',
    scope: 'users',
    query: Type.Partial(Type.Object({ application: Word })),
    async handle(ctx, { params, query }) {
      requirePermission(ctx, 'user.list')
      const { id } = await getUser(ctx, params.id)
      const deletion = await findDeletion(ctx, id)
      const stages = STAGES.filter(({ application }) => [undefined, '', application].includes(query.application))
      const told = deletion === undefined ? [] : stages
      return ok(
        wholeList(
          'compliance_deletion_statuses',
          told.map(({ action, application }) => ({
            action,
            application,
            account_subdomain: ctx.account.subdomain,
            executer_id: action === 'request_deletion' ? (deletion?.actor_id ?? null) : null,
            user_id: id,
            created_at: deletion === undefined ? null : wireTime(deletion.created_at),
          })),
        ),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/:id/entitlements/full',
    name: 'users/entitlements',
    summary: 'Show which other products a user has: none',
    scope: 'users',
    async handle(ctx, { params }) {
      requirePermission(ctx, 'user.list')
      const { role } = await getUser(ctx, params.id)
      return ok({ entitlements: Object.fromEntries(PRODUCTS.map((name) => [name, { name: role, is_active: false }])) })
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/users/request_create',
    name: 'users/request_create',
    summary: 'Ask the owner of the account to make a user',
    scope: 'users',
    body: wrapped('user', input({ name: Text, email: Text })),
    async handle(ctx, { body }) {
      await requestUser(ctx, body.user)
      return ok('')
    },
  }),
]
