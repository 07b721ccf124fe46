/** Request and response schemas of trigger categories. @source docs/reference/business_rules.md §2.5 */
import Type, { type Static } from 'typebox'
import { text, whole } from '#http/answer_shape.ts'
import { defineInput, listQuery, Name, Whole, wrapInKey } from '#http/shape.ts'

export const TriggerCategoryInput = defineInput({ name: Name, position: Whole })
export type TriggerCategoryInput = Static<typeof TriggerCategoryInput>
export const TriggerCategoryBody = wrapInKey('trigger_category', TriggerCategoryInput)
export const TriggerCategoriesQuery = listQuery({})

/** Its id is a text, unlike other ids. The counts are there with `include=rule_counts`. */
export const TriggerCategory = Type.Object({
  url: text,
  id: text,
  name: text,
  position: whole,
  created_at: text,
  updated_at: text,
  active_count: Type.Optional(whole),
  inactive_count: Type.Optional(whole),
})
export const OneTriggerCategory = Type.Object({ trigger_category: TriggerCategory })
export const SomeTriggerCategories = Type.Object({ trigger_categories: Type.Array(TriggerCategory) })
