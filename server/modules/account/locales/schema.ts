/** A locale as JSON. @source docs/reference/account.md §2 */
import Type from 'typebox'
import { flag, text, whole } from '#http/answer_shape.ts'
import { Tags } from '#http/shape.ts'

export const AvailableLocales = Type.Partial(Type.Object({ available_locales: Tags }))

export const LocaleAnswer = Type.Object({
  url: text,
  id: whole,
  locale: text,
  name: text,
  native_name: text,
  presentation_name: text,
  rtl: flag,
  created_at: Type.Null(),
  updated_at: text,
  default: flag,
})
