/** What the actions of macros can be made of, as JSON. @source docs/reference/business_rules.md §4.2 */
import Type from 'typebox'
import { flag, text, textOrNull } from '#http/answer_shape.ts'
import { DefinedValue } from '#http/definition_shape.ts'

export const OlderDefinition = Type.Object({
  title: text,
  title_for_field: text,
  value: text,
  field: text,
  group: text,
  output_key: textOrNull,
  repeatable: flag,
  operators: Type.Array(Type.Object({ value: text, title: text })),
  values: Type.Object({ type: text, list: Type.Array(DefinedValue) }),
})
