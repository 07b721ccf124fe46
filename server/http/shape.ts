/**
 * The building blocks of input and output shapes. Each is JSON Schema, so that the same shape is used to parse a request, describe it in
 * openapi.json and check answers in tests. Input members are all optional: `undefined` = not sent, `null` = sent as empty. Each text and
 * list has a maximum length: see bounds.ts.
 */
import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import { MAX_ITEMS, MAX_TEXT } from './bounds.ts'
import { isObject } from '#lib/json.ts'
import { withKey } from '#lib/objects.ts'

/** Text, or null. Numbers and booleans are converted to text. */
export const Text = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: MAX_TEXT })
/** Text that is never null: a null sent counts as not sent. */
export const Word = Type.Unsafe<string>({ type: 'string', maxLength: MAX_TEXT })
/** A name, a title or another one-line text: as {@link Text}, of at most 255 characters. Line breaks become spaces. */
export const Name = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 255, 'x-form': 'line' })
/** As {@link Name}, of any length: a resource has its own limit. */
export const Line = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: MAX_TEXT, 'x-form': 'line' })
/** A key of another system, such as an external id, in the one form in which it is stored and looked up. */
export const Key = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: MAX_TEXT, 'x-form': 'key' })
/** As {@link Key}, of at most 255 characters. */
export const ShortKey = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 255, 'x-form': 'key' })
/** As {@link Key} in a query: one, or several separated by commas. A null sent counts as not sent. */
export const Keys = Type.Unsafe<string>({ type: 'string', maxLength: MAX_TEXT, 'x-form': 'key' })
/** An e-mail address, without invisible characters and blanks around it. */
export const Address = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: MAX_TEXT, 'x-form': 'address' })
/** As {@link Address}, of at most 255 characters. */
export const ShortAddress = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 255, 'x-form': 'address' })
/** A search phrase for autocompletion: a name, or the beginning of one. Each word is a condition of a statement. */
export const Phrase = Type.Unsafe<string>({ type: 'string', maxLength: 255, 'x-form': 'letters', 'x-most-words': 32 })
/** A text in the query language of searches. @source docs/reference/search.md §3 */
export const SearchText = Type.Unsafe<string>({ type: 'string', maxLength: 8000, 'x-form': 'letters', 'x-most-words': 400 })
/** The id of a record, or null. Numeric text is accepted. */
export const Id = Type.Unsafe<number | null>({ type: ['integer', 'null'] })
/** A 32-bit integer, or null. */
export const Whole = Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: -2_147_483_648, maximum: 2_147_483_647 })
/** true or false; "true" and "false" are accepted. */
export const Flag = Type.Unsafe<boolean>({ type: 'boolean' })
/** A moment, normalised to ISO-8601 UTC with milliseconds, or null. */
export const Moment = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' })
/** A list of ids. */
export const Ids = Type.Unsafe<number[]>({ type: 'array', items: { type: 'integer' }, maxItems: MAX_ITEMS })
/** A list of texts. */
export const Words = Type.Unsafe<string[]>({ type: 'array', items: Word, maxItems: MAX_ITEMS })
/** A word with one form of each letter, which is compared with others. */
const Composed = Type.Unsafe<string>({ type: 'string', maxLength: MAX_TEXT, 'x-form': 'letters' })
/** A list of words, also accepted as one text separated by spaces or commas. */
export const Tags = Type.Unsafe<string[]>({ type: 'array', items: Composed, maxItems: MAX_ITEMS, 'x-split': true })
/** Any JSON object, kept as it is, within the limits of values and text for a free-form member. */
export const Hash = Type.Unsafe<Record<string, unknown>>({ type: 'object' })
/** Any JSON value, within the same limits. */
export const Anything = Type.Unsafe<unknown>({})

/** A JSON object with members of records: as {@link Hash}, but numbers keep their digits, as text where JavaScript would write others. */
export const Members = Type.Unsafe<Record<string, unknown>>({ type: 'object', 'x-digits': true })
/** Any JSON value that is read as a member of a record or as text: as {@link Members}. */
export const Value = Type.Unsafe<unknown>({ 'x-digits': true })

/** Text of at most `most` characters, or null. `called`: its title, when exceeding the length is a problem of the record as a whole. */
export function textUpTo(most: number, called?: string) {
  return Type.Unsafe<string | null>({
    type: ['string', 'null'],
    maxLength: most,
    ...(called === undefined ? {} : { 'x-called': called }),
  })
}

/** A list of at most `most` of `item`. `words`: the message for more. */
export function listOf<Item extends TSchema>(item: Item, most: number = MAX_ITEMS, words?: string) {
  return Type.Unsafe<Static<Item>[]>({
    type: 'array',
    items: item,
    maxItems: most,
    ...(words === undefined ? {} : { 'x-too-many': words }),
  })
}

/** A list of at most `most` ids. */
export function idsUpTo(most: number) {
  return listOf(Type.Unsafe<number>({ type: 'integer' }), most)
}

/** The writable members of a record, all optional. */
export function defineInput<Members extends TProperties>(members: Members, options: Type.TSchemaOptions = {}) {
  return Type.Partial(Type.Object(members), options)
}

/** A body that wraps its content in a key: `{"user": {…}}`. The key is required. */
export function wrapInKey<Key extends string, Content extends TSchema>(key: Key, content: Content) {
  return Type.Object(withKey(key, content))
}

/**
 * For a body of {@link defineInput} that may be empty: anything sent outside this key is refused instead of ignored. In an act that creates a
 * credential, ignored members could be its limits.
 */
export const requireWrapperUnlessEmpty = (key: string) => ({ 'x-wrapper': key })

/** Query parameters of every list. @source docs/reference/conventions.md §3, §5 */
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

/** The query of a list: paging, sorting and side-loading, with the list's own filters. */
export function listQuery<Members extends TProperties>(filters: Members) {
  return Type.Partial(Type.Object({ ...LIST_QUERY, ...filters }))
}

/** True for the query of a list: it has all parameters of {@link LIST_QUERY}. */
export function isListQuery(query: unknown): boolean {
  const properties = isObject(query) ? query['properties'] : undefined
  return isObject(properties) && Object.keys(LIST_QUERY).every((name) => name in properties)
}
