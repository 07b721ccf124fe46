import Type from 'typebox'
import { Anything, LIST_QUERY, SearchText, Text, Word } from '../../../http/shape.ts'

const FILTER = { 'filter[type]': Word }
export const SearchQuery = Type.Partial(Type.Object({ ...LIST_QUERY, ...FILTER, query: SearchText }))
export const CountQuery = Type.Partial(Type.Object({ ...FILTER, query: SearchText }))
export const ExportQuery = Type.Partial(
  Type.Object({ ...FILTER, query: SearchText, 'page[size]': Anything, 'page[after]': Word, include: Word }),
)

const Result = Type.Object({ id: Type.Integer(), url: Type.String(), created_at: Type.String(), result_type: Type.String() })
const Results = Type.Array(Result)

export const Found = Type.Object({
  results: Results,
  facets: Type.Null(),
  next_page: Text,
  previous_page: Text,
  count: Type.Integer(),
})
export const Counted = Type.Object({ count: Type.Integer() })
export const Exported = Type.Object({
  results: Results,
  facets: Type.Null(),
  meta: Type.Object({ has_more: Type.Boolean(), after_cursor: Text, before_cursor: Type.Null() }),
  links: Type.Object({ prev: Type.Null(), next: Text }),
})
