import Type from 'typebox'
import type { Context } from '#core/context.ts'
import { listEnvelope, urlOf } from '#http/envelope.ts'
import { readPaging, type PagingQuery } from '#http/paging.ts'
import { type Address, type AnyRoute, answerNewRecord, answerNoContent, answerOk, route, forbidCaching } from '#http/route.ts'
import { listQuery, Tags } from '#http/shape.ts'
import { changeIdentity, createIdentity, makeIdentityPrimary, removeIdentity, verifyIdentity } from './change.ts'
import { presentIdentity } from './present.ts'
import { requireIdentityRead } from './rights.ts'
import { IdentityBody, OneIdentity, SomeIdentities, VerificationBody, VerifiedAddress } from './schema.ts'
import { getIdentity, getIdentityOwner, IDENTITY_SORTING, listIdentities } from './store.ts'
import { PRIMARY_TYPES } from './values.ts'
import { requestVerification, verifyByLink } from './verification.ts'

/** Limits verification mails, which a user could otherwise have sent without end to an address that is not theirs. */
const VERIFICATIONS = { name: 'identity-verifications', limit: 20, window_seconds: 3600, per: 'user' } as const

async function list(ctx: Context, userId: number, types: readonly string[] | undefined, input: { query: PagingQuery; address: Address }) {
  requireIdentityRead(ctx, await getIdentityOwner(ctx, userId))
  const page = await listIdentities(ctx, userId, types, readPaging(input.query, IDENTITY_SORTING, 'user_identities/index'))
  return answerOk(
    listEnvelope(
      input.address,
      'identities',
      page,
      page.rows.map((row) => presentIdentity(ctx, row)),
    ),
  )
}

/**
 * The routes that exist twice: `/users/{id}/identities`, and `/end_users/{id}/identities` for e-mail and phone only.
 * @source docs/reference/people.md §2
 */
function family(root: 'users' | 'end_users'): AnyRoute[] {
  const all = `/api/v2/${root}/:user_id/identities` as const
  const one = `${all}/:id` as const
  const types = (wanted: readonly string[] | undefined) =>
    root === 'users' ? wanted : PRIMARY_TYPES.filter((type) => wanted?.includes(type) ?? true)
  return [
    route({
      method: 'GET',
      path: all,
      name: 'user_identities/index',
      summary: "List a user's identities",
      scope: 'users',
      query: listQuery({ type: Tags }),
      answer: SomeIdentities,
      handle: (ctx, input) => list(ctx, input.params.user_id, types(input.query.type), input),
    }),
    route({
      method: 'POST',
      path: all,
      name: 'user_identities/create',
      summary: 'Add an identity to a user',
      scope: 'users',
      body: IdentityBody,
      answer: OneIdentity,
      async handle(ctx, { params, body }) {
        const row = await createIdentity(ctx, params.user_id, body.identity)
        return answerNewRecord(
          { identity: presentIdentity(ctx, row) },
          urlOf(ctx.caller.base_url, `users/${row.user_id}/identities/${row.id}`),
        )
      },
    }),
    route({
      method: 'GET',
      path: one,
      name: 'user_identities/show',
      summary: 'Show an identity of a user',
      scope: 'users',
      answer: OneIdentity,
      async handle(ctx, { params }) {
        requireIdentityRead(ctx, await getIdentityOwner(ctx, params.user_id))
        return answerOk({ identity: presentIdentity(ctx, await getIdentity(ctx, params.user_id, params.id)) })
      },
    }),
    route({
      method: 'DELETE',
      path: one,
      name: 'user_identities/destroy',
      summary: "Delete a user's identity",
      scope: 'users',
      async handle(ctx, { params }) {
        await removeIdentity(ctx, params.user_id, params.id)
        return answerNoContent()
      },
    }),
    route({
      method: 'PUT',
      path: `${one}/make_primary`,
      name: 'user_identities/make_primary',
      summary: 'Make an identity the primary of its type',
      scope: 'users',
      answer: SomeIdentities,
      async handle(ctx, { params }) {
        const rows = await makeIdentityPrimary(ctx, params.user_id, params.id)
        return answerOk({ identities: rows.map((row) => presentIdentity(ctx, row)) })
      },
    }),
    route({
      method: 'PUT',
      path: `${one}/request_verification`,
      name: 'user_identities/request_verification',
      summary: 'Mail a user a link to verify one of their addresses',
      scope: 'users',
      answer: Type.Object({}),
      buckets: [VERIFICATIONS],
      async handle(ctx, { params }) {
        await requestVerification(ctx, params.user_id, params.id)
        return answerOk({})
      },
    }),
  ]
}

/** @source docs/reference/people.md §2 */
export const userIdentityRoutes = [
  ...family('users'),
  route({
    method: 'PUT',
    path: '/api/v2/users/:user_id/identities/:id',
    name: 'user_identities/update',
    summary: 'Update an identity of a user',
    scope: 'users',
    body: IdentityBody,
    answer: OneIdentity,
    async handle(ctx, { params, body }) {
      return answerOk({ identity: presentIdentity(ctx, await changeIdentity(ctx, params.user_id, params.id, body.identity)) })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/users/:user_id/identities/:id/verify',
    name: 'user_identities/verify',
    summary: 'Mark an identity of a user as verified',
    scope: 'users',
    answer: OneIdentity,
    async handle(ctx, { params }) {
      return answerOk({ identity: presentIdentity(ctx, await verifyIdentity(ctx, params.user_id, params.id)) })
    },
  }),
  ...family('end_users'),
  route({
    method: 'POST',
    path: '/access/verify_address',
    name: 'access/verify_address',
    summary: 'Verify the e-mail address that a link was mailed to',
    scope: null,
    anonymous: true,
    credentials: 'none',
    json_only: true,
    body: VerificationBody,
    answer: VerifiedAddress,
    async handle(ctx, { body }) {
      const { value } = await verifyByLink(ctx, body.verification.token ?? '')
      return forbidCaching(answerOk({ verification: { email: value } }))
    },
  }),
]
