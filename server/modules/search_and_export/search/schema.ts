import Type from 'typebox'
import { flag, oneOf, textOrNull, whole } from '#http/answer_shape.ts'
import { Anything, LIST_QUERY, SearchText, Word } from '#http/shape.ts'
import { Group } from '#modules/people/groups/schema.ts'
import { Organization } from '#modules/people/organizations/schema.ts'
import { User } from '#modules/people/users/schema.ts'
import { Ticket } from '#modules/tickets/tickets/schema.ts'

const FILTER = { 'filter[type]': Word }
export const SearchQuery = Type.Partial(Type.Object({ ...LIST_QUERY, ...FILTER, query: SearchText }))
export const CountQuery = Type.Partial(Type.Object({ ...FILTER, query: SearchText }))
export const ExportQuery = Type.Partial(
  Type.Object({ ...FILTER, query: SearchText, 'page[size]': Anything, 'page[after]': Word, include: Word }),
)

/** A record of any type, as lists of its type show it. */
export const FoundRecord = Type.Union([
  Type.Object({ ...Ticket.properties, result_type: oneOf(['ticket']) }),
  Type.Object({ ...User.properties, result_type: oneOf(['user']) }),
  Type.Object({ ...Organization.properties, result_type: oneOf(['organization']) }),
  Type.Object({ ...Group.properties, result_type: oneOf(['group']) }),
])
const Results = Type.Array(FoundRecord)

/** Lists that `include` asks for stand behind `facets`. */
export const Found = Type.Object({
  results: Results,
  facets: Type.Null(),
  next_page: textOrNull,
  previous_page: textOrNull,
  count: whole,
})
export const Counted = Type.Object({ count: whole })
export const Exported = Type.Object({
  results: Results,
  facets: Type.Null(),
  meta: Type.Object({ has_more: flag, after_cursor: textOrNull, before_cursor: Type.Null() }),
  links: Type.Object({ prev: Type.Null(), next: textOrNull }),
})
