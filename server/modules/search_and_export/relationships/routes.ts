// RELATIONSHIPS: reverse lookup of lookup fields, and the conditions of their filters.
// Not here: the fields (ticket_fields/, user_fields/, organization_fields/), values and the records they refer to (custom_fields/).
import Type from 'typebox'
import { requireScope } from '#auth/scopes.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { listEnvelope } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { answerOk, route } from '#http/route.ts'
import { listQuery, Word } from '#http/shape.ts'
import { targetObject } from '#modules/custom_data/custom_fields/targets.ts'
import { FILTER_DEFINITIONS } from './definitions.ts'
import { objectDefinitions, readRecordSources } from './objects.ts'
import { readSources, targetTypeNamed } from './read.ts'
import { FilterDefinitions, Sources } from './schema.ts'
import { SOURCE_SORTING } from './store.ts'

/** What a token must be able to read to see records of a type. */
function resourceOf(type: string): string {
  if (targetObject(type) !== undefined) return 'custom_objects'
  return type === 'zen:user' ? 'users' : type === 'zen:organization' ? 'organizations' : 'tickets'
}

/** @source docs/reference/custom_objects.md §5 */
export const relationshipRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/relationships/definitions/:target_type',
    text_params: ['target_type'],
    name: 'relationships/definitions',
    summary: 'List the conditions available in lookup field filters',
    scope: 'tickets',
    query: Type.Partial(Type.Object({ source_type: Word })),
    answer: FilterDefinitions,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'ticket_field.show')
      const object = targetObject(params.target_type)
      const conditions =
        object === undefined ? FILTER_DEFINITIONS[targetTypeNamed(params.target_type)] : await objectDefinitions(ctx, object)
      return answerOk({ definitions: { conditions_all: conditions, conditions_any: conditions } })
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/:target_type/:target_id/relationship_fields/:field_id/:source_type',
    text_params: ['target_type', 'target_id', 'source_type'],
    name: 'relationships/sources',
    summary: 'List the records that refer to a record in a lookup field',
    scope: 'tickets',
    query: listQuery({}),
    answer: Sources,
    async handle(ctx, { params, query, address }) {
      requireScope(ctx.auth, resourceOf(params.source_type), 'read')
      if (targetObject(params.source_type) !== undefined) {
        const { page, records } = await readRecordSources(ctx, params, query)
        return answerOk(listEnvelope(address, 'custom_object_records', page, records))
      }
      return answerOk(await readSources(ctx, params, readPaging(query, SOURCE_SORTING, 'relationships/sources'), address))
    },
  }),
]
