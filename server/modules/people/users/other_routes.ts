import Type from 'typebox'
import { flag, text, whole, wholeOrNull } from '#http/answer_shape.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { listEnvelope } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { answerOk, route } from '#http/route.ts'
import { Address, defineInput, Line, listQuery, Word, wrapInKey } from '#http/shape.ts'
import { wireTime } from '#lib/clock.ts'
import { listStages, STAGE_SORTING } from './compliance_store.ts'
import { getVisibleUser } from './list_store.ts'
import { requestUser } from './request_create.ts'

const Entitlement = Type.Object({ name: text, is_active: flag })
/** Other products of the public service; no user has any of them here. */
const Entitlements = Type.Object({
  entitlements: Type.Object({ chat: Entitlement, explore: Entitlement, guide: Entitlement, talk: Entitlement }),
})
const DeletionStages = Type.Object({
  compliance_deletion_statuses: Type.Array(
    Type.Object({
      action: text,
      application: text,
      account_subdomain: text,
      executer_id: wholeOrNull,
      user_id: whole,
      created_at: text,
    }),
  ),
})

/** @source docs/reference/people.md §1.1 */
export const otherUserRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/users/:id/compliance_deletion_statuses',
    name: 'compliance_deletion_statuses/index',
    summary: "List the stages of a user's permanent deletion",
    scope: 'users',
    query: listQuery({ application: Word }),
    answer: DeletionStages,
    async handle(ctx, { params, query, address }) {
      requirePermission(ctx, 'user.list')
      const { id } = await getVisibleUser(ctx, params.id)
      const paging = readPaging(query, STAGE_SORTING, 'compliance_deletion_statuses/index')
      const page = await listStages(ctx, id, query.application, paging)
      const shown = page.rows.map(({ action, application, executer_id, created_at }) => ({
        action,
        application,
        account_subdomain: ctx.account.subdomain,
        executer_id,
        user_id: id,
        created_at: wireTime(created_at),
      }))
      return answerOk(listEnvelope(address, 'compliance_deletion_statuses', page, shown))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/:id/entitlements/full',
    name: 'users/entitlements',
    summary: "Show a user's entitlements to other products (always none)",
    scope: 'users',
    answer: Entitlements,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'user.list')
      const { role } = await getVisibleUser(ctx, params.id)
      const none = { name: role, is_active: false }
      return answerOk({ entitlements: { chat: none, explore: none, guide: none, talk: none } })
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/users/request_create',
    name: 'users/request_create',
    summary: 'Ask the account owner to create a user',
    scope: 'users',
    body: wrapInKey('user', defineInput({ name: Line, email: Address })),
    async handle(ctx, { body }) {
      await requestUser(ctx, body.user)
      return answerOk('')
    },
  }),
]
