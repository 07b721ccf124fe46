/** The shapes of definitions: what conditions and actions can be made of, for editors. @source docs/reference/business_rules.md §3.3, §4.2 */
import Type from 'typebox'
import { text } from '#http/answer_shape.ts'
import { DefinedOperator, DefinedValue, DEFINITION } from '#http/definition_shape.ts'

/** An action that a rule can have. */
export const ActionDefinition = Type.Object({
  ...DEFINITION,
  values: Type.Optional(Type.Array(DefinedValue)),
  metadata: Type.Optional(Type.Object({ collection_key: text, item_key: text })),
})
/** A condition that a rule can have. */
export const ConditionDefinition = Type.Object({ ...ActionDefinition.properties, operators: Type.Array(DefinedOperator) })

/** The definitions of a kind of rule that has both conditions and actions. */
export const OneDefinitions = Type.Object({
  definitions: Type.Object({
    actions: Type.Array(ActionDefinition),
    conditions_all: Type.Array(ConditionDefinition),
    conditions_any: Type.Array(ConditionDefinition),
  }),
})
