/** The shapes of what telephone systems do. */
import Type from 'typebox'
import { flag, oneOf, orNull, text, whole } from '#http/answer_shape.ts'
import { DISPLAY_KINDS } from './display_store.ts'

/** What the caller is asked to open; null for nothing. `is_in_use`: they were asked within a day, so it is worth asking often. */
export const DisplayAnswer = Type.Object({
  display: orNull(Type.Object({ kind: oneOf(DISPLAY_KINDS), record_id: whole, title: text, requested_at: text })),
  is_in_use: flag,
})
