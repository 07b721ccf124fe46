/** A locale as JSON. @source docs/reference/account.md §2 */
import Type from 'typebox'
import { Tags } from '../../../http/shape.ts'

export const AvailableLocales = Type.Partial(Type.Object({ available_locales: Tags }))

export const LocaleAnswer = Type.Object({
  url: Type.String(),
  id: Type.Integer(),
  locale: Type.String(),
  name: Type.String(),
  native_name: Type.String(),
  presentation_name: Type.String(),
  rtl: Type.Boolean(),
  created_at: Type.Null(),
  updated_at: Type.String(),
  default: Type.Boolean(),
})
