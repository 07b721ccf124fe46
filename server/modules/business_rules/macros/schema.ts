/** Request and response schemas of macros. @source docs/reference/business_rules.md §1, §5.4 */
import Type, { type Static } from 'typebox'
import { flag, text, textOrNull, whole, wholes } from '#http/answer_shape.ts'
import { MAX_AT_ONCE } from '#http/bulk_ids.ts'
import { Flag, Id, Ids, defineInput, listOf, listQuery, Name, Phrase, Text, Whole, Word, wrapInKey } from '#http/shape.ts'
import { RestrictionInput, WireRestriction } from '../rules/restriction.ts'
import { ActionsInput, Embedded, WireActions } from '../rules/schema.ts'

/** Files one macro may have. @source docs/reference/business_rules.md §5.4 */
export const MAX_FILES = 5

export const MacroInput = defineInput({
  title: Name,
  raw_title: Name,
  active: Flag,
  position: Whole,
  description: Text,
  actions: ActionsInput,
  restriction: RestrictionInput,
  attachments: Ids,
})
export type MacroInput = Static<typeof MacroInput>
export const MacroBody = wrapInKey('macro', MacroInput)

const ManyItem = defineInput({ id: Id, position: Whole, active: Flag })
export type ManyItem = Static<typeof ManyItem>
export const MacrosBody = wrapInKey('macros', listOf(ManyItem, MAX_AT_ONCE))

const FILTERS = { access: Word, active: Flag, category: Name, group_id: Id, only_viewable: Flag }
export const MacrosQuery = listQuery(FILTERS)
export const SearchQuery = listQuery({ ...FILTERS, query: Phrase })
export type FilterQuery = Static<typeof MacrosQuery>
export const DerivedQuery = Type.Partial(Type.Object({ macro_id: Id, ticket_id: Id, include: Word }))
export const ApplyQuery = Type.Partial(Type.Object({ normalize_comment: Flag }))

/** A macro that is not saved, as `new` proposes one. */
const MacroMembers = {
  url: textOrNull,
  id: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  title: text,
  active: flag,
  updated_at: textOrNull,
  created_at: textOrNull,
  default: flag,
  position: whole,
  description: textOrNull,
  actions: WireActions,
  restriction: WireRestriction,
  raw_title: text,
}
export const DerivedMacro = Type.Object(MacroMembers)
export const Macro = Type.Object({
  ...MacroMembers,
  url: text,
  id: whole,
  updated_at: text,
  created_at: text,
  attachments: Type.Optional(wholes),
  ...Embedded.properties,
  categories: Type.Optional(textOrNull),
})
