/** What an organization subscription is on the wire. @source docs/reference/people.md §4.3 */
import Type, { type Static } from 'typebox'
import { Id, input, wrapped } from '../../../http/shape.ts'

export const SubscriptionInput = input({ user_id: Id, organization_id: Id })
export type SubscriptionInput = Static<typeof SubscriptionInput>
export const SubscriptionBody = wrapped('organization_subscription', SubscriptionInput)

export const Subscription = Type.Object({
  id: Type.Integer(),
  organization_id: Type.Integer(),
  user_id: Type.Integer(),
  created_at: Type.String(),
})
