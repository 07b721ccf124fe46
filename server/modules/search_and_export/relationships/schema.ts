/** Lookup fields read backwards, on the wire. @source docs/reference/custom_objects.md §5 */
import Type from 'typebox'
import { flag, text } from '#http/answer_shape.ts'
import { DefinedOperator, DefinedValue, DEFINITION } from '#http/definition_shape.ts'
import { Definition } from '#modules/custom_data/custom_object_permissions/schema.ts'
import { CustomObjectRecord } from '#modules/custom_data/custom_object_records/schema.ts'
import { Organization } from '#modules/people/organizations/schema.ts'
import { User } from '#modules/people/users/schema.ts'
import { Ticket } from '#modules/tickets/tickets/schema.ts'

/** What a filter may ask. Optional members are there of records of custom objects; `values` of others, too. */
export const FilterDefinition = Type.Object({
  ...DEFINITION,
  operators: Type.Array(Type.Object({ ...DefinedOperator.properties, format: Type.Optional(text) })),
  values: Type.Optional(Type.Array(Type.Object({ ...DefinedValue.properties, dynamic: Type.Optional(flag) }))),
  metadata: Type.Optional(Definition.properties.metadata),
})
export const FilterDefinitions = Type.Object({
  definitions: Type.Object({ conditions_all: Type.Array(FilterDefinition), conditions_any: Type.Array(FilterDefinition) }),
})

/** The one list of them that the request names. */
export const Sources = Type.Partial(
  Type.Object({
    users: Type.Array(User),
    organizations: Type.Array(Organization),
    tickets: Type.Array(Ticket),
    custom_object_records: Type.Array(CustomObjectRecord),
  }),
)
