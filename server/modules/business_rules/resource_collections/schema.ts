// RESOURCE COLLECTIONS: configuration created, changed and removed together from one payload, by jobs.
// Not here: what a field, a target or a rule is.
import Type from 'typebox'
import { flag, text, whole } from '#http/answer_shape.ts'
import { listQuery, Members, wrapInKey } from '#http/shape.ts'
import { AutomationBody } from '../automations/schema.ts'
import { KeyedFieldInput } from '#modules/custom_data/custom_fields/keyed_field_schema.ts'
import { MacroBody } from '../macros/schema.ts'
import { TriggerBody } from '../triggers/schema.ts'
import { TargetBody } from '../targets/schema.ts'
import { ViewBody } from '../views/schema.ts'
import { WebhookBody } from '../webhooks/schema.ts'
import { TicketFieldBody } from '#modules/ticket_setup/ticket_fields/schema.ts'

/**
 * `{"payload": {"ticket_fields": {"my_field": {…}}}}`: kind → identifier → the input that creates one.
 * @source docs/reference/other.md §8
 */
export const CollectionBody = wrapInKey('payload', Members)
/** The schema of one resource, by kind: the request body that creates one by itself. */
export const BODIES = {
  ticket_fields: TicketFieldBody,
  user_fields: wrapInKey('user_field', KeyedFieldInput),
  organization_fields: wrapInKey('organization_field', KeyedFieldInput),
  targets: TargetBody,
  webhooks: WebhookBody,
  automations: AutomationBody,
  views: ViewBody,
  macros: MacroBody,
  triggers: TriggerBody,
} as const
export const CollectionsQuery = listQuery({})

const Resource = Type.Object({
  identifier: text,
  resource_id: Type.Union([whole, text]),
  type: text,
  deleted: flag,
})
export const Collection = Type.Object({
  id: whole,
  created_at: text,
  updated_at: text,
  resources: Type.Array(Resource),
})
export const OneCollection = Type.Object({ resource_collection: Collection })
export const SomeCollections = Type.Object({ resource_collections: Type.Array(Collection) })
