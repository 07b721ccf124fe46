/**
 * The words that input and wire shapes are written with. Each is JSON Schema, so the same shape is read from a request,
 * described in openapi.json and checked in tests. Input members are all optional: `undefined` = not sent, `null` = sent as empty.
 */
import Type, { type Static, type TProperties, type TSchema } from 'typebox'

/** Text, or null. Numbers and booleans sent in its place are taken as text. */
export const Text = Type.Unsafe<string | null>({ type: ['string', 'null'] })
/** Text that is never null: a null sent counts as not sent. */
export const Word = Type.Unsafe<string>({ type: 'string' })
/** The id of a record, or null. Numeric text is taken. */
export const Id = Type.Unsafe<number | null>({ type: ['integer', 'null'] })
/** A whole number of 32 bits, or null. */
export const Whole = Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: -2_147_483_648, maximum: 2_147_483_647 })
/** true or false; "true" and "false" are taken. */
export const Flag = Type.Unsafe<boolean>({ type: 'boolean' })
/** A moment, normalised to ISO-8601 UTC with milliseconds, or null. */
export const Moment = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' })
/** A list of ids. */
export const Ids = Type.Unsafe<number[]>({ type: 'array', items: { type: 'integer' } })
/** A list of texts. */
export const Words = Type.Unsafe<string[]>({ type: 'array', items: { type: 'string' } })
/** A list of words, also taken as one text separated by spaces or commas. */
export const Tags = Type.Unsafe<string[]>({ type: 'array', items: { type: 'string' }, 'x-split': true })
/** Any JSON object, kept as it is. */
export const Hash = Type.Unsafe<Record<string, unknown>>({ type: 'object' })
/** Any JSON value. */
export const Anything = Type.Unsafe<unknown>({})

/** A list of `item`. */
export function listOf<Item extends TSchema>(item: Item) {
  return Type.Unsafe<Static<Item>[]>(Type.Array(item))
}

/** The writable members of a record, all optional. */
export function input<Members extends TProperties>(members: Members) {
  return Type.Partial(Type.Object(members))
}

/** A body that wraps its content in a key: `{"user": {…}}`. The key must be there. */
export function wrapped<Key extends string, Content extends TSchema>(key: Key, content: Content) {
  return Type.Object({ [key]: content } as Record<Key, Content>)
}

/** Query parameters every list takes. @source conventions.md §3, §5 */
export const LIST_QUERY = {
  page: Anything,
  per_page: Anything,
  'page[size]': Anything,
  'page[after]': Word,
  'page[before]': Word,
  sort: Word,
  sort_by: Word,
  sort_order: Word,
  include: Word,
}

/** The query of a list: paging, sorting and side-loading, with filters of its own. */
export function listQuery<Members extends TProperties>(filters: Members) {
  return Type.Partial(Type.Object({ ...LIST_QUERY, ...filters }))
}
