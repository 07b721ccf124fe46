// OBJECT TRIGGERS, the rules that run inside each write of a record of a custom object, as records: list, create, change, move, remove.
// Not here: what conditions and actions mean (rules/), running them (custom_data/custom_object_records/triggers.ts).
import type { Context } from '#core/context.ts'
import { MissingParameter } from '#core/errors.ts'
import { readIds } from '#http/bulk_ids.ts'
import { readInclude, listEnvelope, wholeList } from '#http/envelope.ts'
import { type PagingQuery, readPaging } from '#http/paging.ts'
import { type Address, type AnyRoute, answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { allOf } from '#lib/all_of.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { actionDefinitions } from '#rules/action_definitions.ts'
import { conditionDefinitions } from '#rules/definitions.ts'
import { recordCatalogue } from '#rules/facts.ts'
import { recordType } from '#modules/custom_data/custom_object_fields/rule_fields.ts'
import { objectFields } from '#modules/custom_data/custom_object_fields/store.ts'
import { getCustomObject } from '#modules/custom_data/custom_objects/store.ts'
import { OneDefinitions } from '../rules/definition_schema.ts'
import { ruleRecords } from '../rules/definition_store.ts'
import { readFilter } from '../rules/member_filter.ts'
import { IdsQuery, IncludeQuery } from '../rules/schema.ts'
import { periodOf } from '../rules/usage.ts'
import { changeObjectTrigger, changeObjectTriggers, createObjectTrigger, removeObjectTrigger, removeObjectTriggers } from './change.ts'
import { objectTriggerUrl, presentObjectTriggers } from './present.ts'
import {
  ActiveQuery,
  ManyObjectTriggers,
  ObjectTriggerBody,
  ObjectTriggersBody,
  ObjectTriggersQuery,
  OneObjectTrigger,
  SearchQuery,
} from './schema.ts'
import { OBJECT_TRIGGER_SORTING } from './sorting.ts'
import { getObjectTrigger, listObjectTriggers, OBJECT_TRIGGER_FILTERS, type ObjectTriggerFilter, type ObjectTriggerRow } from './store.ts'

const path = '/api/v2/custom_objects/:custom_object_key/triggers'
const common = { scope: 'triggers', text_params: ['custom_object_key'] } as const
const single = { ...common, path: `${path}/:trigger_id` } as const

interface ListInput {
  readonly params: { readonly custom_object_key: string }
  readonly query: PagingQuery & { readonly include?: string }
  readonly address: Address
}

async function list(ctx: Context, filter: ObjectTriggerFilter, { params, query, address }: ListInput, action: string) {
  const { id, key } = await getCustomObject(ctx, params.custom_object_key)
  const page = await listObjectTriggers(ctx, id, filter, {
    paging: readPaging(query, OBJECT_TRIGGER_SORTING, action),
    period: periodOf(query.sort_by),
  })
  return answerOk(listEnvelope(address, 'triggers', page, await presentObjectTriggers(ctx, key, page.rows, readInclude(query.include))))
}

async function presentTriggerBody(ctx: Context, objectKey: string, row: ObjectTriggerRow, include?: string) {
  const [trigger] = await presentObjectTriggers(ctx, objectKey, [row], readInclude(include))
  return { trigger: trigger! }
}

/** @source docs/reference/custom_objects.md §6 */
export const objectTriggerRoutes: readonly AnyRoute[] = [
  route({
    ...common,
    path,
    method: 'GET',
    name: 'object_triggers/index',
    summary: 'List the triggers of a custom object',
    query: ObjectTriggersQuery,
    answer: ManyObjectTriggers,
    handle(ctx, input) {
      requirePermission(ctx, 'rule.list')
      return list(ctx, { is_active: input.query.active }, input, 'object_triggers/index')
    },
  }),
  route({
    ...common,
    path,
    method: 'POST',
    name: 'object_triggers/create',
    summary: 'Create a trigger of a custom object',
    body: ObjectTriggerBody,
    answer: OneObjectTrigger,
    async handle(ctx, { params: { custom_object_key: key }, body }) {
      const row = await createObjectTrigger(ctx, key, body.trigger)
      return answerNewRecord(await presentTriggerBody(ctx, key, row), objectTriggerUrl(ctx, key, row.id))
    },
  }),
  route({
    ...common,
    path: `${path}/active`,
    method: 'GET',
    name: 'object_triggers/active',
    summary: 'List the active triggers of a custom object',
    query: ActiveQuery,
    answer: ManyObjectTriggers,
    handle(ctx, input) {
      requirePermission(ctx, 'trigger.manage')
      return list(ctx, { is_active: true }, input, 'object_triggers/active')
    },
  }),
  route({
    ...common,
    path: `${path}/search`,
    method: 'GET',
    name: 'object_triggers/search',
    summary: 'Search the triggers of a custom object by title and by other members',
    query: SearchQuery,
    answer: ManyObjectTriggers,
    handle(ctx, input) {
      requirePermission(ctx, 'rule.list')
      const { query = '', active, filter } = input.query
      const members = readFilter(filter, 'object_triggers/search', OBJECT_TRIGGER_FILTERS)
      const wanted = query.trim() === '' ? {} : { query: query.trim() }
      return list(ctx, { ...members, is_active: active, ...wanted }, input, 'object_triggers/search')
    },
  }),
  route({
    ...common,
    path: `${path}/definitions`,
    method: 'GET',
    name: 'object_triggers/definitions',
    summary: 'Show what conditions and actions of triggers of a custom object can be made of',
    answer: OneDefinitions,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'rule.list')
      const object = await getCustomObject(ctx, params.custom_object_key)
      const [fields, records] = await allOf(
        () => objectFields(ctx, object.id),
        () => ruleRecords(ctx),
      )
      const catalogue = recordCatalogue(recordType(object.key, fields))
      const actions = actionDefinitions('trigger', catalogue, records)
      return answerOk({ definitions: { actions, ...conditionDefinitions('trigger', catalogue, records) } })
    },
  }),
  route({
    ...common,
    path: `${path}/update_many`,
    method: 'PUT',
    name: 'object_triggers/update_many',
    summary: 'Update the position or status of several triggers of a custom object',
    body: ObjectTriggersBody,
    answer: ManyObjectTriggers,
    async handle(ctx, { params: { custom_object_key: key }, body }) {
      const rows = await changeObjectTriggers(ctx, key, body.triggers, 'object_triggers/update_many')
      return answerOk(wholeList('triggers', await presentObjectTriggers(ctx, key, rows)))
    },
  }),
  route({
    ...common,
    path: `${path}/destroy_many`,
    method: 'DELETE',
    name: 'object_triggers/destroy_many',
    summary: 'Delete several triggers of a custom object',
    query: IdsQuery,
    async handle(ctx, { params, query }) {
      requirePermission(ctx, 'trigger.manage')
      const { key } = await getCustomObject(ctx, params.custom_object_key)
      if (query.ids === undefined) throw new MissingParameter('ids')
      await removeObjectTriggers(ctx, key, readIds(query.ids.join(','), 'object_triggers/destroy_many'))
      return answerNoContent()
    },
  }),
  route({
    ...single,
    method: 'GET',
    name: 'object_triggers/show',
    summary: 'Show a trigger of a custom object',
    query: IncludeQuery,
    answer: OneObjectTrigger,
    async handle(ctx, { params: { custom_object_key: key, trigger_id }, query }) {
      requirePermission(ctx, 'rule.list')
      const object = await getCustomObject(ctx, key)
      return answerOk(await presentTriggerBody(ctx, key, await getObjectTrigger(ctx, object.id, trigger_id), query.include))
    },
  }),
  route({
    ...single,
    method: 'PUT',
    name: 'object_triggers/update',
    summary: 'Update a trigger of a custom object',
    body: ObjectTriggerBody,
    answer: OneObjectTrigger,
    handle: async (ctx, { params: { custom_object_key: key, trigger_id }, body }) =>
      answerOk(await presentTriggerBody(ctx, key, await changeObjectTrigger(ctx, key, trigger_id, body.trigger))),
  }),
  route({
    ...single,
    method: 'DELETE',
    name: 'object_triggers/destroy',
    summary: 'Delete a trigger of a custom object',
    async handle(ctx, { params }) {
      await removeObjectTrigger(ctx, params.custom_object_key, params.trigger_id)
      return answerNoContent()
    },
  }),
]
