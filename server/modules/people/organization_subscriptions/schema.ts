/** What an organization subscription is on the wire. @source docs/reference/people.md §4.3 */
import Type, { type Static } from 'typebox'
import { text, whole } from '#http/answer_shape.ts'
import { Id, defineInput, wrapInKey } from '#http/shape.ts'

export const SubscriptionInput = defineInput({ user_id: Id, organization_id: Id })
export type SubscriptionInput = Static<typeof SubscriptionInput>
export const SubscriptionBody = wrapInKey('organization_subscription', SubscriptionInput)

export const Subscription = Type.Object({
  id: whole,
  organization_id: whole,
  user_id: whole,
  created_at: text,
})
