/** Request and response schemas of attributes, the types of skills, and of their values, the skills. @source docs/reference/other.md §12 */
import Type, { type Static } from 'typebox'
import { text } from '#http/answer_shape.ts'
import { DefinedOperator, DefinedValue, DEFINITION } from '#http/definition_shape.ts'
import { defineInput, listOf, Name, Word, wrapInKey } from '#http/shape.ts'
import type { Condition } from '#rules/condition.ts'

export const AttributeInput = defineInput({ name: Name })
export type AttributeInput = Static<typeof AttributeInput>
export const AttributeBody = wrapInKey('attribute', AttributeInput)

const ConditionValue = { anyOf: [{ type: ['string', 'null'] }, { type: 'array', items: { type: 'string' } }] }
/** The field is `subject`, as the definitions name it, or `field`, as all other rules name it. */
const ConditionInput = defineInput({
  subject: Word,
  field: Word,
  operator: Word,
  value: Type.Unsafe<string | null | string[]>(ConditionValue),
})
export const ConditionLists = defineInput({ all: listOf(ConditionInput), any: listOf(ConditionInput) })
export type ConditionLists = Static<typeof ConditionLists>

export const AttributeValueInput = defineInput({ name: Name, conditions: ConditionLists })
export type AttributeValueInput = Static<typeof AttributeValueInput>
export const AttributeValueBody = wrapInKey('attribute_value', AttributeValueInput)

export const IncludeQuery = Type.Partial(Type.Object({ include: Word }))

const Attribute = Type.Object({ url: text, id: text, name: text, created_at: text, updated_at: text })
export const OneAttribute = Type.Object({ attribute: Attribute })

/** The members of a skill wherever it is shown. */
export const AttributeValueMembers = { url: text, id: text, name: text, attribute_id: text, created_at: text, updated_at: text }
export const WireConditionValue = Type.Unsafe<Condition['value']>(ConditionValue)
const WireCondition = Type.Object({ subject: text, operator: text, value: WireConditionValue })
const AttributeValue = Type.Object({
  ...AttributeValueMembers,
  conditions: Type.Object({ all: Type.Array(WireCondition), any: Type.Array(WireCondition) }),
})
export const OneAttributeValue = Type.Object({ attribute_value: AttributeValue })
export const SomeAttributeValues = Type.Object({ attribute_values: Type.Array(AttributeValue) })
export const SomeAttributes = Type.Object({ attributes: Type.Array(Attribute), ...Type.Partial(SomeAttributeValues).properties })

const Definition = Type.Object({
  ...DEFINITION,
  operators: Type.Array(DefinedOperator),
  values: Type.Array(DefinedValue),
})
/** The shape of one field that conditions may name. */
export type DefinitionShape = typeof Definition
export const SkillDefinitions = Type.Object({
  definitions: Type.Object({ conditions_all: Type.Array(Definition), conditions_any: Type.Array(Definition) }),
})

/** The shapes that presenters are typed by. */
export type AttributeShape = typeof Attribute
export type AttributeValueShape = typeof AttributeValue
