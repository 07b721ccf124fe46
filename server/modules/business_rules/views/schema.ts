/** Request and response schemas of views. @source docs/reference/business_rules.md §1, §5.5 */
import Type, { type Static } from 'typebox'
import { flag, text, textOrNull, whole, wholeOrNull } from '#http/answer_shape.ts'
import { MAX_AT_ONCE } from '#http/bulk_ids.ts'
import { Flag, Id, defineInput, LIST_QUERY, listOf, listQuery, Name, Phrase, Tags, Text, Whole, Word, wrapInKey } from '#http/shape.ts'
import { ConditionMembers, Embedded, WireConditions } from '../rules/schema.ts'
import { RestrictionInput, WireRestriction } from '../rules/restriction.ts'
import { WireColumn } from './columns.ts'
import { Execution, OutputInput } from './output.ts'

export const ViewInput = defineInput({
  title: Name,
  raw_title: Name,
  description: Text,
  active: Flag,
  position: Whole,
  restriction: RestrictionInput,
  ...ConditionMembers,
  output: OutputInput,
})
export type ViewInput = Static<typeof ViewInput>
export const ViewBody = wrapInKey('view', ViewInput)

const ManyItem = defineInput({ id: Id, position: Whole, active: Flag })
export type ManyItem = Static<typeof ManyItem>
export const ViewsBody = wrapInKey('views', listOf(ManyItem, MAX_AT_ONCE))

const FILTERS = { access: Word, active: Flag, group_id: Id }
export const ViewsQuery = listQuery(FILTERS)
export const SearchQuery = listQuery({ ...FILTERS, query: Phrase })
export const ShowManyQuery = Type.Partial(Type.Object({ ids: Tags, active: Flag, include: Word }))
/** The query of calls that show the tickets of a view. */
export const TicketsQuery = Type.Partial(Type.Object({ ...LIST_QUERY, exclude: Word, group_by: Word, group_order: Word }))
/** A client in wide use names the ids by the call. @source docs/reference/clients.md §6 */
export const CountManyQuery = Type.Partial(Type.Object({ ids: Tags, count_many: Tags }))

/** @source docs/reference/business_rules.md §1 */
export const View = Type.Object({
  url: text,
  id: whole,
  title: text,
  active: flag,
  updated_at: text,
  created_at: text,
  default: flag,
  position: whole,
  description: textOrNull,
  execution: Execution,
  conditions: WireConditions,
  restriction: WireRestriction,
  raw_title: text,
  ...Embedded.properties,
})
export const OneView = Type.Object({ view: View })
export const SomeViews = Type.Object({ views: Type.Array(View) })

const ViewCount = Type.Object({
  url: textOrNull,
  view_id: wholeOrNull,
  value: wholeOrNull,
  pretty: text,
  fresh: flag,
  active: Type.Optional(flag),
})
export const OneViewCount = Type.Object({ view_count: ViewCount })
export const SomeViewCounts = Type.Object({ view_counts: Type.Array(ViewCount) })

const RowGroup = Type.Object({
  id: Type.Unsafe<string | number | boolean | null>({ type: ['string', 'number', 'boolean', 'null'] }),
  name: textOrNull,
  order: whole,
})
const Short = Type.Object({ id: whole, name: text, url: text })
/** A ticket in the table, with a member for each column. */
const ViewRow = Type.Object({ ticket: Type.Object({ id: whole }) }, { additionalProperties: Type.Unknown() })
/** The tickets of a view as a table. */
export const ViewTable = Type.Object({
  rows: Type.Array(ViewRow),
  columns: Type.Array(WireColumn),
  groups: Type.Array(RowGroup),
  view: Type.Object({ id: Type.Optional(whole), url: Type.Optional(text) }),
  users: Type.Optional(Type.Array(Short)),
  organizations: Type.Optional(Type.Array(Short)),
})
export const ViewExport = Type.Object({ export: Type.Object({ status: text, view_id: whole }) })
