// ORGANIZATION SUBSCRIPTIONS: which users want to be notified of an organization's tickets.
// Not here: sending the notifications.
import Type from 'typebox'
import type { Context } from '#core/context.ts'
import { listEnvelope } from '#http/envelope.ts'
import { type PagingQuery, readPaging } from '#http/paging.ts'
import { type Address, type AnswerOf, answerNoContent, answerOk, route } from '#http/route.ts'
import { listQuery } from '#http/shape.ts'
import { wireTime } from '#lib/clock.ts'
import { subscribe, unsubscribe, visibleFilter } from './change.ts'
import { Subscription, SubscriptionBody } from './schema.ts'
import { getSubscription, listSubscriptions, SUBSCRIPTION_SORTING, type SubscriptionFilter, type SubscriptionRow } from './store.ts'

const path = '/api/v2/organization_subscriptions'
const One = Type.Object({ organization_subscription: Subscription })
const Many = Type.Object({ organization_subscriptions: Type.Array(Subscription) })

const present = ({ id, organization_id, user_id, created_at }: SubscriptionRow): AnswerOf<typeof Subscription> => ({
  id,
  organization_id,
  user_id,
  created_at: wireTime(created_at),
})

async function list(ctx: Context, filter: SubscriptionFilter, input: { query: PagingQuery; address: Address }) {
  const page = await listSubscriptions(
    ctx,
    visibleFilter(ctx, filter),
    readPaging(input.query, SUBSCRIPTION_SORTING, 'organization_subscriptions/index'),
  )
  return answerOk(listEnvelope(input.address, 'organization_subscriptions', page, page.rows.map(present)))
}

/** @source docs/reference/people.md §4.3 */
export const organizationSubscriptionRoutes = [
  route({
    method: 'GET',
    path,
    name: 'organization_subscriptions/index',
    summary: 'List organization subscriptions',
    scope: 'organizations',
    query: listQuery({}),
    answer: Many,
    handle: (ctx, input) => list(ctx, {}, input),
  }),
  route({
    method: 'GET',
    path: '/api/v2/organizations/:organization_id/subscriptions',
    name: 'organization_subscriptions/index',
    summary: "List an organization's subscriptions",
    scope: 'organizations',
    query: listQuery({}),
    answer: Many,
    handle: (ctx, input) => list(ctx, input.params, input),
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/:user_id/organization_subscriptions',
    name: 'organization_subscriptions/index',
    summary: "List a user's organization subscriptions",
    scope: 'organizations',
    query: listQuery({}),
    answer: Many,
    handle: (ctx, input) => list(ctx, input.params, input),
  }),
  route({
    method: 'POST',
    path,
    name: 'organization_subscriptions/create',
    summary: 'Subscribe a user to an organization',
    scope: 'organizations',
    body: SubscriptionBody,
    answer: One,
    handle: async (ctx, { body }) => answerOk({ organization_subscription: present(await subscribe(ctx, body.organization_subscription)) }),
  }),
  route({
    method: 'GET',
    path: `${path}/:id`,
    name: 'organization_subscriptions/show',
    summary: 'Show an organization subscription',
    scope: 'organizations',
    answer: One,
    handle: async (ctx, { params }) =>
      answerOk({ organization_subscription: present(await getSubscription(ctx, visibleFilter(ctx, params))) }),
  }),
  route({
    method: 'DELETE',
    path: `${path}/:id`,
    name: 'organization_subscriptions/destroy',
    summary: 'Unsubscribe a user from an organization',
    scope: 'organizations',
    async handle(ctx, { params }) {
      await unsubscribe(ctx, params.id)
      return answerNoContent()
    },
  }),
]
