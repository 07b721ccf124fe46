/** The shapes of definitions: what conditions and actions can be made of, for editors. @source docs/reference/business_rules.md §3.3, §4.2 */
import Type from 'typebox'
import { flag, text } from '../../../http/answer_shape.ts'

const Value = Type.Object({ value: text, title: text, enabled: flag })
const Members = {
  title: text,
  subject: text,
  type: text,
  group: text,
  nullable: flag,
  repeatable: flag,
  values: Type.Optional(Type.Array(Value)),
  metadata: Type.Optional(Type.Object({ collection_key: text, item_key: text })),
}
const Operator = Type.Object({ value: text, title: text, terminal: flag })
/** A condition that a rule can have. */
export const ConditionDefinition = Type.Object({ ...Members, operators: Type.Array(Operator) })

/** The definitions of a kind of rule that has both conditions and actions. */
export const OneDefinitions = Type.Object({
  definitions: Type.Object({
    actions: Type.Array(Type.Object(Members)),
    conditions_all: Type.Array(ConditionDefinition),
    conditions_any: Type.Array(ConditionDefinition),
  }),
})
