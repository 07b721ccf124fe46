/** The shape of what a view can be made of. @source docs/reference/business_rules.md §2, §3.3, §5.5 */
import Type from 'typebox'
import { text } from '#http/answer_shape.ts'
import { ConditionDefinition } from '../rules/definition_schema.ts'

const Choice = Type.Object({ title: text, value: text })
export const ViewDefinitions = Type.Object({
  definitions: Type.Object({
    conditions_all: Type.Array(ConditionDefinition),
    conditions_any: Type.Array(ConditionDefinition),
    groupables: Type.Array(Choice),
    output: Type.Array(Choice),
    sortables: Type.Array(Choice),
  }),
})
